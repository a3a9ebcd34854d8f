"""Instruments: they show what prometheus_client's own would."""

import prometheus_client
import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, generate_latest

from service.telemetry import instruments as module
from service.telemetry.exposition import InstrumentsCollector
from service.telemetry.instruments import Instruments

LABELS = st.text('abc/<>"\\ é', max_size=5)
BOUNDS = (0.0001, 0.5, 1, 2.5, 10_000)
AMOUNTS = st.one_of(st.sampled_from(BOUNDS), st.floats(0, 20_000))


def lines(registry: CollectorRegistry) -> set[str]:
    """What Prometheus reads, less what says when a series was made."""
    text = generate_latest(registry).decode()
    return {line for line in text.splitlines() if "_created" not in line}


@given(st.lists(st.tuples(LABELS, LABELS, AMOUNTS), min_size=1, max_size=20))
def test_they_show_what_prometheus_clients_own_would(counted: list[tuple[str, str, float]]) -> None:
    theirs, ours = CollectorRegistry(), CollectorRegistry()
    some = Instruments()
    ours.register(InstrumentsCollector(some))
    counters = (
        prometheus_client.Counter("c", "What.", ["a", "b"], registry=theirs),
        some.counter("c", "What.", ["a", "b"]),
    )
    histograms = (
        prometheus_client.Histogram("h", "What.", ["a", "b"], buckets=BOUNDS, registry=theirs),
        some.histogram("h", "What.", BOUNDS, ["a", "b"]),
    )
    gauges = (
        prometheus_client.Gauge("g", "What.", registry=theirs),
        some.gauge("g", "What.").labels(),
    )
    for first, second, amount in counted:
        for counter in counters:
            counter.labels(first, second).inc(amount)
        for histogram in histograms:
            histogram.labels(first, second).observe(amount)
        for gauge in gauges:
            gauge.set(amount)
    assert lines(ours) == lines(theirs)


def test_a_counter_follows_a_number_that_grows() -> None:
    counter = Instruments().counter("c", "").labels()
    for total in (2, 5, 3, 5, 6):
        counter.follow(total)
    assert counter.numbers[0] == 6


def test_a_series_that_does_not_fit_is_not_counted_but_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "SIZE", 128)
    some = Instruments()
    counter = some.counter("c", "", ["label"])
    for _ in range(2):
        for value in "abcd":
            counter.labels(value).inc()
    shown = InstrumentsCollector(some).collect()
    assert {s.labels["label"]: s.value for m in shown for s in m.samples} == {"a": 2, "b": 2}
    assert caplog.messages == [f"no room in the slot for 'Counter c label\\n{v}'" for v in "cd"]
