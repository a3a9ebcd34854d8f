"""The server serves any WSGI application, by PEP 3333."""

from collections.abc import Iterator

import pytest

from service.server import limits
from tests.support.applications import serve
from tests.support.clients import CHUNKED, Client, chunked, get, post, post_head, statuses
from tests.support.paths import ROOT
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

ANSWER = b"one two"


@pytest.fixture(scope="module")
def hello() -> Iterator[Server]:
    with serve("hello", module="tests.support.hello") as server:
        yield server


@pytest.fixture(scope="module")
def answers() -> Iterator[Server]:
    with serve("answers") as server:
        yield server


@pytest.fixture(scope="module")
def tells() -> Iterator[Server]:
    with serve("tell") as server:
        yield server


def test_flasks_own_hello_world_is_served(hello: Server) -> None:
    reply = hello.get("/")
    assert (reply.status, reply.body) == (200, b"<p>Hello, World!</p>")
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert hello.get("/nowhere").status == 404


@pytest.mark.parametrize("size", [0, 10, 20_000, 300_000])
def test_flask_reads_a_body_of_any_size_however_it_is_sent(hello: Server, size: int) -> None:
    body = b"x" * size
    with Client(hello) as client:
        for request in (
            post(body, path=b"/echo"),
            post_head(CHUNKED, path=b"/echo") + chunked(*[body] * bool(body)) + b"0\r\n\r\n",
        ):
            assert client.ask(request).json == {"body": "x" * size, "type": "application/json"}


def test_flask_streams_a_response_in_the_context_of_its_request(hello: Server) -> None:
    reply = hello.get("/stream")
    assert reply.status == 200
    assert reply.body.decode() == "".join(f"{number} /stream\n" for number in range(1_000))


def test_flask_sends_a_file_parts_of_it_and_that_it_has_not_changed(hello: Server) -> None:
    content = (ROOT / "tests" / "support" / "hello.py").read_bytes()
    whole = hello.get("/file")
    assert (whole.status, whole.body) == (200, content)
    assert whole.headers["content-length"] == str(len(content))
    part = hello.request("GET", "/file", headers={"Range": "bytes=3-9"})
    assert (part.status, part.body) == (206, content[3:10])
    known = {"If-None-Match": whole.headers["etag"]}
    same = hello.request("GET", "/file", headers=known)
    assert (same.status, same.body) == (304, b"")


def test_a_generator_of_flasks_that_fails_is_a_500_and_keeps_the_connection(hello: Server) -> None:
    """Nothing of the response has been sent by then, so the client gets an error."""
    with Client(hello) as client:
        reply = client.ask(get(b"/fails"))
        assert (reply.status, reply.body) == (500, b"It failed.\n")
        assert client.ask(get(b"/")).status == 200
    assert "ZeroDivisionError: secret" in hello.errors


def test_the_environ_is_complete(tells: Server) -> None:
    with Client(tells) as client:
        environ = client.ask(
            post(b"hello", b"A: 1\r\na: 2\r\nB_C: 3\r\n", path=b"/a%20b?c=%20d")
        ).json
        assert environ == {
            "REQUEST_METHOD": "POST",
            "SCRIPT_NAME": "",
            "PATH_INFO": "/a b",
            "QUERY_STRING": "c=%20d",
            "RAW_URI": "/a%20b?c=%20d",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": str(tells.port),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "REMOTE_PORT": str(client.port),
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": "5",
            "HTTP_HOST": "nim",
            "HTTP_A": "1,2",
            "body": "hello",
            "wsgi.version": [1, 0],
            "wsgi.url_scheme": "http",
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            "wsgi.input_terminated": True,
        }
    wait_until(lambda: "written to wsgi.errors" in tells.errors)


def test_a_small_request_waits_for_a_large_one_only_briefly() -> None:
    """The interpreter's own time, of 5 ms, is that for which each of many small ones would wait."""
    with serve("interval") as server:
        assert float(server.get("/").body) == pytest.approx(limits.SWITCH_INTERVAL)


def test_what_an_application_writes_to_an_environ_is_not_in_the_next(tells: Server) -> None:
    with Client(tells) as client:
        assert client.ask(get(b"/a")).json == client.ask(get(b"/a")).json


def test_what_is_no_utf_8_reaches_the_application_as_it_came(tells: Server) -> None:
    with Client(tells) as client:
        assert client.ask(get(b"/%ff%C3%A9")).json["PATH_INFO"] == "/\xff\xc3\xa9"


@pytest.mark.parametrize("path", ["/chunks", "/write", "/file", "/declared"])
def test_an_application_may_return_a_response_in_any_form(answers: Server, path: str) -> None:
    with Client(answers) as client:
        for _ in range(2):
            reply = client.ask(get(path.encode()))
            assert (reply.status, reply.body) == (200, ANSWER)
            assert reply.headers["content-length"] == "7"
            assert "date" in reply.headers


def test_a_response_is_closed_after_use(answers: Server) -> None:
    before = answers.errors.count("closed")
    assert answers.get("/chunks").status == 200
    wait_until(lambda: answers.errors.count("closed") == before + 1)


def test_a_response_may_be_started_again_after_an_error(answers: Server) -> None:
    assert answers.get("/again").status == 503


def test_an_empty_response_has_no_length(answers: Server) -> None:
    with Client(answers) as client:
        reply = client.ask(get(b"/empty"))
        assert (reply.status, "content-length" in reply.headers) == (204, False)
        assert client.ask(get(b"/chunks")).body == ANSWER


def test_head_has_the_length_of_get_and_no_content(answers: Server) -> None:
    with Client(answers) as client:
        client.send(
            get(b"/chunks").replace(b"GET", b"HEAD"), get(b"/chunks", b"Connection: close\r\n")
        )
        head, _, rest = client.rest().partition(b"\r\n\r\n")
        assert b"\r\nContent-Length: 7" in head
        assert statuses(rest) == [200]
        assert rest.startswith(b"HTTP/1.1")


@pytest.mark.parametrize(
    "path",
    ["/wrong-length", "/line-end", "/no-latin", "/text", "/twice", "/raise", "/without-a-start"],
)
def test_what_the_specification_forbids_is_a_500_and_keeps_the_connection(
    answers: Server, path: str
) -> None:
    with Client(answers) as client:
        reply = client.ask(get(path.encode()))
        assert (reply.status, reply.body) == (500, b"It failed.\n")
        assert "set-cookie" not in reply.headers
        assert client.ask(get(b"/chunks")).body == ANSWER
    assert "Traceback" in answers.errors


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (get(b"/", b"A: " + b"b" * 10_000 + b"\r\n"), 431),
        (get(b"/" + b"a" * 10_000), 414),
        (post_head(b"Content-Length: 9999999\r\n"), 413),
        (post_head(b"Transfer-Encoding: gzip, chunked\r\n"), 501),
    ],
)
def test_an_error_response_is_a_line_of_text(answers: Server, request_: bytes, status: int) -> None:
    with Client(answers) as client:
        reply = client.ask(request_)
        assert reply.status == status
        assert reply.headers["content-type"] == "text/plain; charset=utf-8"
        assert reply.body.endswith(b".\n")
        client.end()
        assert client.rest() == b""


@pytest.mark.parametrize(
    "host",
    [
        b"",
        b":80",
        b"a..b",
        b".a",
        b"a" * 64,
        b"a." + b"b" * 64 + b".c",
        b"a b",
        b"a/b",
        b"a:b",
        b"[::g]",
    ],
)
def test_a_host_that_no_host_has_is_rejected(answers: Server, host: bytes) -> None:
    with Client(answers) as client:
        assert client.ask(b"GET /chunks HTTP/1.1\r\nHost: " + host + b"\r\n\r\n").status == 400


@pytest.mark.parametrize(
    "host",
    [b"a.b", b"a.b.", b"a" * 63, b"a:80", b"a:", b"127.0.0.1", b"[::1]:80", b"a_b", b"xn--d"],
)
def test_a_host_that_a_host_may_have_is_served(answers: Server, host: bytes) -> None:
    with Client(answers) as client:
        assert client.ask(b"GET /chunks HTTP/1.1\r\nHost: " + host + b"\r\n\r\n").status == 200
