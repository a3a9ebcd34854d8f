"""prometheus_client's values in shared memory: no count is lost, and none stops the service."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest
from prometheus_client import values

from service.telemetry import shared_values
from service.telemetry.shared_memory import DESCRIPTOR, SIZE, Table, make, numbers, read
from service.telemetry.shared_values import SharedValue
from tests.support.paths import ROOT
from tests.support.waiting import wait_until

# --- The library ------------------------------------------------------------------------------

LIKE_THE_LIBRARY = """
import random
from prometheus_client import *
from service.telemetry import shared_values

disable_created_metrics()

def declared(registry):
    return [
        Counter("c", "What.", ["a", "b"], registry=registry),
        Gauge("g", "What.", ["a"], registry=registry, multiprocess_mode="livesum"),
        Summary("s", "What.", ["a", "b"], registry=registry),
        Histogram("h", "What.", ["a", "b"], registry=registry, buckets=BOUNDS),
        Counter("alone", "What.", registry=registry),
        Histogram("h_alone", "What.", registry=registry),
    ]

def count(instruments, random):
    counter, gauge, summary, histogram, alone, histogram_alone = instruments
    for _ in range(500):
        labels = random.choices(["a", "b/c", '<">', "\\\\", "\\n", "é", ""], k=2)
        amount = random.choice([*BOUNDS, random.uniform(0, 2 * BOUNDS[-1])])
        counter.labels(*labels).inc(amount)
        gauge.labels(labels[0]).set(amount)
        gauge.labels(labels[1]).dec(amount)
        summary.labels(*labels).observe(amount)
        histogram.labels(*labels).observe(amount)
        alone.inc()
        histogram_alone.observe(amount)

BOUNDS = (0.0001, 0.5, 1, 2.5, 10_000)
theirs, ours = CollectorRegistry(), CollectorRegistry()
count(declared(theirs), random.Random(1))

shared_values.install()
instruments = declared(REGISTRY)
shared_values.begin()
count(instruments, random.Random(1))
ours.register(shared_values.SharedRegistry())

platform = generate_latest(PLATFORM_COLLECTOR).decode()
others = {line.split()[2] for line in generate_latest(REGISTRY).decode().splitlines()
    if line.startswith("# HELP")} - {"c_total", "g", "s", "h", "alone_total", "h_alone"}

def lines(registry):
    text = generate_latest(registry).decode()
    return sorted(line for line in text.splitlines() if not any(name in line for name in others))

assert len(lines(theirs)) > 300
assert lines(ours) == lines(theirs)
"""


@pytest.mark.serving
def test_instruments_show_what_the_librarys_own_values_would() -> None:
    """It fails if prometheus_client no longer makes its values by `values.ValueClass`."""
    subprocess.run([sys.executable, "-c", LIKE_THE_LIBRARY], cwd=ROOT, check=True)


def test_a_number_without_room_is_not_shared_but_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(shared_values, "_table", Table(bytearray(128)))
    monkeypatch.setattr(shared_values, "_values", [])
    made = [SharedValue("counter", "c", "c_total", ["a"], [letter], "") for letter in "abcd"]
    for value in made:
        value.inc(2)
    assert [value.get() for value in made] == [2] * 4
    assert caplog.messages == [
        f'no room in the shared memory for ["counter","","c","_total",[["a","{letter}"]]]'
        for letter in "cd"
    ]


def test_a_service_without_memory_to_share_counts_as_the_library_does(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> int:
        raise OSError(24, "Too many open files")

    monkeypatch.delenv(DESCRIPTOR, raising=False)
    monkeypatch.setattr(shared_values, "make", fail)
    shared_values.install()
    assert caplog.messages == ["each worker has metrics of its own: [Errno 24] Too many open files"]
    assert values.ValueClass is not SharedValue


ALL_SERIES = """
from itertools import chain, product
from service.telemetry import shared_values

shared_values.install()
from service.game.games import GAMES
from service.api.errors import CODES
from service.api.problems import PROBLEMS
from service.operations import all_blueprints
from service.settings import Config
from service.telemetry import metrics, workers

operations = [*chain.from_iterable(all_blueprints(Config()).values())]
metrics.start_at_zero((each.path for each in operations), CODES)
for each in operations:
    answers = [(each.method, "200"), ("OPTIONS", "204")]
    if each.method == "GET":
        answers += [("GET", "304"), ("HEAD", "200"), ("HEAD", "304")]
    for method, status in answers:
        metrics.count_response(method, each.path, status, 0.1)
statuses = {str(problem.status) for problem in PROBLEMS.values()}
for route, status in product((*(each.path for each in operations), None), statuses):
    metrics.count_response("GET", route, status, 0.1)
for method in ("GET", "HEAD", "POST", "OPTIONS", "BREW"):
    metrics.count_response(metrics.known_method(method), None, "200", 0.1)
table = shared_values._table
print(len(table.memory), 8 * table._words[0])
"""


@pytest.mark.serving
def test_a_slot_fits_half_as_many_series_again_as_there_can_be() -> None:
    """A slot may have the series of another version, too."""
    command = [sys.executable, "-c", ALL_SERIES]
    size, used = map(int, subprocess.check_output(command, cwd=ROOT).split())
    assert size == SIZE
    assert SIZE / 4 < used < SIZE / 1.5


# --- Processes --------------------------------------------------------------------------------

# It does each line that it reads, and says when it is done.
PROGRAM = """
import gc, json, sys
from service.telemetry import shared_values
shared_values.install()
from prometheus_client import Counter, Gauge
counter, gauge = Counter("c", ""), Gauge("g", "", multiprocess_mode="livesum")
most = Gauge("most", "", multiprocess_mode="livemax")
shared_values.begin()
for line in sys.stdin:
    exec(line)
    print(flush=True)
"""
SCRAPE = (
    "print(json.dumps({s.name: s.value for m in shared_values.SharedRegistry().collect()"
    " for s in m.samples if m.name in {'c', 'g', 'most'}}))"
)


class Process:
    """A process that counts in the shared memory, as it is told."""

    def __init__(self, memory: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, DESCRIPTOR: str(memory)},
            pass_fds=[memory],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, line: str) -> str:
        """What it prints."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + "\n")
        process.stdin.flush()
        said = ""
        while (more := process.stdout.readline()) != "\n":
            assert more
            said += more
        return said

    def scrape(self) -> dict[str, float]:
        shown: dict[str, float] = json.loads(self.do(SCRAPE))
        return shown

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def memory() -> Iterator[int]:
    descriptor = make()
    yield descriptor
    os.close(descriptor)


def counts(memory: int) -> list[float]:
    """What each slot has counted."""
    return [
        sum(number[0] for key, number in numbers(slot) if '"counter","","c"' in key)
        for slot, _ in read(memory)
    ]


def held(memory: int) -> list[bool]:
    """Which slots living processes hold."""
    return [lives for _, lives in read(memory)]


@contextmanager
def processes(memory: int, count: int) -> Iterator[list[Process]]:
    """Some processes, until they are killed."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(Process(memory))) for _ in range(count)]


@pytest.mark.serving
def test_each_process_has_a_slot_of_its_own(memory: int) -> None:
    with processes(memory, 3) as three:
        for number, process in enumerate(three, 1):
            process.do(f"counter.inc({number}); gauge.set({number}); most.set({number})")
        assert sorted(counts(memory)) == [1, 2, 3]
        assert held(memory) == [True, True, True]
        for process in three:
            assert process.scrape() == {"c_total": 6, "g": 6, "most": 3}


@pytest.mark.serving
def test_a_killed_process_leaves_slot_and_counts_to_the_next(memory: int) -> None:
    for count in range(1, 4):
        with processes(memory, 1) as [process]:
            process.do("counter.inc()")
            assert (counts(memory), held(memory)) == ([count], [True])
            # A write to a page that the system has not got would end the process.
            assert os.fstat(memory).st_blocks * 512 >= SIZE
        assert (counts(memory), held(memory)) == ([count], [False])
    assert os.fstat(memory).st_size == SIZE


@pytest.mark.serving
def test_a_gauge_of_a_process_that_has_ended_does_not_count(memory: int) -> None:
    with processes(memory, 1) as [lives]:
        lives.do("counter.inc(); gauge.set(2); most.set(1)")
        with processes(memory, 1) as [killed]:
            killed.do("counter.inc(); gauge.set(40); most.set(40)")
            assert lives.scrape() == {"c_total": 2, "g": 42, "most": 40}
        assert lives.scrape() == {"c_total": 2, "g": 2, "most": 1}
        with processes(memory, 1) as [successor]:  # which takes over the slot, and has set no gauge
            assert successor.scrape() == {"c_total": 2, "g": 2, "most": 1}


@pytest.mark.serving
@pytest.mark.parametrize("done", [SCRAPE, "counter = gauge = most = None; gc.collect()"])
def test_a_process_holds_its_slot_whatever_it_does(memory: int, done: str) -> None:
    # The kernel gives all locks of a process back as soon as it closes the file once.
    with processes(memory, 2) as [one, two]:
        for process in (one, two, one):
            process.do(done)
        assert held(memory) == [True, True]


@pytest.mark.serving
def test_processes_that_start_at_once_while_another_scrapes_get_slots_of_their_own(
    memory: int,
) -> None:
    with processes(memory, 1) as [scraping], processes(memory, 4) as starting:
        wait_until(lambda: scraping.scrape() and sum(held(memory)) == 5)
        for process in starting:
            process.do("counter.inc()")
        assert [count for count in counts(memory) if count] == [1] * 4
