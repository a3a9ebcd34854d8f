"""The pages for people, and the files that they load."""

from collections.abc import Callable
from wsgiref.types import WSGIEnvironment

from werkzeug.exceptions import NotFound

from service.http.answers import FOREVER, REVALIDATE, Answer, answer_file
from service.http.operation import Operation
from service.settings import Config
from service.telemetry.metrics import NoMetrics
from service.web.pages import PLAY_POLICY, READER_POLICY, Pages

STATIC = "/static/"

PAGES = {
    "/": ("index", PLAY_POLICY),
    "/learn": ("learn", PLAY_POLICY),
    "/see": ("see", PLAY_POLICY),
    "/docs": ("docs", READER_POLICY),
}
"""The pages by their paths, each with its Content-Security-Policy."""


def operations(config: Config, _: NoMetrics) -> list[Operation]:
    """The pages, where they are not switched off."""
    if not config.pages:
        return []
    pages = Pages()

    def page(name: str, policy: str) -> Callable[[WSGIEnvironment], Answer]:
        headers = [("Content-Security-Policy", policy)]
        return lambda environ: answer_file(environ, pages.page(name), headers=headers)

    def static_file(environ: WSGIEnvironment) -> Answer:
        file, current = pages.find(environ["PATH_INFO"].removeprefix(STATIC))
        if file is None:
            raise NotFound
        return answer_file(environ, file, FOREVER if current else REVALIDATE)

    return [
        *(Operation(method="GET", path=path, give=page(*of)) for path, of in PAGES.items()),
        Operation(method="GET", path=STATIC + "<path:name>", give=static_file),
    ]
