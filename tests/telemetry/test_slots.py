"""Slots: each process has its own, and none loses a count, whatever becomes of processes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.telemetry.processes import file_in_memory
from service.telemetry.slots import DESCRIPTOR, SIZE, Table, read, rows
from tests.support.paths import ROOT
from tests.support.waiting import wait_until

KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)

# --- A table ----------------------------------------------------------------------------------


@given(st.dictionaries(KEYS, st.lists(st.floats(allow_nan=False), max_size=4), max_size=8))
def test_what_is_written_is_read(series: dict[str, list[float]]) -> None:
    table = Table(bytearray(4_096))
    for key, numbers in series.items():
        row = table.row(key, len(numbers))
        assert row is not None
        for place, number in enumerate(numbers):
            row[place] = number
    for memory in (table.memory, bytes(table.memory)):
        assert {key: numbers.tolist() for key, numbers in rows(memory)} == series


def test_the_next_process_goes_on_with_the_numbers() -> None:
    memory = bytearray(256)
    for count in range(1, 4):
        row = Table(memory).row("a", 1)
        assert row is not None
        row[0] += 1
        assert [numbers.tolist() for _, numbers in rows(memory)] == [[count]]


def test_a_series_that_does_not_fit_costs_no_other() -> None:
    table = Table(bytearray(128))
    made = [key for key in "abcdefgh" if table.row(key, 1)]
    assert 0 < len(made) < 8
    assert [key for key, _ in rows(table.memory)] == made


def test_what_a_process_left_unfinished_is_neither_read_nor_counted() -> None:
    table = Table(bytearray(256))
    table.row("whole", 1)
    end = 8 * (1 + table.memory[0])
    table.memory[end:] = b"\7" * (256 - end)  # killed before it said that there is more
    assert [key for key, _ in rows(table.memory)] == ["whole"]
    row = Table(table.memory).row("next", 2)
    assert row is not None
    assert row.tolist() == [0, 0]


# --- Processes --------------------------------------------------------------------------------

# It does each line that it reads, and says when it is done.
PROGRAM = """
import gc, json, sys
from service.telemetry.exposition import InstrumentsCollector
from service.telemetry.instruments import Instruments
instruments = Instruments()
counted = InstrumentsCollector(instruments)
counter, gauge = instruments.counter("c", "").labels(), instruments.gauge("g", "").labels()
instruments.share()
for line in sys.stdin:
    exec(line)
    print(flush=True)
"""
SCRAPE = "print(json.dumps({s.name: s.value for m in counted.collect() for s in m.samples}))"


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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def memory() -> Iterator[int]:
    descriptor = file_in_memory()
    yield descriptor
    os.close(descriptor)


def counts(memory: int) -> list[float]:
    """What each slot has counted."""
    return [
        sum(numbers[0] for key, numbers in rows(slot) if key == "Counter c")
        for slot, _ in read(memory)
    ]


def held(memory: int) -> list[bool]:
    """Which slots living processes hold."""
    return [lives for _, lives in read(memory)]


def test_each_process_has_a_slot_of_its_own(memory: int) -> None:
    with Process(memory) as one, Process(memory) as two, Process(memory) as three:
        for number, process in enumerate((one, two, three), 1):
            process.do(f"counter.inc({number})")
        assert sorted(counts(memory)) == [1, 2, 3]
        assert held(memory) == [True, True, True]
        assert {json.loads(each.do(SCRAPE))["c_total"] for each in (one, two, three)} == {6}


def test_a_killed_process_leaves_slot_and_counts_to_the_next(memory: int) -> None:
    for count in range(1, 6):
        with Process(memory) as process:
            process.do("counter.inc()")
            assert (counts(memory), held(memory)) == ([count], [True])
        assert (counts(memory), held(memory)) == ([count], [False])
    assert os.fstat(memory).st_size == SIZE


def test_a_slot_has_all_its_pages_before_it_is_used(memory: int) -> None:
    # A write to a page that the system has not got would end the process.
    with Process(memory):
        wait_until(lambda: held(memory) == [True])
        assert os.fstat(memory).st_blocks * 512 >= SIZE


def test_a_gauge_of_a_process_that_has_ended_does_not_count(memory: int) -> None:
    with Process(memory) as lives:
        lives.do("counter.inc(); gauge.set(2)")
        with Process(memory) as killed:
            killed.do("counter.inc(); gauge.set(40)")
            assert json.loads(lives.do(SCRAPE)) == {"c_total": 2, "g": 42}
        assert json.loads(lives.do(SCRAPE)) == {"c_total": 2, "g": 2}


def test_a_slot_that_is_taken_over_keeps_its_counts_and_starts_with_clean_gauges(
    memory: int,
) -> None:
    with Process(memory) as killed:
        killed.do("counter.inc(); gauge.set(40)")
    with Process(memory) as successor:  # which has not set it
        assert json.loads(successor.do(SCRAPE)) == {"c_total": 1, "g": 0}


@pytest.mark.parametrize("done", [SCRAPE, "instruments = counted = counter = None; gc.collect()"])
def test_a_process_holds_its_slot_whatever_it_does(memory: int, done: str) -> None:
    # The kernel gives all locks of a process back as soon as it closes the file once.
    with Process(memory) as one, Process(memory) as two:
        for process in (one, two, one):
            process.do(done)
        assert held(memory) == [True, True]


def test_processes_that_start_at_once_while_another_scrapes_get_slots_of_their_own(
    memory: int,
) -> None:
    with Process(memory) as scraping:
        processes = [Process(memory) for _ in range(6)]
        try:
            wait_until(lambda: scraping.do(SCRAPE) and sum(held(memory)) == 7)
            for process in processes:
                process.do("counter.inc()")
            assert [count for count in counts(memory) if count] == [1] * 6
        finally:
            for process in processes:
                process.__exit__()


def test_processes_share_the_memory_for_series(memory: int) -> None:
    with Process(memory) as one, Process(memory) as two:
        for process in (one, two):
            process.do('errors = instruments.counter("e", "", ["kind"])')
        one.do('errors.labels("a").inc()')
        two.do('errors.labels("b").inc()')
        for process in (one, two):
            said = process.do('print([instruments.has_room(errors, [k], 2) for k in "abc"])')
            assert said == "[True, True, False]\n"


def test_what_another_version_declares_differently_is_left_out(memory: int) -> None:
    buckets = 'instruments.histogram("h", "", {}, ["a"]).labels("b").observe(1)'
    with Process(memory) as old, Process(memory) as new:
        old.do(buckets.format([1, 5]))
        new.do(buckets.format([1, 6]))
        for process, bound in ((old, "5"), (new, "6")):
            said = process.do(
                "print([s.labels['le'] for m in counted.collect() for s in m.samples"
                " if s.name == 'h_bucket' and s.value == 1])"
            )
            assert said == f"['1.0', '{bound}.0', '+Inf']\n"
