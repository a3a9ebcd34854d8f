"""Tools that operators attach from outside see requests and exceptions, as the manual shows."""

import gzip
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.support.faulty import APPLICATION
from tests.support.paths import ROOT
from tests.support.programs import run
from tests.support.servers import Server, program
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

MANUAL = (ROOT / "docs/observability.md").read_text().partition("\n## Traces\n")[2]
POSITION = {"piles": [3, 4, 5]}
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture
def taken(httpserver: HTTPServer) -> list[str]:
    """Everything received by a collector that accepts anything."""
    found: list[str] = []

    def take(request: Request) -> Response:
        body = request.get_data()
        if request.content_encoding == "gzip":
            body = gzip.decompress(body)
        elif request.content_encoding == "deflate":
            body = zlib.decompress(body)
        found.append(body.decode(errors="replace"))
        return Response("{}")

    httpserver.expect_request(re.compile(".*")).respond_with_handler(take)
    return found


def use(server: Server) -> None:
    """A request that succeeds, one that is rejected, and one that fails."""
    headers = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}
    assert server.post("/move", POSITION, **headers).json["nim_sum"] == 2
    assert server.post("/move", {}).status == 422
    assert server.get("/raise").status == 500
    assert server.get("/healthz").status == 200


def test_opentelemetry_sees_requests_and_exceptions() -> None:
    (settings,) = re.findall(r"^export (OTEL_.*)$", MANUAL, re.MULTILINE)
    given = dict(setting.split("=") for setting in settings.split())
    given |= {f"OTEL_{kind}_EXPORTER": "none" for kind in ("METRICS", "LOGS")}
    (command,) = re.findall(r"^(opentelemetry-instrument) gunicorn$", MANUAL, re.MULTILINE)
    with Server(
        command=(program(command), program("gunicorn")),
        arguments=(APPLICATION,),
        WEB_CONCURRENCY=1,
        OTEL_TRACES_EXPORTER="console",
        **given,
    ) as server:
        use(server)
        server.stop()  # by then it has sent everything
    written = objects((server.logs / "stdout").read_text())
    spans = [each for each in written if "context" in each]
    lines = [each for each in written if "logger" in each and each["route"] != "/healthz"]
    # Each line names the span of its request, whether or not the request had a trace.
    assert [(f"0x{line['trace_id']}", f"0x{line['span_id']}") for line in lines] == [
        (span["context"]["trace_id"], span["context"]["span_id"]) for span in spans
    ]
    assert len(lines) == 3
    (failed,) = [each for each in server.log if "exception" in each]
    assert (failed["trace_id"], failed["span_id"]) == (lines[2]["trace_id"], lines[2]["span_id"])
    assert (failed["method"], failed["route"]) == ("GET", "/raise")
    seen = {span["name"]: span for span in spans}
    assert seen.keys() == {"POST /move", "GET /raise"}
    statuses = {span["attributes"]["http.response.status_code"] for span in spans}
    assert statuses == {200, 422, 500}
    assert {span["attributes"]["http.route"] for span in spans} == {"/move", "/raise"}
    assert {span["resource"]["attributes"]["service.name"] for span in spans} == {"nim"}
    assert f"0x{TRACE}" in {span["context"]["trace_id"] for span in spans}
    (event,) = seen["GET /raise"]["events"]
    assert event["attributes"]["exception.type"] == "ZeroDivisionError"
    assert "in fail" in event["attributes"]["exception.stacktrace"]


def objects(text: str) -> list[Any]:
    """The consecutive JSON objects in a text."""
    found, decoder = [], json.JSONDecoder()
    while text := text.lstrip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found


def test_sentry_sees_requests_and_exceptions(
    tmp_path: Path, httpserver: HTTPServer, taken: list[str]
) -> None:
    (lines,) = re.findall(r"```python\n# attached.py\n(.*?)```", MANUAL, re.DOTALL)
    assert "traces_sample_rate=0.1" in lines
    wanted = lines.replace("0.1", "1.0").replace("from service", "from tests.support.faulty")
    (tmp_path / "attached.py").write_text(wanted)
    address = f"{httpserver.host}:{httpserver.port}"
    with Server(
        arguments=("attached:app",),
        WEB_CONCURRENCY=1,
        PYTHONPATH=f"{tmp_path}:{ROOT}",
        SENTRY_DSN=f"http://key@{address}/1",
    ) as server:
        use(server)
        server.stop()
    wait_until(lambda: all(name in "".join(taken) for name in ("move.post", "ZeroDiv")))
    lines = [json.loads(line) for text in taken for line in text.splitlines() if line[:1] == "{"]
    requests = [line for line in lines if line.get("type") == "transaction" and "spans" in line]
    statuses = {r["contexts"]["trace"]["data"]["http.response.status_code"] for r in requests}
    assert ({r["transaction"] for r in requests}, statuses) == (
        {"move.post", "fail", "probes.healthz_get"},
        {200, 422, 500},
    )
    (error,) = [line for line in lines if "exception" in line]
    (exception,) = error["exception"]["values"]
    assert exception["type"] == "ZeroDivisionError"
    assert exception["stacktrace"]["frames"][-1]["function"] == "fail"


def test_elastic_sees_requests_and_exceptions(httpserver: HTTPServer, taken: list[str]) -> None:
    (command,) = re.findall(r"`(elasticapm-run) gunicorn`", MANUAL)
    address = f"{httpserver.host}:{httpserver.port}"
    with Server(
        command=(program(command), program("gunicorn")),
        arguments=(APPLICATION,),
        WEB_CONCURRENCY=1,
        ELASTIC_APM_SERVER_URL=f"http://{address}",
        ELASTIC_APM_CLOUD_PROVIDER="none",
    ) as server:
        use(server)
        server.stop()
    wait_until(lambda: all(name in "".join(taken) for name in ("POST /move", "ZeroDiv")))
    lines = [json.loads(line) for text in taken for line in text.splitlines() if line[:1] == "{"]
    requests = [line["transaction"] for line in lines if "transaction" in line]
    assert {(r["name"], r["result"]) for r in requests} >= {
        ("POST /move", "HTTP 2xx"), ("POST /move", "HTTP 4xx"), ("GET /raise", "HTTP 5xx"),
    }  # fmt: skip
    (error,) = [line["error"] for line in lines if "error" in line]
    assert error["exception"]["type"] == "ZeroDivisionError"


def test_nothing_is_loaded_that_is_not_attached() -> None:
    listing = "import sys, service.app; service.app.create_app(); print(*sys.modules)"
    result = run([program("python"), "-c", listing], environment={"NIM_ACCESS_LOG": "off"})
    assert result.returncode == 0, result.stderr
    loaded = {name.partition(".")[0] for name in result.stdout.split()}
    assert "flask" in loaded
    assert not loaded & {"opentelemetry", "sentry_sdk", "elasticapm", "ddtrace"}
