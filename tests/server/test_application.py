"""The server serves any WSGI application, by PEP 3333."""

import io
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment
from wsgiref.validate import validator

import pytest

from service.app import create_app
from service.server.application import Application, Later
from service.settings import Config
from tests.support import wires
from tests.support.applications import TEXT, tell
from tests.support.clients import BODY, CHUNKED, chunked, get, post, post_head
from tests.support.hello import hello
from tests.support.paths import ROOT
from tests.support.wires import Wire, World
from tests.support.wsgi import Request


@pytest.fixture
def flask() -> Iterator[Wire]:
    with wires.world(Application(hello)) as world:
        yield world.connect()


# --- Flask ------------------------------------------------------------------------------------


def test_flasks_own_hello_world_is_served(flask: Wire) -> None:
    reply = flask.ask(get(b"/"))
    assert (reply.status, reply.body) == (200, b"<p>Hello, World!</p>")
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert flask.ask(get(b"/nowhere")).status == 404


@pytest.mark.parametrize("size", [0, 10, 20_000, 300_000])
def test_flask_reads_a_body_of_any_size_however_it_is_sent(flask: Wire, size: int) -> None:
    body = b"x" * size
    in_chunks = chunked(*[body] * bool(body)) + b"0\r\n\r\n"
    for request in (post(body, path=b"/echo"), post_head(CHUNKED, path=b"/echo") + in_chunks):
        assert flask.ask(request).json == {"body": "x" * size, "type": "application/json"}


def test_flask_streams_a_response_in_the_context_of_its_request(flask: Wire) -> None:
    reply = flask.ask(get(b"/stream"))
    assert reply.status == 200
    assert reply.body.decode() == "".join(f"{number} /stream\n" for number in range(1_000))


def test_flask_sends_a_file_parts_of_it_and_that_it_has_not_changed(flask: Wire) -> None:
    content = (ROOT / "tests" / "support" / "hello.py").read_bytes()
    whole = flask.ask(get(b"/file"))
    assert (whole.status, whole.body) == (200, content)
    assert whole.headers["content-length"] == str(len(content))
    part = flask.ask(get(b"/file", b"Range: bytes=3-9\r\n"))
    assert (part.status, part.body) == (206, content[3:10])
    same = flask.ask(get(b"/file", b"If-None-Match: %b\r\n" % whole.headers["etag"].encode()))
    assert (same.status, same.body) == (304, b"")


def test_a_generator_of_flasks_that_fails_is_a_500_and_keeps_the_connection(flask: Wire) -> None:
    """Nothing of the response has been sent by then, so the client gets an error."""
    reply = flask.ask(get(b"/fails"))
    assert (reply.status, reply.body) == (500, b"It failed.\n")
    assert flask.ask(get(b"/")).status == 200


# --- The environ ------------------------------------------------------------------------------


@pytest.fixture
def tells() -> Iterator[World]:
    with wires.world(Application(tell)) as world:
        yield world


def test_the_environ_is_complete(tells: World, capsys: pytest.CaptureFixture[str]) -> None:
    request = post(b"hello", b"A: 1\r\na: 2\r\nB_C: 3\r\n", path=b"/a%20b?c=%20d")
    environ = tells.connect().ask(request).json
    del environ["switch_interval"]
    assert environ == {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/a b",
        "QUERY_STRING": "c=%20d",
        "RAW_URI": "/a%20b?c=%20d",
        "SERVER_NAME": "nim",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "192.0.2.1",
        "REMOTE_PORT": "50000",
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
    assert "written to wsgi.errors" in capsys.readouterr().err


def test_what_an_application_writes_to_an_environ_is_not_in_the_next(tells: World) -> None:
    wire = tells.connect()
    assert wire.ask(get(b"/a")).json == wire.ask(get(b"/a")).json


def test_what_is_no_utf_8_reaches_the_application_as_it_came(tells: World) -> None:
    assert tells.connect().ask(get(b"/%ff%C3%A9")).json["PATH_INFO"] == "/\xff\xc3\xa9"


# --- The response -----------------------------------------------------------------------------


class Closing:
    """Chunks that record that they are closed after use."""

    is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"one "
        yield b""
        yield b"two"

    def close(self) -> None:
        self.is_closed = True


Answer = Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]


def ask(answer: Answer, request: bytes = get(b"/")) -> Wire:
    """A connection after a response and a second one, which the server always sends."""
    with wires.world(Application(answer)) as world:
        wire = world.connect()
        wire.send(request, request)
        return wire


def written(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", TEXT)(b"one ")
    return [b"two"]


def file(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", TEXT)
    wrapped: Iterable[bytes] = environ["wsgi.file_wrapper"](io.BytesIO(b"one two"), 3)
    return wrapped


def started_again(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("404 Not Found", TEXT)
    try:
        raise ZeroDivisionError  # noqa: TRY301
    except ZeroDivisionError as error:
        start_response("200 OK", TEXT, (type(error), error, None))  # type: ignore[arg-type]
    return [b"one two"]


@pytest.mark.parametrize("answer", [written, file, started_again])
def test_an_application_may_return_a_response_in_any_form(answer: Answer) -> None:
    wire = ask(answer)
    for reply in (wire.reply(), wire.reply()):
        assert (reply.status, reply.body) == (200, b"one two")
        assert reply.headers["content-length"] == "7"


def test_a_response_is_closed_after_use() -> None:
    chunks = Closing()

    def closing(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response("200 OK", TEXT)
        return chunks

    assert ask(closing).reply().body == b"one two"
    assert chunks.is_closed


def text(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", TEXT)
    return ["one two"]  # type: ignore[list-item]


def started_twice(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", TEXT)
    start_response("200 OK", TEXT)
    return []


def never_started(_: WSGIEnvironment, __: StartResponse) -> Iterable[bytes]:
    return [b"one two"]


def raises(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    start_response("200 OK", TEXT)
    raise ZeroDivisionError("secret")


@pytest.mark.parametrize("answer", [text, started_twice, never_started, raises])
def test_what_the_specification_forbids_is_a_500_that_is_logged_and_keeps_the_connection(
    answer: Answer, caplog: pytest.LogCaptureFixture
) -> None:
    wire = ask(answer)
    for reply in (wire.reply(), wire.reply()):
        assert (reply.status, reply.body) == (500, b"It failed.\n")
    assert [record.exc_info is None for record in caplog.records] == [False, False]


WRONG_STARTS: dict[str, tuple[Any, Any]] = {
    "a status that is no text": (200, TEXT),
    "no status": (None, TEXT),
    "a status without its number": ("OK", TEXT),
    "a status that is not final": ("100 Continue", TEXT),
    "a name that is no text": ("200 OK", [(1, "a")]),
    "a name with a space": ("200 OK", [("A b", "a")]),
    "a line break": ("200 OK", [("A", "a\r\nB: b")]),
    "a character of two bytes": ("200 OK", [("A", "\u0141")]),
    "another length": ("200 OK", [("Content-Length", "5")]),
    "a length that is no text": ("200 OK", [("Content-Length", 7)]),
    "three in a pair": ("200 OK", [("A", "b", "c")]),
    "no headers": ("200 OK", None),
}


@pytest.mark.parametrize("name", WRONG_STARTS)
def test_what_can_not_begin_a_response_is_a_500_that_is_logged(
    caplog: pytest.LogCaptureFixture, name: str
) -> None:
    status, headers = WRONG_STARTS[name]

    def start(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        start_response(status, headers)
        return [b"one two"]

    wire = ask(start)
    for reply in (wire.reply(), wire.reply()):
        assert (reply.status, reply.body) == (500, b"It failed.\n")
    assert len(caplog.records) == 2


def test_any_application_gets_the_times_and_sizes_of_the_service() -> None:
    application, defaults = Application(hello), Config()
    assert application.request_timeout == defaults.request_timeout
    assert application.drain_seconds == defaults.drain_seconds
    assert application.max_body_bytes == defaults.max_body_bytes
    sizes = [16_384, 16_385]
    handled = [application.handle(Request("POST", "/").environ(), b" " * size) for size in sizes]
    assert [isinstance(each, Later) for each in handled] == [False, True]


def test_an_error_response_is_a_line_of_text() -> None:
    wire = ask(written, post_head(b"Content-Length: 9999999\r\n"))
    reply = wire.reply()
    assert (reply.status, reply.headers["content-type"]) == (413, "text/plain; charset=utf-8")
    assert reply.body == b"The body may be at most 1,048,576 bytes long.\n"
    assert wire.statuses == [413]


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (get(b"/move?piles=3,4,5"), 200),
        (get(b"/move", b"If-Match: x\r\n"), 422),
        (get(b"/nothing"), 404),
        (get(b"/").replace(b"GET", b"OPTIONS"), 204),
        (get(b"/move").replace(b"GET", b"DELETE"), 405),
        (get(b"/learn"), 200),
        (post(BODY.ljust(300_000)), 200),
        (post_head(CHUNKED) + chunked(BODY) + b"0\r\n\r\n", 200),
        (post_head(CHUNKED) + b"0\r\n\r\n", 400),
    ],
    ids=lambda value: value[:40].decode() if isinstance(value, bytes) else "",
)
def test_neither_the_server_nor_the_service_breaks_a_rule(request_: bytes, status: int) -> None:
    """PEP 3333 as wsgiref's validator interprets it."""
    with wires.world(Application(validator(create_app(ACCESS_LOG=False)))) as world:
        wire = world.connect()
        assert [wire.ask(request_).status for _ in range(2)] == [status] * 2
