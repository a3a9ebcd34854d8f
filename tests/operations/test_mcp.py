"""`/mcp` speaks the Model Context Protocol, revision 2026-07-28, and with clients of earlier ones.

tests/clients runs its official suite; these cases are not in the suite, or only in words.
"""

import json
from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.operations.mcp import EARLIER, LONGEST_ID, META, REVISION
from tests.support import wsgi
from tests.support.agents import ENVELOPE, headers, message, send
from tests.support.http_client import Reply
from tests.support.service import InProcess, Service, variable_of
from tests.support.tries import tries

HEADERS = headers("server/discover")
SOLVE = {"name": "solve_position", "arguments": {"piles": [3, 4, 5]}}
CALL = json.dumps(message("tools/call", SOLVE)).encode()


def post(service: Service, body: Any, **others: str) -> Reply:
    return service.post("/mcp", body, **{**HEADERS, **others})


def error_of(reply: Reply) -> tuple[int, int, Any]:
    """The status, the code of the error, and the id."""
    body = reply.json
    assert body["jsonrpc"] == "2.0"
    assert body.keys() - {"id"} == {"jsonrpc", "error"}
    assert body.get("id", 0) is not None
    return reply.status, body["error"]["code"], body.get("id")


@pytest.mark.parametrize("request_id", [0, -1, 2**53, "", "a", "é\n", "x" * LONGEST_ID])
def test_a_response_has_the_id_of_its_request(service: Service, request_id: Any) -> None:
    reply = post(service, message("server/discover", id=request_id))
    assert (reply.status, reply.json["id"]) == (200, request_id)


@pytest.mark.parametrize("request_id", [None, 1.5, True, [], {}, "x" * (LONGEST_ID + 1), 10**300])
def test_a_request_with_another_id_is_invalid(service: Service, request_id: Any) -> None:
    reply = post(service, {**message("server/discover"), "id": request_id})
    assert error_of(reply) == (400, -32600, None)


@pytest.mark.parametrize(
    ("body", "code", "request_id"),
    [
        (b"", -32700, None),
        (b"{", -32700, None),
        (b'{"id": NaN}', -32700, None),
        (b"\xff", -32700, None),
        (b"[" * 600 + b"]" * 600, -32600, None),
        ([message("server/discover")], -32600, None),
        ([], -32600, None),
        ("server/discover", -32600, None),
        ({"jsonrpc": "2.0", "id": 7, "result": {}}, -32600, 7),
        (message("server/discover", jsonrpc="1.0"), -32600, 7),
        (message("server/discover", jsonrpc=2.0), -32600, 7),
        ({**message("server/discover"), "method": 3}, -32600, 7),
        ({**message("server/discover"), "params": [1]}, -32602, 7),
    ],
    ids=repr,
)
def test_what_is_no_request_is_an_error(
    service: Service, body: Any, code: int, request_id: Any
) -> None:
    assert error_of(post(service, body)) == (400, code, request_id)


@pytest.mark.parametrize("method", ["notifications/cancelled", "anything"])
def test_a_notification_is_accepted_without_a_body(service: Service, method: str) -> None:
    reply = service.post("/mcp", message(method, id=None))
    assert (reply.status, reply.body) == (202, b"")


def test_a_discovery_says_what_there_is(service: Service) -> None:
    result = send(service, "server/discover").json["result"]
    assert result["supportedVersions"] == [REVISION]
    assert result["capabilities"] == {"tools": {}}
    assert result["_meta"][META + "serverInfo"]["name"] == "nim-move-service"
    assert "solve_position" in result["instructions"]
    assert "`components`" in result["instructions"]


@pytest.mark.parametrize("method", ["server/discover", "tools/list"])
def test_what_only_a_release_changes_may_be_cached_by_everybody_for_an_hour(
    service: Service, method: str
) -> None:
    result = send(service, method).json["result"]
    assert (result["resultType"], result["cacheScope"]) == ("complete", "public")
    assert result["ttlMs"] == 60 * 60 * 1_000


@pytest.mark.parametrize(
    "meta",
    [
        None,
        [],
        {},
        {META + "protocolVersion": REVISION},
        {META + "clientCapabilities": {}},
        {META + "protocolVersion": 20260728, META + "clientCapabilities": {}},
        {META + "protocolVersion": REVISION, META + "clientCapabilities": True},
    ],
)
def test_a_request_needs_its_version_and_its_capabilities(service: Service, meta: Any) -> None:
    reply = post(service, {**message("server/discover"), "params": {"_meta": meta}})
    assert error_of(reply) == (400, -32602, 7)


@pytest.mark.parametrize("version", ["2025-11-25", "2027-01-01", "", "x" * 1_000])
def test_another_revision_is_an_error_that_names_the_one_there_is(
    service: Service, version: str
) -> None:
    meta = {**ENVELOPE, META + "protocolVersion": version}
    body = message("tools/list", {"_meta": meta})
    reply = post(service, body, **{"Mcp-Method": "tools/list", "MCP-Protocol-Version": version})
    data = reply.json["error"]["data"]
    assert error_of(reply) == (400, -32022, 7)
    assert data["supported"] == [REVISION]
    assert len(data["requested"]) <= 60
    assert version.startswith(data["requested"].rstrip("…"))


def earlier(method: str, **params: Any) -> dict[str, Any]:
    """A request of an earlier revision."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


@pytest.mark.parametrize("version", [*EARLIER, "2024-11-05", None])
def test_a_client_of_an_earlier_revision_begins_with_initialize(
    service: Service, version: str | None
) -> None:
    wanted = {} if version is None else {"protocolVersion": version}
    reply = service.post("/mcp", earlier("initialize", **wanted, capabilities={}))
    result = reply.json["result"]
    assert result["protocolVersion"] == (version if version in EARLIER else EARLIER[0])
    assert result["capabilities"] == {"tools": {}}
    assert result["serverInfo"]["name"] == "nim-move-service"
    assert "solve_position" in result["instructions"]
    done = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert service.post("/mcp", done).status == 202


@pytest.mark.parametrize("sent", [{}, *({"MCP-Protocol-Version": each} for each in EARLIER)])
@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_a_client_of_an_earlier_revision_calls_tools(
    service: Service, path: str, sent: dict[str, str]
) -> None:
    assert service.post(path, earlier("ping"), **sent).json["result"] == {}
    listed = service.post(path, earlier("tools/list"), **sent).json["result"]
    assert listed["tools"] == send(service, "tools/list").json["result"]["tools"]
    call = earlier("tools/call", **SOLVE, _meta={"progressToken": 1})
    result = service.post(path, call, **sent).json["result"]
    assert result.keys() == {"content", "structuredContent"}
    assert result["structuredContent"]["nim_sum"] == 2


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("server/discover", {}, -32601),
        ("prompts/list", {}, -32601),
        ("tools/list", {"cursor": "2"}, -32602),
        ("tools/call", {"name": "solve", "arguments": {"piles": [1]}}, -32602),
    ],
)
def test_an_error_ends_no_session_of_an_earlier_revision(
    service: Service, method: str, params: Any, code: int
) -> None:
    """The SDK for Python ends a session at another status than 200."""
    assert error_of(service.post("/mcp", earlier(method, **params))) == (200, code, 1)


def test_a_header_with_an_unknown_revision_is_an_error_that_names_the_others(
    service: Service,
) -> None:
    sent = {"MCP-Protocol-Version": "2024-11-05"}
    reply = service.post("/mcp", earlier("tools/list"), **sent)
    assert error_of(reply) == (400, -32022, 1)
    assert reply.json["error"]["data"] == {"supported": [REVISION], "requested": "2024-11-05"}
    assert all(each in reply.json["error"]["message"] for each in (REVISION, *EARLIER))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("MCP-Protocol-Version", ["", "2025-11-25", "2026-07-28, 2026-07-28"]),
        ("Mcp-Method", ["", "tools/list", "Tools/Call", "tools/call,tools/call"]),
        (
            "Mcp-Name",
            ["", "solve_positions", "SOLVE_POSITION", "=?base64?c29sdmU?=", "=?base64??="],
        ),
    ],
)
def test_a_header_that_does_not_repeat_the_message_is_an_error(
    service: Service, name: str, values: list[str]
) -> None:
    right = headers("tools/call", "solve_position")
    for value in [*values, None]:
        sent = {key: text for key, text in {**right, name: value}.items() if text is not None}
        reply = service.post("/mcp", message("tools/call", SOLVE), **sent)
        assert error_of(reply) == (400, -32020, 7), value
        assert name in reply.json["error"]["message"]


def test_a_name_may_be_sent_in_base64(service: Service) -> None:
    name = f"=?base64?{b64encode(b'solve_position').decode()}?="
    reply = service.post("/mcp", message("tools/call", SOLVE), **headers("tools/call", name))
    assert reply.json["result"]["structuredContent"]["nim_sum"] == 2


@pytest.mark.parametrize("method", ["initialize", "ping", "resources/list", "tools/listen", ""])
def test_an_unknown_method_is_not_found(service: Service, method: str) -> None:
    assert error_of(send(service, method)) == (404, -32601, 7)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/list", {"cursor": "2"}),
        ("tools/call", {"name": "solve"}),
        ("tools/call", {"arguments": {"piles": [1]}}),
        ("tools/call", {**SOLVE, "arguments": [3, 4, 5]}),
        ("tools/call", {**SOLVE, "arguments": None}),
    ],
)
def test_wrong_parameters_are_an_error(service: Service, method: str, params: Any) -> None:
    assert error_of(send(service, method, params)) == (400, -32602, 7)


def test_a_name_of_a_tool_that_is_no_string_is_an_error(service: Service) -> None:
    reply = service.post("/mcp", message("tools/call", {"name": 3}), **headers("tools/call", "3"))
    assert error_of(reply) == (400, -32602, 7)


def test_members_that_the_protocol_may_add_are_ignored(service: Service) -> None:
    meta = {**ENVELOPE, META + "clientInfo": {"name": "a", "version": "1"}, "progressToken": 1}
    body = message("tools/call", {**SOLVE, "_meta": meta, "requestState": "x"}, extra=[])
    reply = service.post("/mcp", body, **headers("tools/call", "solve_position"))
    assert reply.json["result"]["structuredContent"]["nim_sum"] == 2


def test_an_error_quotes_little_of_the_message(service: Service) -> None:
    long = "x" * 5_000
    assert len(send(service, long).body) < 300
    assert len(send(service, "tools/call", {"name": long}).body) < 600
    reply = post(service, message("server/discover"), **{"Mcp-Method": long})
    assert len(reply.body) < 300


def test_there_is_no_other_method_of_http(service: Service) -> None:
    for path in ("/mcp", "/mcp/"):
        reply = service.get(path)
        assert (reply.status, reply.headers["allow"]) == (405, "OPTIONS, POST")


def test_a_form_can_send_no_message(service: Service) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert error_of(post(service, message("server/discover"), **form)) == (415, -32600, None)


@given(
    st.dictionaries(
        st.integers(0, len(CALL) - 1),
        st.sampled_from(b'{}[]":,0-\\e\x00\xff'),
        min_size=1,
        max_size=4,
    )
)
@tries(500)
def test_no_bytes_in_place_of_others_make_it_fail(
    service: Service, bytes_at: dict[int, int]
) -> None:
    """Every request gets a JSON response, and never a 5xx."""
    body = bytearray(CALL)
    for place, byte in bytes_at.items():
        body[place] = byte
    reply = service.post("/mcp", bytes(body), **headers("tools/call", "solve_position"))
    assert reply.status in {200, 202, 400, 404}
    assert reply.body == b"" if reply.status == 202 else reply.json


def test_the_list_of_tools_is_compressed(service: Service) -> None:
    plain = send(service, "tools/list")
    sent = {**headers("tools/list"), "Accept-Encoding": "gzip"}
    small = service.post("/mcp", message("tools/list"), **sent)
    assert small.headers["content-encoding"] == "gzip"
    assert len(small.body) < len(plain.body) / 4


LOCAL = {"http://localhost", "https://localhost:6274", "http://127.0.0.1:8000", "http://[::1]:1"}
OTHERS = {
    *("http://a.example", "https://a.example:8000", "http://localhost.a.example", "null", ""),
    *("http://127.0.0.1.a.example", "http://192.0.2.1:8000", "http://[::1", "file://"),
    "http://notlocalhost",
}
"""Origins of pages on this machine and elsewhere."""


@pytest.mark.parametrize(
    ("origins", "origin", "status"),
    [
        ("*", "https://a.example", 200),
        ("https://a.example", "https://a.example", 200),
        ("https://a.example", "https://b.example", 403),
        ("https://a.example", "http://a.example", 403),
        ("https://a.example", "null", 403),
        ("https://a.example", "", 403),
        ("https://a.example", None, 200),
        ("none", "https://a.example", 403),
    ],
)
def test_pages_of_the_origins_that_cors_allows_may_ask(
    origins: str, origin: str | None, status: int
) -> None:
    service = InProcess(create_app(ACCESS_LOG=False, CORS_ORIGINS=origins))
    sent = {} if origin is None else {"Origin": origin}
    reply = post(service, message("server/discover"), **sent)
    assert reply.status == status
    if status == 403:
        assert error_of(reply) == (403, -32600, None)


@pytest.mark.parametrize(
    ("address", "settings", "allowed"),
    [
        ("127.0.0.1", {}, LOCAL),
        ("::1", {}, LOCAL),
        ("0.0.0.0", {}, LOCAL | OTHERS),  # noqa: S104
        ("192.0.2.1", {}, LOCAL | OTHERS),
        ("127.0.0.1", {"TRUSTED_PROXIES": "127.0.0.1"}, LOCAL | OTHERS),
        ("127.0.0.1", {"CORS_ORIGINS": "http://a.example"}, {"http://a.example"}),
    ],
)
def test_pages_of_other_sites_may_not_ask_a_service_for_this_machine(
    address: str, settings: dict[str, Any], allowed: set[str]
) -> None:
    """Listening on a loopback address, without a proxy in front and without a list of origins."""
    app = create_app(ACCESS_LOG=False, **settings)

    def status(**origin: str) -> str:
        variables = {variable_of(name): value for name, value in HEADERS.items()}
        sent = wsgi.post("/mcp", message("server/discover"), **variables, **origin)
        sent = sent._replace(headers={**sent.headers, "SERVER_NAME": address})
        return wsgi.call(app, sent).status

    answered = {origin for origin in LOCAL | OTHERS if status(HTTP_ORIGIN=origin) == "200 OK"}
    assert answered == allowed
    assert status() == "200 OK"


def test_a_page_may_ask_before_it_sends_the_headers(service: Service) -> None:
    reply = service.request("OPTIONS", "/mcp", headers={"Origin": "https://a.example"})
    assert "POST" in reply.headers["access-control-allow-methods"]
    assert "*" in reply.headers["access-control-allow-headers"]
