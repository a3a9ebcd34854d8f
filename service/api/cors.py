"""CORS headers: they let pages of other origins send requests and read the responses."""

from ipaddress import ip_address
from urllib.parse import urlsplit
from wsgiref.types import WSGIEnvironment

from ..server.responses import Headers

EXPOSED = (
    "X-Request-ID",
    "ETag",
    "Retry-After",
    "Allow",
    "Accept-Post",
    "Accept-Query",
    "Accept-Encoding",
    "Deprecation",
    "Sunset",
    "Link",
)
"""Headers that a page's script may read, in addition to the usual ones."""

ACCEPTED = (
    "Authorization",  # `*` does not include it
    "Content-Type",
    "If-None-Match",
    "X-Request-ID",
    "baggage",
    "sentry-trace",
    "traceparent",
    "tracestate",
    "*",  # all others: a wildcard, because credentials are never allowed
)
"""Headers that a page's script may send, in addition to the usual ones.

None changes what the service does, but libraries add them, and a browser would reject the request.
"""

PREFLIGHT_SECONDS = 86_400
"""Seconds for which a browser may cache the response to a preflight."""


def preflight(methods: str) -> Headers:
    """The headers of the response to the OPTIONS request that browsers send before a POST."""
    return [
        ("Access-Control-Allow-Methods", methods),
        ("Access-Control-Allow-Headers", ", ".join(ACCEPTED)),
        ("Access-Control-Max-Age", str(PREFLIGHT_SECONDS)),
    ]


class Origins:
    """The origins whose pages may read the responses; `("*",)` means all of them."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self.differ = origins != ("*",)
        """Whether the headers depend on the origin."""
        self._origins = frozenset(origins)
        self.always: Headers = [("Access-Control-Expose-Headers", ", ".join(EXPOSED))]
        """The headers of every response."""
        if not self.differ:
            self.always.append(("Access-Control-Allow-Origin", "*"))

    def allow(self, environ: WSGIEnvironment) -> Headers:
        """The headers that depend on the request's origin."""
        origin = environ.get("HTTP_ORIGIN") if self.differ else None
        return [("Access-Control-Allow-Origin", origin)] if origin in self._origins else []


def is_local(origin: str) -> bool:
    """Whether the pages of an origin come from this machine, so that no other site wrote them.

    >>> is_local("http://localhost:6274"), is_local("http://[::1]"), is_local("http://a.example")
    (True, True, False)
    """
    try:
        host = urlsplit(origin).hostname or ""
    except ValueError:
        return False
    return host == "localhost" or is_loopback(host)


def is_loopback(host: str) -> bool:
    """Whether a host is a loopback address, which only this machine can connect to."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def with_origin_in_vary(headers: Headers) -> Headers:
    """Add the origin to what the response depends on.

    >>> with_origin_in_vary([("Vary", "Accept"), ("ETag", "1")])
    [('ETag', '1'), ('Vary', 'Accept, Origin')]
    """
    names = [value for name, value in headers if name.lower() == "vary"]
    others = [field for field in headers if field[0].lower() != "vary"]
    return [*others, ("Vary", ", ".join([*names, "Origin"]))]
