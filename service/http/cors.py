"""CORS: which pages of other origins may send requests and read the answers."""

from wsgiref.types import WSGIEnvironment

Headers = list[tuple[str, str]]

EXPOSED = (
    "X-Request-ID",
    "traceparent",
    "ETag",
    "Retry-After",
    "Allow",
    "Accept-Post",
    "Accept-Encoding",
)
"""The headers that a page's script may read, besides those that every script may."""

ACCEPTED = ("Content-Type", "X-Request-ID", "traceparent")
"""The headers that a page's script may send, besides those that every script may."""

PREFLIGHT_SECONDS = 86_400
"""How long a browser may remember the answer to a preflight."""


def preflight(methods: str) -> Headers:
    """The headers of the answer to the OPTIONS request that browsers send before a POST."""
    return [
        ("Access-Control-Allow-Methods", methods),
        ("Access-Control-Allow-Headers", ", ".join(ACCEPTED)),
        ("Access-Control-Max-Age", str(PREFLIGHT_SECONDS)),
    ]


class Origins:
    """The origins whose pages may read the answers; `("*",)` are all of them."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._any = origins == ("*",)
        self._origins = frozenset(origins)
        self.always: Headers = [("Access-Control-Expose-Headers", ", ".join(EXPOSED))]
        """The headers of every answer."""
        if self._any:
            self.always.append(("Access-Control-Allow-Origin", "*"))

    def allow(self, environ: WSGIEnvironment) -> Headers:
        """The headers that depend on the request's origin."""
        if self._any:
            return []
        headers = [("Vary", "Origin")]
        origin = environ.get("HTTP_ORIGIN")
        if origin in self._origins:
            headers.append(("Access-Control-Allow-Origin", str(origin)))
        return headers
