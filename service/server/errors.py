"""Errors for which the server rejects a request."""

from wsgiref.types import WSGIEnvironment

from .limits import (
    LARGEST_HEAD,
    LONGEST_FIELD,
    LONGEST_METHOD,
    LONGEST_TARGET,
    MAX_FIELDS,
)


class RequestError(ValueError):
    """The server rejects a request. The message is for the client."""

    status = 400
    message = ""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or self.message)
        self.headers: list[tuple[str, str]] = []
        self.environ: WSGIEnvironment = {}
        """The readable part of the head, if the head is wrong."""


class MalformedRequest(RequestError):
    """The request is not HTTP/1.1 as RFC 9112 defines it; the message says why."""

    message = "This is not a valid HTTP/1.1 request."


class TargetTooLong(RequestError):
    """The path and the query are longer than the limit."""

    status = 414
    message = f"The path and the query together may be at most {LONGEST_TARGET:,} bytes long."


class HeadTooLarge(RequestError):
    """The headers are too long, or too many."""

    status = 431
    message = (
        f"At most {MAX_FIELDS} headers of at most {LONGEST_FIELD:,} bytes each are allowed, "
        f"with at most {LARGEST_HEAD:,} bytes in total before the body."
    )


class UnsupportedMethod(RequestError):
    """No application can handle the method: it is too long, or for proxies only."""

    status = 501
    message = f"Methods of more than {LONGEST_METHOD} letters, and CONNECT, are not supported."


class UnsupportedTransferCoding(RequestError):
    """The body has a transfer coding other than chunked."""

    status = 501
    message = "The only supported transfer coding is chunked."


class UnsupportedVersion(RequestError):
    """The major version of HTTP is not 1."""

    status = 505
    message = "The only supported versions are HTTP/1.1 and HTTP/1.0."


class IncompleteBody(RequestError):
    """The body ended before its declared length."""

    message = "The body ended before it was complete."


class BodyTooLarge(RequestError):
    """The body is longer than the limit."""

    status = 413

    def __init__(self, limit: int, unless: str = "") -> None:
        super().__init__(f"The body may be at most {limit:,} bytes long{unless}.")


class RequestTimeout(RequestError):
    """The request was not received in time."""

    status = 408
    message = "The request did not arrive in time."


class Overloaded(RequestError):
    """The process has no memory or no time for the request now, as the message explains."""

    status = 503

    def __init__(self, reason: str, retry_after: int = 1) -> None:
        super().__init__(reason)
        self.headers = [("Retry-After", str(retry_after))]
