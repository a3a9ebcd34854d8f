"""The Model Context Protocol, by which AI agents call the operations as tools.

It is revision 2026-07-28 over Streamable HTTP, with tools only. Each request is complete in itself,
and the response is JSON. https://modelcontextprotocol.io/specification/2026-07-28
Clients of earlier revisions, which begin with `initialize`, get the same results without a session.

A tool's arguments are the body of an operation, which validates them and responds as it does to
any request. Errors in them become a result for the model to read, with
`isError`. Errors in the message are JSON-RPC errors.
"""

import binascii
import logging
import re
from base64 import b64decode
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar
from wsgiref.types import WSGIEnvironment

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from .. import __version__
from ..api.body import UnsupportedEncoding, UnsupportedMediaType, check_media_type
from ..api.cors import is_local, is_loopback
from ..api.errors import InvalidRequest, shortened
from ..api.operation import LATER, AnyOperation, Operation
from ..api.problems import INTERNAL
from ..api.request_types import Key, Request, keys_of
from ..api.responses import JSON, json_response
from ..codec import NotJSON, decode, encode
from ..environ import FIELD_ERRORS
from ..limits import LARGEST_INLINE
from ..server.responses import Response
from ..settings import Config
from ..telemetry.logs import REQUEST, identify
from . import contract
from .mcp_errors import (
    FORBIDDEN,
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    UNSUPPORTED_BODY,
    UNSUPPORTED_VERSION,
    ErrorKind,
    ProtocolError,
    error_message,
    error_response,
    internal_error,
)
from .mcp_tools import (
    CALCULATE,
    CALCULATIONS,
    calculations_of,
    definitions,
    tools_of,
)

log = logging.getLogger(__name__)

REVISION = "2026-07-28"
"""The revision of the protocol that this server supports."""

EARLIER = ("2025-11-25", "2025-06-18", "2025-03-26")
"""Earlier revisions, newest first: their clients begin with `initialize`."""

VERSION_HEADER = "HTTP_MCP_PROTOCOL_VERSION"

META = "io.modelcontextprotocol/"
"""The beginning of the keys of `_meta` that the protocol defines."""

SERVER = {"name": "nim-move-service", "title": "Nim move service", "version": __version__}

INSTRUCTIONS = (
    "Solves positions of Nim and of related games exactly. A position is the number of objects in "
    "each pile; `misere` means that the player who takes the last object loses, and `game` names a "
    'game other than Nim. The game "sum" is several games played side by side; its `components` '
    "are their positions. In an N-position the player to move can force a win, in a P-position the "
    "other player can. Piles and components in moves are counted from 0. To play, call "
    "solve_position and make its best move; to teach, call explain_position; to find the "
    "mistakes in a game, call review_game."
)

CACHED = {"ttlMs": 3_600_000, "cacheScope": "public"}
"""How long clients may keep what only a new release changes."""

LARGEST_TEXT = 64 * 2**10
"""Bytes of the largest result that a text repeats; a larger result is structured content only."""

LONGEST_ID = 256
"""Characters of the id of a request, which the response repeats."""

RequestID = (
    Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=LONGEST_ID)]
)
Result = Mapping[str, object]
T = TypeVar("T")


# --- Messages -------------------------------------------------------------------------------------


class Identified(Struct):
    """The part that is read from an invalid message: its id, which the error repeats."""

    id: RequestID | UnsetType = UNSET
    """Left out of a notification, which gets no response."""


class Message(Identified, kw_only=True):
    """A request or a notification."""

    jsonrpc: Literal["2.0"]
    method: str
    params: Raw = Raw(b"{}")


class Envelope(
    Struct,
    frozen=True,
    rename={"version": META + "protocolVersion", "capabilities": META + "clientCapabilities"},
):
    """`_meta` of a request; clients of earlier revisions send neither."""

    version: str | None = None
    capabilities: dict[str, Raw] | None = None


class Params(Struct, rename={"meta": "_meta", "wanted": "protocolVersion"}):
    """The parameters of requests, for all methods."""

    meta: Envelope = Envelope()
    wanted: str | None = None
    name: str | None = None
    arguments: Raw = Raw(b"{}")
    cursor: str | None = None


def read(data: bytes, kind: type[T], wrong: ErrorKind) -> T:
    """Decode JSON. Raises ProtocolError, of the kind `wrong` if it is JSON but not of this type."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise ProtocolError(wrong, f"{error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(PARSE_ERROR, f"{error}.") from None


def calculation(arguments: bytes) -> tuple[str, bytes]:
    """The calculation that arguments name, and its own arguments. Raises ProtocolError."""
    given = read(arguments, dict[str, Raw], INVALID_PARAMS)
    name = given.pop("operation", Raw(b'""'))
    wanted = msgspec.json.decode(name) if bytes(name).startswith(b'"') else None
    if wanted not in CALCULATIONS:
        text = f"The argument operation must be one of {', '.join(CALCULATIONS)}."
        raise ProtocolError(INVALID_PARAMS, text)
    return wanted, msgspec.json.encode(given)


_QUOTED = re.compile(rb'[:,\[]\s*"\s*(-?[0-9]|\[|\{|true|false)')
"""A text that may be a number, a list, an object, true or false."""


def as_described(arguments: bytes, struct: type[Request]) -> bytes:
    """Arguments with numbers and lists in place of the texts that have them.

    Many models write "3" where the description of the tool says integer.

    >>> from .position import PositionRequest
    >>> as_described(b'{"piles": "[3, 4]", "max_remove": "3", "game": "nim"}', PositionRequest)
    b'{"piles":[3,4],"max_remove":3,"game":"nim"}'
    """
    if not _QUOTED.search(arguments):
        return arguments
    try:
        return encode(_as_object(decode(arguments), struct))
    except ValueError:  # which the operation says
        return arguments


def _as_object(value: Any, struct: type[Request]) -> Any:
    if type(value) is not dict:
        return value
    keys = keys_of(struct)
    return {
        name: _as_kind(each, keys[name]) if name in keys else each for name, each in value.items()
    }


def _as_kind(value: Any, key: Key) -> Any:
    """A value as the kind that a key has, if it is a text that is one in JSON."""
    kind = dict if key.is_object else key.kind
    if type(value) is str and kind in (int, bool, list, dict):
        with suppress(ValueError):
            read = decode(value.encode())
            value = read if type(read) is kind else value
    if kind is list and type(value) is list:
        return [_as_kind(each, key.inner[0]) for each in value]
    return _as_object(value, key.kind) if key.is_object else value


def is_earlier(environ: WSGIEnvironment, params: Params) -> bool:
    """Whether a client uses an earlier revision: nothing it sends names this one."""
    return environ.get(VERSION_HEADER) != REVISION and params.meta.version is None


def check_version(environ: WSGIEnvironment, message: Message, params: Params) -> None:
    """Check the revision of a request. Raises ProtocolError, even if only a header differs."""
    in_header, meta = environ.get(VERSION_HEADER), params.meta
    if is_earlier(environ, params):
        if in_header is not None and in_header not in EARLIER:
            raise unsupported(in_header)
        return
    if meta.version is None or meta.capabilities is None:
        text = f"params._meta must have {META}protocolVersion and {META}clientCapabilities."
        raise ProtocolError(INVALID_PARAMS, text)
    check_header(in_header, "MCP-Protocol-Version", meta.version)
    check_header(environ.get("HTTP_MCP_METHOD"), "Mcp-Method", message.method)
    if message.method == "tools/call" and params.name is not None:
        check_header(plain_value(environ.get("HTTP_MCP_NAME")), "Mcp-Name", params.name)
    if meta.version != REVISION:
        raise unsupported(meta.version)


def unsupported(requested: str) -> ProtocolError:
    """The error for another revision."""
    data = {"supported": [REVISION], "requested": shortened(requested)}
    text = (
        f"Unsupported protocol version; this server speaks revision {REVISION} and, with clients "
        f"that begin with initialize, {', '.join(EARLIER)}."
    )
    return ProtocolError(UNSUPPORTED_VERSION, text, data)


def check_header(value: str | None, name: str, expected: str) -> None:
    """Raise ProtocolError if a header does not repeat a part of the message."""
    if value != expected:
        said = "is missing" if value is None else f"is {shortened(value)}"
        text = f"The header {name} {said}, but the body has {shortened(expected)}."
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


# --- The operation --------------------------------------------------------------------------------


class Agents(Operation):
    """`/mcp`: responds to messages of agents."""

    methods = ("POST",)
    with_slash = True
    internal_error = (JSON, error_message(internal_error()))

    def __init__(self, path: str, config: Config, others: Iterable[AnyOperation]) -> None:
        """`others` are the operations that tools call."""
        super().__init__(path)
        origins = config.cors_origins
        self._origins = None if origins == ("*",) else frozenset(origins)
        self._is_behind_proxy = bool(config.trusted_proxies)
        self._tools, self._calculations = tools_of(others), calculations_of(others)

    def begin(self, environ: WSGIEnvironment, body: bytes) -> Any:  # noqa: ARG002
        """Leave to the thread the list of tools, and whatever a tool's operation would."""
        if len(body) > LARGEST_INLINE:
            return LATER
        try:
            message = read(body, Message, INVALID_REQUEST)
            if message.method != "tools/call":  # a list takes long to make at first
                return LATER if message.method == "tools/list" else body
            operation, arguments = self._tool(read(message.params, Params, INVALID_PARAMS))
            return LATER if operation.begin({**CALL}, arguments) is LATER else body
        except Exception:  # noqa: BLE001  # run() raises it again, and responds
            return body

    def is_refused(self, environ: WSGIEnvironment) -> bool:
        try:
            self._check_sender(environ)
        except ProtocolError:
            return True
        return False

    def respond(self, environ: WSGIEnvironment, parsed: bytes) -> Response:
        """The response to a message, which is read again: that takes microseconds."""
        return self.run(environ, parsed)

    def run(self, environ: WSGIEnvironment, body: bytes) -> Response:
        """The response to a message."""
        message = Identified()
        try:
            self._check_sender(environ)
            try:
                message = read(body, Message, INVALID_REQUEST)
            except ProtocolError:
                message = read(body, Identified, INVALID_REQUEST)
                raise
            if message.id is UNSET:
                return Response("202 ACCEPTED", [("Content-Length", "0")], b"")
            params = read(message.params, Params, INVALID_PARAMS)
            check_version(environ, message, params)
            try:
                result = self._result(environ, message, params)
            except ProtocolError as error:
                if is_earlier(environ, params):  # any other status ends a session of these clients
                    error.kind = error.kind._replace(status="200 OK")
                raise
            return json_response(environ, {"jsonrpc": "2.0", "id": message.id, "result": result})
        except ProtocolError as error:
            return error_response(environ, error, message.id)
        except Exception:
            log.exception(INTERNAL.name, extra={REQUEST: identify(environ)})
            return error_response(environ, internal_error(), message.id)

    def _check_sender(self, environ: WSGIEnvironment) -> None:
        """Reject pages of origins that are not allowed, whatever DNS name leads them here."""
        origin = environ.get("HTTP_ORIGIN")
        if origin is not None and not self._allows(origin, environ["SERVER_NAME"]):
            raise ProtocolError(FORBIDDEN, f"The origin {shortened(origin)} is not allowed here.")
        try:
            check_media_type(environ)
        except (UnsupportedMediaType, UnsupportedEncoding) as error:
            raise ProtocolError(UNSUPPORTED_BODY, str(error)) from None

    def _allows(self, origin: str, address: str) -> bool:
        """Whether pages of an origin may send messages to the address that the service listens on.

        Without a list of origins, a service for this machine is not for the pages of other sites.
        """
        if self._origins is not None:
            return origin in self._origins
        return self._is_behind_proxy or not is_loopback(address) or is_local(origin)

    def _result(self, environ: WSGIEnvironment, message: Message, params: Params) -> Result:
        earlier = is_earlier(environ, params)
        own: Result = {} if earlier else OF_RESULTS
        match message.method:
            case "initialize" if earlier:
                version = params.wanted if params.wanted in EARLIER else EARLIER[0]
                return {"protocolVersion": version, "serverInfo": SERVER, **OFFER}
            case "ping" if earlier:
                return {}
            case "server/discover" if not earlier:
                return {"supportedVersions": [REVISION], **OFFER, **CACHED, **own}
            case "tools/list" if params.cursor is None:
                return {"tools": self._definitions, **CACHED, **own}
            case "tools/list":
                raise ProtocolError(
                    INVALID_PARAMS, "There is no such cursor: the list has one page."
                )
            case "tools/call":
                return {**self._call(environ, *self._tool(params)), **own}
        first = "initialize, ping" if earlier else "server/discover"
        text = (
            f"There is no method {shortened(message.method)}; the methods are {first}, tools/list "
            "and tools/call."
        )
        raise ProtocolError(METHOD_NOT_FOUND, text)

    @cached_property
    def _definitions(self) -> Raw:
        """The tools with their schemas, made when they are first requested."""
        made = definitions(self._tools, contract.parse(contract.text()))
        return Raw(encode(made))

    def _tool(self, params: Params) -> tuple[AnyOperation, bytes]:
        """The operation that a tool calls, and its body. Raises ProtocolError."""
        name, arguments = params.name or "", bytes(params.arguments)
        if name not in self._tools and name != CALCULATE:
            names = ", ".join([*self._tools, CALCULATE])
            text = f"Unknown tool {shortened(name)}; the tools are {names}."
            raise ProtocolError(INVALID_PARAMS, text)
        if not arguments.startswith(b"{"):
            raise ProtocolError(INVALID_PARAMS, "The arguments must be an object.")
        if name == CALCULATE:
            name, arguments = calculation(arguments)
            operation = self._calculations[name]
        else:
            operation = self._tools[name]
        return operation, as_described(arguments, operation.request)

    def _call(self, environ: WSGIEnvironment, operation: AnyOperation, arguments: bytes) -> Result:
        """The result of a tool: JSON as a text, if it is not large, and as data.

        If the arguments are wrong, the text lists the errors, one a line.
        """
        try:
            found = operation.run({**CALL}, arguments).body
        except InvalidRequest as error:
            environ[FIELD_ERRORS] = error.errors
            text = "\n".join(str(InvalidRequest([each])) for each in error.errors)
            return {"content": [{"type": "text", "text": text}], "isError": True}
        except NotJSON as error:
            raise ProtocolError(PARSE_ERROR, str(error)) from None
        text = found.decode() if len(found) <= LARGEST_TEXT else "See the structured content."
        return {"content": [{"type": "text", "text": text}], "structuredContent": Raw(found)}


CALL = {"REQUEST_METHOD": "POST", "QUERY_STRING": "", "CONTENT_TYPE": JSON}
"""The environ of a request to an operation."""

OFFER = {"capabilities": {"tools": {}}, "instructions": INSTRUCTIONS}
"""The first information for a client."""

OF_RESULTS = {"resultType": "complete", "_meta": {META + "serverInfo": SERVER}}
"""The members of each result, absent in earlier revisions."""
