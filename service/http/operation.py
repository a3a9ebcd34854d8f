"""`Operation`: what is declared of an operation, and how any of them answers a request."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment

from service.codec import encode
from service.http.answers import A_DAY, Answer, answer, answer_cacheable
from service.http.body import Read, read_input, read_json
from service.http.shapes.shape import Shape
from service.limits import LARGEST_INLINE, LARGEST_REMEMBERED, MOST_REMEMBERED

ALWAYS = -1
"""As `inline`: no request is so small that it would be answered on the event loop."""

NO_PARAMETERS = Shape()


class Operation:
    """One operation: for which requests it is, what they may cost, and what answers them."""

    def __init__(  # noqa: PLR0913  # a declaration
        self,
        method: str,
        path: str,
        give: Callable[[Any], Any],
        shape: Shape | None = None,
        *,
        inline: int = LARGEST_INLINE,
        marks: re.Pattern[bytes] | None = None,
        urgent: bool = False,
        probe: bool = False,
    ) -> None:
        """Declare an operation, of which a body, or with GET a query, is loaded into `shape`.

        `give` makes the answer's JSON value from what is loaded. An operation without a shape reads
        and answers its requests itself: there `give` makes an Answer from the WSGI environment.

        Up to `inline` bytes of query and body a request is answered on the event loop, as that
        takes less time than handing it to a thread; unless it has one of `marks`, which say that a
        small one may take long all the same. Others wait for their turn; `urgent` ones go first.
        Machines send a `probe` again and again, so a setting can keep it out of the log.
        """
        self.method = method
        self.path = path
        self.give = give
        self.shape = shape
        self.inline = inline
        self.marks = marks
        self.urgent = urgent
        self.probe = probe
        self._remembered: dict[str, bytes] = {}

    @property
    def name(self) -> str:
        """Its name, as Flask's endpoint too."""
        return f"{self.method} {self.path}"

    def takes_long(self, query: str, body: bytes | bytearray) -> bool:
        """Whether a request may take long to answer, judged before it is read.

        >>> Operation("GET", "/", len, inline=3).takes_long("a=b", b"")
        False
        """
        if len(query) + len(body) > self.inline:
            return query not in self._remembered
        if self.marks is None:
            return False
        marked = self.marks.search(body) or (query and self.marks.search(query.encode("latin-1")))
        return bool(marked)

    def respond(self, environ: WSGIEnvironment, limit: int, read: Read = read_input) -> Answer:
        """Answer a request, whose body has at most `limit` bytes."""
        if self.shape is None:
            given: Answer = self.give(environ)
            return given
        if self.method == "GET":
            return answer_cacheable(environ, self._encoded(environ), cache_control=A_DAY)
        body = read_json(environ, limit, read)
        if environ.get("QUERY_STRING"):
            NO_PARAMETERS.load_query(parameters(environ))
        return answer(self.give(self.shape.load_body(body)))

    def _encoded(self, environ: WSGIEnvironment) -> bytes:
        """The JSON for a query; that of an operation which always takes long is remembered."""
        assert self.shape is not None  # noqa: S101
        query = environ.get("QUERY_STRING", "")
        if body := self._remembered.get(query):
            return body
        body = encode(self.give(self.shape.load_query(parameters(environ))))
        if self.inline == ALWAYS and len(body) + len(query) <= LARGEST_REMEMBERED:
            if len(self._remembered) >= MOST_REMEMBERED:
                self._remembered.pop(next(iter(self._remembered)), None)
            self._remembered[query] = body
        return body


def parameters(environ: WSGIEnvironment) -> dict[str, list[str]]:
    """The parameters of a request with all their texts.

    >>> parameters({"QUERY_STRING": "piles=3,4&misere="})
    {'piles': ['3,4'], 'misere': ['']}
    """
    text = environ.get("QUERY_STRING", "")
    return parse_qs(text, keep_blank_values=True, errors="replace") if text else {}
