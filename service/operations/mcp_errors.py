"""The errors of the Model Context Protocol, and the response with one."""

from collections.abc import Mapping
from typing import NamedTuple
from wsgiref.types import WSGIEnvironment

from msgspec import UNSET, UnsetType

from ..api.problems import INTERNAL
from ..api.responses import fresh_response
from ..codec import encode
from ..environ import PROBLEM_TYPE
from ..server.responses import Response


class ErrorKind(NamedTuple):
    """A kind of error of the protocol: code, status of the response, name in the log."""

    code: int
    status: str
    name: str


PARSE_ERROR = ErrorKind(-32700, "400 BAD REQUEST", "not-json")
INVALID_REQUEST = ErrorKind(-32600, "400 BAD REQUEST", "invalid-message")
UNSUPPORTED_BODY = ErrorKind(-32600, "415 UNSUPPORTED MEDIA TYPE", "unsupported-media-type")
FORBIDDEN = ErrorKind(-32600, "403 FORBIDDEN", "forbidden-origin")
METHOD_NOT_FOUND = ErrorKind(-32601, "404 NOT FOUND", "method-not-found")
INTERNAL_ERROR = ErrorKind(-32603, "500 INTERNAL SERVER ERROR", INTERNAL.name)
INVALID_PARAMS = ErrorKind(-32602, "400 BAD REQUEST", "invalid-params")
HEADER_MISMATCH = ErrorKind(-32020, "400 BAD REQUEST", "header-mismatch")
UNSUPPORTED_VERSION = ErrorKind(-32022, "400 BAD REQUEST", "unsupported-version")


class ProtocolError(Exception):
    """A message that breaks the protocol."""

    def __init__(
        self, kind: ErrorKind, message: str, data: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.data = data


def error_response(
    environ: WSGIEnvironment, error: ProtocolError, request_id: int | str | UnsetType
) -> Response:
    """The response with an error of the protocol; without an id if that could not be read."""
    environ[PROBLEM_TYPE] = error.kind.name
    return fresh_response(error_message(error, request_id), error.kind.status)


def error_message(error: ProtocolError, request_id: int | str | UnsetType = UNSET) -> bytes:
    """The message of JSON-RPC with an error."""
    said: dict[str, object] = {"code": error.kind.code, "message": str(error)}
    if error.data is not None:
        said["data"] = error.data
    named = {} if request_id is UNSET else {"id": request_id}
    return encode({"jsonrpc": "2.0", **named, "error": said})


def internal_error() -> ProtocolError:
    """The error for a bug."""
    return ProtocolError(INTERNAL_ERROR, str(INTERNAL.detail))
