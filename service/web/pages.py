"""The pages for people, and the files that they load: to play, to learn, to see, and the docs."""

from importlib.util import find_spec
from pathlib import Path

from service.web.files import CONTENT_TYPES, File

STATIC = Path(__file__).parent / "static"

READER = "flask_swagger_ui"
"""The package whose Swagger UI files `/docs` uses; nothing of its code is run."""

READER_FILES = ("swagger-ui-bundle.js", "swagger-ui.css")

PLAY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)
"""The Content-Security-Policy of the service's own pages."""

READER_POLICY = (
    # The reader's style sheet has its icons inside, as data.
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of `/docs`."""


class Pages:
    """The pages and their files, read when the application is made."""

    def __init__(self) -> None:
        self.play = File(STATIC / "index.html")
        self.learn = File(STATIC / "learn.html")
        self.see = File(STATIC / "see.html")
        self.docs = File(STATIC / "docs.html")
        self.files = {
            path.name: File(path)
            for path in sorted(STATIC.iterdir())
            if path.suffix in CONTENT_TYPES and path.suffix != ".html"
        }
        for name in READER_FILES:
            self.files[f"swagger-ui/{name}"] = File(_reader() / name)


def _reader() -> Path:
    spec = find_spec(READER)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{READER} is not installed")
    return Path(spec.origin).parent / "dist"
