"""What can be wrong with the head of a request: its first line and its headers.

The server raises none of these itself: it leaves them for the application under REQUEST_FAULT, so
that such a request is answered, logged and measured as every other is.
"""


class MalformedRequest(ValueError):
    """The request is not HTTP/1.1 as RFC 9112 defines it; the message says why."""


class TargetTooLong(ValueError):
    """The path and the query are longer than the limit."""


class HeadTooLarge(ValueError):
    """The headers are too long, or too many."""


class UnsupportedTransferCoding(ValueError):
    """The body has a transfer coding other than chunked."""
