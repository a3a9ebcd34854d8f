"""The deprecation of operations and keys: the headers of RFC 9745 and RFC 8594."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import cached_property

NOTICE = timedelta(days=184)
"""The least time between announcement and end: six months, as the contract promises."""

DEPRECATION = "service.deprecation"
"""The key in the environ of the headers for a request that uses what is deprecated."""


@dataclass(frozen=True)
class Deprecated:
    """The deprecation of an operation, or of some keys of its requests.

    >>> Deprecated(datetime(2030, 1, 1, tzinfo=UTC), datetime(2030, 9, 1, tzinfo=UTC)).headers
    [('Deprecation', '@1893456000'), ('Sunset', 'Sun, 01 Sep 2030 00:00:00 GMT')]
    """

    since: datetime
    sunset: datetime
    """The time from which it may be removed."""

    keys: tuple[str, ...] = ()
    """The deprecated keys; none if the whole operation is deprecated."""

    link: str = ""
    """The URL of a page that says what to use instead."""

    def __post_init__(self) -> None:
        if self.sunset - self.since < NOTICE:
            raise ValueError(f"the end must be announced {NOTICE.days} days before it")

    @cached_property
    def headers(self) -> list[tuple[str, str]]:
        """The headers of each response to a request that uses what is deprecated."""
        sunset = format_datetime(self.sunset.astimezone(UTC), usegmt=True)
        headers = [("Deprecation", f"@{int(self.since.timestamp())}"), ("Sunset", sunset)]
        if self.link:
            headers.append(("Link", f'<{self.link}>; rel="deprecation"; type="text/html"'))
        return headers

    def is_used_by(self, request: object) -> bool:
        """Whether a decoded request has one of the deprecated keys."""
        return any(getattr(request, key) is not None for key in self.keys)
