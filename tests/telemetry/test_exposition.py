"""The exposition: its formats, its version information, and how often it is made."""

from types import SimpleNamespace

import pytest

from service import __version__
from service.app import create_app
from service.telemetry import exposition as module
from service.telemetry.exposition import check_processes
from service.telemetry.metrics import SECONDS, count_response
from service.telemetry.processes import DIRECTORY
from tests.support.scraping import DURATION, scrape
from tests.support.servers import Server
from tests.support.service import InProcess, Service


def test_text_is_reused_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))
    exposition = module.Exposition()
    texts = []
    for now in (0.0, 0.9, 1.0):  # noqa: B007
        texts.append(exposition.text(""))
        count_response("GET", "/move", "200", 0.1)
    assert texts[0] == texts[1] != texts[2]


def test_buckets_of_a_histogram_are_cumulative_and_in_order(server: Server) -> None:
    server.post("/move", {"piles": [1]})
    labels = (
        'error_type="",http_request_method="POST",http_response_status_code="200",'
        'http_route="/move"'
    )
    shown = scrape(server)
    bounds = [*(str(float(bound)) for bound in SECONDS), "+Inf"]
    keys = [f'{DURATION}_bucket{{{labels},le="{bound}"}}' for bound in bounds]
    assert [key for key in shown if key.startswith(f"{DURATION}_bucket{{{labels},")] == keys
    counts = [shown[key] for key in keys]
    assert counts == sorted(counts)
    assert counts[-1] == shown[f"{DURATION}_count{{{labels}}}"] >= 1
    assert 0 < shown[f"{DURATION}_sum{{{labels}}}"] < 60 * counts[-1]


@pytest.mark.serving
def test_version_and_commit() -> None:
    with Server(NIM_REVISION="4f5d2c8", WEB_CONCURRENCY=1) as server:
        build = f'nim_build_info{{revision="4f5d2c8",version="{__version__}"}}'
        assert scrape(server)[build] == 1


PLAIN = "text/plain; version=0.0.4; charset=utf-8"
OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"


@pytest.mark.parametrize(
    ("accept", "content_type", "end"),
    [
        ("", PLAIN, b"\n"),
        ("*/*", PLAIN, b"\n"),
        ("application/openmetrics-text;version=1.0.0,text/plain;q=0.5", OPENMETRICS, b"# EOF\n"),
        ("application/openmetrics-text;version=77.0.0", OPENMETRICS, b"# EOF\n"),
        # An Accept header that makes no sense gets the plain format.
        ("text/plain;version=abc", PLAIN, b"\n"),
        ("text/plain;version=;escaping=x", PLAIN, b"\n"),
    ],
)
def test_format_is_negotiated(service: Service, accept: str, content_type: str, end: bytes) -> None:
    reply = service.get("/metrics", Accept=accept)
    assert reply.status == 200
    assert reply.headers["content-type"].startswith(content_type)
    assert reply.body.endswith(end)
    assert reply.headers["cache-control"] == "no-store"


def test_a_client_that_names_many_versions_gets_the_same_text(server: Server) -> None:
    """A text for each would fill the memory."""
    types, exposition = set(), module.Exposition()
    for number in range(50):
        accept = f"application/openmetrics-text;version={number}.{number}"
        types.add(server.get("/metrics", Accept=accept).headers["content-type"])
        exposition.text(accept)
    assert types == {OPENMETRICS}
    assert len(exposition._made) == 1


def test_no_metrics_where_they_are_switched_off() -> None:
    service = InProcess(create_app(METRICS="off", ACCESS_LOG=False))
    assert service.post("/move", {"piles": [3]}).status == 200
    assert service.get("/metrics").status == 404


@pytest.mark.parametrize(
    ("several", "shared", "warns"),
    [(True, False, True), (True, True, False), (False, False, False), (False, True, False)],
)
def test_several_processes_whose_values_are_not_added_up_are_a_warning(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    several: bool,
    shared: bool,
    warns: bool,
) -> None:
    monkeypatch.delenv(DIRECTORY, raising=False)
    if shared:
        monkeypatch.setenv(DIRECTORY, "/shared")
    check_processes.cache_clear()
    for _ in range(2):
        check_processes(several=several)
    check_processes.cache_clear()
    assert len(caplog.messages) == warns  # once
