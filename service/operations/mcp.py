"""`/mcp`: the Model Context Protocol, by which AI agents call the operations as tools.

It is revision 2026-07-28 over Streamable HTTP, with tools only. Each request is complete in itself,
and the response is JSON. https://modelcontextprotocol.io/specification/2026-07-28

A tool's arguments are the body of an operation, which validates them, estimates its work and
responds as it does to any request. What is wrong with them is a result for the model to read, with
`isError`. What is wrong with the message is an error of JSON-RPC.
"""

import binascii
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import NamedTuple
from wsgiref.types import WSGIEnvironment

import msgspec

from service import __version__
from service.api.body import UnsupportedEncoding, UnsupportedMediaType, check_media_type
from service.api.errors import InvalidRequest, errors_of, shortened
from service.api.operation import Operation, Prepared
from service.api.responses import Response, fresh_response, json_response
from service.codec import NotJSON, encode
from service.environ import FIELD_ERRORS, PROBLEM_TYPE
from service.game.errors import InputError
from service.limits import LARGEST_INLINE
from service.operations.mcp_tools import (
    LARGEST_TEXT,
    Members,
    Tool,
    members_of,
    request_environ,
    tools_of,
)
from service.settings import Config

REVISION = "2026-07-28"
"""The only revision of the protocol that is spoken here."""

META = "io.modelcontextprotocol/"
"""The beginning of the keys of `_meta` that the protocol defines."""

SERVER = {
    META + "serverInfo": {
        "name": "nim-move-service",
        "title": "Nim move service",
        "version": __version__,
    }
}
"""`_meta` of each result."""

INSTRUCTIONS = (
    "Solves positions of Nim and of related games exactly. A position is the number of objects in "
    "each pile; `misere` says that the player who takes the last object loses, and `game` names a "
    'game other than Nim. The game "sum" is several games played side by side; its `components` '
    "are their positions. In an N-position the player to move can force a win, in a P-position the "
    "other player can. Piles and components in moves are counted from 0. To play, ask "
    "solve_position for the best move; to teach, ask explain_position; to judge a game that was "
    "played, ask review_game."
)

CACHED = {"ttlMs": 3_600_000, "cacheScope": "public"}
"""How long clients may keep what only a new release changes."""

LONGEST_ID = 256
"""Bytes of the id of a request, as JSON; the response repeats it."""

RequestID = int | str
Result = Mapping[str, object]


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
INVALID_PARAMS = ErrorKind(-32602, "400 BAD REQUEST", "invalid-params")
HEADER_MISMATCH = ErrorKind(-32020, "400 BAD REQUEST", "header-mismatch")
UNSUPPORTED_VERSION = ErrorKind(-32022, "400 BAD REQUEST", "unsupported-version")


class ProtocolError(Exception):
    """A message that breaks the protocol."""

    def __init__(self, kind: ErrorKind, message: str, data: Result | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.data = data


class Message(NamedTuple):
    """A request or a notification, which has no id."""

    id: RequestID | None
    method: str
    params: Members

    def text(self, name: str) -> str | None:
        """The parameter of this name, if it is a string."""
        return text_of(self.params.get(name))


def operations(config: Config, others: Iterable[Operation]) -> list[Operation]:
    """`POST /mcp`; `others` are the operations that tools call."""
    return [AgentOperation(config.cors_origins, tools_of(others))]


class AgentOperation(Operation):
    """Responds to messages of agents."""

    def __init__(self, origins: tuple[str, ...], tools: Iterable[Tool]) -> None:
        super().__init__("POST", "/mcp")
        self._origins = None if origins == ("*",) else frozenset(origins)
        self._tools = {tool.name: tool for tool in tools}

    def prepare(self, environ: WSGIEnvironment, body: bytes) -> Prepared:
        """Read a message that is not large."""
        if len(body) > LARGEST_INLINE:
            return Prepared(True, lambda: self._prepare(environ, body).respond())
        return self._prepare(environ, body)

    def _prepare(self, environ: WSGIEnvironment, body: bytes) -> Prepared:
        request_id: RequestID | None = None
        try:
            self._check_origin(environ)
            check_media_type(environ)
            members = object_of(body)
            request_id = id_of(members)
            message = message_of(members, request_id)
            if request_id is None:
                return Prepared(False, accepted)
            check_version(environ, message)
            return self._methods(message)(environ, message)
        except (UnsupportedMediaType, UnsupportedEncoding) as error:
            wrong = ProtocolError(UNSUPPORTED_BODY, str(error))
        except NotJSON as error:
            wrong = ProtocolError(PARSE_ERROR, str(error))
        except ProtocolError as error:
            wrong = error
        return Prepared(False, partial(error_response, environ, wrong, request_id))

    def _check_origin(self, environ: WSGIEnvironment) -> None:
        """Reject pages of other origins than CORS allows, so that no DNS name leads them here."""
        origin = environ.get("HTTP_ORIGIN")
        if origin is not None and self._origins is not None and origin not in self._origins:
            raise ProtocolError(FORBIDDEN, f"The origin {shortened(origin)} is not allowed here.")

    def _methods(self, message: Message) -> Callable[[WSGIEnvironment, Message], Prepared]:
        methods = {
            "server/discover": self._discover,
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
        }
        if message.method not in methods:
            names = ", ".join(methods)
            text = f"There is no method {shortened(message.method)}; the methods are {names}."
            raise ProtocolError(METHOD_NOT_FOUND, text)
        return methods[message.method]

    def _discover(self, environ: WSGIEnvironment, message: Message) -> Prepared:
        found = {
            "supportedVersions": [REVISION],
            "capabilities": {"tools": {}},
            "instructions": INSTRUCTIONS,
            **CACHED,
        }
        return Prepared(False, partial(result_response, environ, message, found))

    def _list_tools(self, environ: WSGIEnvironment, message: Message) -> Prepared:
        if message.params.get("cursor", b"null") != b"null":
            raise ProtocolError(INVALID_PARAMS, "There is no such cursor: the list has one page.")

        def respond() -> Response:
            return result_response(environ, message, {"tools": self._definitions, **CACHED})

        return Prepared(True, respond)  # it takes long to make at first, and to compress later

    @cached_property
    def _definitions(self) -> msgspec.Raw:
        """The tools with their schemas, made when they are first asked for."""
        return msgspec.Raw(encode([tool.definition() for tool in self._tools.values()]))

    def _call_tool(self, environ: WSGIEnvironment, message: Message) -> Prepared:
        name = message.text("name")
        tool = self._tools.get(name or "")
        if tool is None:
            wanted = "" if name is None else f" {shortened(name)}"
            text = f"Unknown tool{wanted}; the tools are {', '.join(self._tools)}."
            raise ProtocolError(INVALID_PARAMS, text)
        arguments = message.params.get("arguments", b"{}")
        if not arguments.startswith(b"{"):
            raise ProtocolError(INVALID_PARAMS, "The arguments must be an object.")
        try:
            operation, body = tool.find(arguments)
            prepared = operation.prepare(request_environ(operation, body), body)
        except (InvalidRequest, InputError) as error:
            return Prepared(False, partial(rejection, environ, message, error))

        def respond() -> Response:
            try:
                found = prepared.respond().body
            except (InvalidRequest, InputError) as error:
                return rejection(environ, message, error)
            except NotJSON as error:
                return error_response(environ, ProtocolError(PARSE_ERROR, str(error)), message.id)
            return result_response(environ, message, tool_result(tool, found))

        return Prepared(prepared.in_thread, respond)


# --- Messages -------------------------------------------------------------------------------------


def object_of(body: bytes) -> Members:
    """The members of the object in a body. Raises ProtocolError or NotJSON."""
    try:
        members = members_of(body)
    except InputError as error:
        raise ProtocolError(INVALID_REQUEST, str(InvalidRequest(errors_of(error)))) from None
    if members is None:
        raise ProtocolError(INVALID_REQUEST, "A message must be an object, and so must its params.")
    return members


def message_of(members: Members, request_id: RequestID | None) -> Message:
    """The message with these members. Raises ProtocolError or NotJSON."""
    method = text_of(members.get("method"))
    params = object_of(members.get("params", b"{}"))
    if method is None or text_of(members.get("jsonrpc")) != "2.0":
        text = 'A message must have "jsonrpc": "2.0" and a method, a string.'
        raise ProtocolError(INVALID_REQUEST, text)
    return Message(request_id, method, params)


def id_of(members: Members) -> RequestID | None:
    """The id of a request; None if the message is a notification. Raises ProtocolError."""
    if "id" not in members:
        return None
    try:
        found: RequestID = _decode_id(members["id"])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise ProtocolError(INVALID_REQUEST, "The id must be a string or an integer.") from None
    if len(members["id"]) > LONGEST_ID:
        raise ProtocolError(INVALID_REQUEST, f"The id must have at most {LONGEST_ID} bytes.")
    return found


_decode_id = msgspec.json.Decoder(RequestID).decode
_decode_text = msgspec.json.Decoder(str).decode


def text_of(value: bytes | None) -> str | None:
    """A JSON value, if it is a string."""
    try:
        return None if value is None else _decode_text(value)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def check_version(environ: WSGIEnvironment, message: Message) -> None:
    """Check `_meta` and the headers that repeat a part of the message. Raises ProtocolError.

    A client of an earlier revision sends no version in `_meta`; it is told which one it needs.
    """
    meta = members_in(message.params.get("_meta"))
    version = text_of(meta.get(META + "protocolVersion"))
    in_header = environ.get("HTTP_MCP_PROTOCOL_VERSION")
    if version is None and (message.method == "initialize" or in_header not in {None, REVISION}):
        raise unsupported(message.text("protocolVersion") or in_header or "")
    if version is None or not meta.get(META + "clientCapabilities", b"").startswith(b"{"):
        text = (
            f"params._meta must have {META}protocolVersion, a string, and {META}clientCapabilities,"
            f" an object. This server speaks revision {REVISION}."
        )
        raise ProtocolError(INVALID_PARAMS, text)
    check_header(in_header, "MCP-Protocol-Version", version)
    check_header(environ.get("HTTP_MCP_METHOD"), "Mcp-Method", message.method)
    if message.method == "tools/call" and (name := message.text("name")) is not None:
        check_header(plain_value(environ.get("HTTP_MCP_NAME")), "Mcp-Name", name)
    if version != REVISION:
        raise unsupported(version)


def members_in(value: bytes | None) -> Members:
    """The members of a value that should be an object; none if it is not one."""
    try:
        return members_of(value or b"{}") or {}
    except (NotJSON, InputError):
        return {}


def unsupported(requested: str) -> ProtocolError:
    """The error for another revision."""
    data = {"supported": [REVISION], "requested": shortened(requested)}
    text = f"Unsupported protocol version; this server speaks revision {REVISION}."
    return ProtocolError(UNSUPPORTED_VERSION, text, data)


def check_header(value: str | None, name: str, expected: str) -> None:
    """Raise ProtocolError if a header does not repeat a part of the message."""
    if value != expected:
        said = "is missing" if value is None else f"says {shortened(value)}"
        text = f"The header {name} {said}, but the body says {shortened(expected)}."
        raise ProtocolError(HEADER_MISMATCH, text)


def plain_value(value: str | None) -> str | None:
    """The value of a header, decoded if it is written as `=?base64?…?=`; None if that is wrong.

    >>> plain_value("=?base64?c29sdmU=?="), plain_value("solve"), plain_value("=?base64?c29?=")
    ('solve', 'solve', None)
    """
    if value is None or not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return b64decode(value[9:-2], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


# --- Responses ------------------------------------------------------------------------------------


def accepted() -> Response:
    """The response to a notification."""
    return Response("202 ACCEPTED", [("Content-Length", "0")], b"")


def result_response(environ: WSGIEnvironment, message: Message, result: Result) -> Response:
    """The response with a result."""
    full = {"resultType": "complete", **result, "_meta": SERVER}
    return json_response(environ, {"jsonrpc": "2.0", "id": message.id, "result": full})


def error_response(
    environ: WSGIEnvironment, error: ProtocolError, request_id: RequestID | None
) -> Response:
    """The response with an error of the protocol; without an id if that could not be read."""
    environ[PROBLEM_TYPE] = error.kind.name
    said: dict[str, object] = {"code": error.kind.code, "message": str(error)}
    if error.data is not None:
        said["data"] = error.data
    named = {} if request_id is None else {"id": request_id}
    return fresh_response(encode({"jsonrpc": "2.0", **named, "error": said}), error.kind.status)


def tool_result(tool: Tool, found: bytes) -> Result:
    """The result of a tool: a summary, the JSON as a text if it is not large, and as data."""
    texts = [tool.summary(found)]
    if len(found) <= LARGEST_TEXT:
        texts.append(found.decode())
    return {"content": text_blocks(texts), "structuredContent": msgspec.Raw(found)}


def rejection(
    environ: WSGIEnvironment, message: Message, error: InvalidRequest | InputError
) -> Response:
    """The response that says what is wrong with the arguments of a tool, an error a line."""
    errors = error.errors if isinstance(error, InvalidRequest) else errors_of(error)
    environ[FIELD_ERRORS] = errors
    text = "\n".join(str(InvalidRequest([each])) for each in errors)
    return result_response(environ, message, {"content": text_blocks([text]), "isError": True})


def text_blocks(texts: Iterable[str]) -> list[Mapping[str, str]]:
    """Texts as content."""
    return [{"type": "text", "text": text} for text in texts]
