"""prometheus_client's multiprocess mode with files that a later worker goes on with."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import values

from service.telemetry import processes
from service.telemetry.processes import PIECE, NumberFile
from tests.support.paths import ROOT

LIKE_THE_LIBRARY = """
import random
from prometheus_client import *
from service.telemetry import exposition, processes

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
theirs = CollectorRegistry()
count(declared(theirs), random.Random(1))

processes.install()
instruments = declared(REGISTRY)
processes.number(1)
processes.begin(1, 1)
count(instruments, random.Random(1))
ours = exposition.registry()

platform = generate_latest(PLATFORM_COLLECTOR).decode()
others = {line.split()[2] for line in generate_latest(REGISTRY).decode().splitlines()
    if line.startswith("# HELP")} - {"c_total", "g", "s", "h", "alone_total", "h_alone"}

def lines(registry):
    text = generate_latest(registry).decode()
    return sorted(line for line in text.splitlines() if not any(name in line for name in others))

assert len(lines(theirs)) > 300
assert lines(ours) == lines(theirs)
processes.leave(is_last=True)
"""


@pytest.mark.serving
def test_instruments_show_what_the_librarys_own_values_would() -> None:
    """It fails if prometheus_client no longer makes its values by `values.ValueClass`."""
    subprocess.run([sys.executable, "-c", LIKE_THE_LIBRARY], cwd=ROOT, check=True)


def test_a_service_without_a_directory_counts_as_the_library_does(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**_: object) -> str:
        raise OSError(30, "Read-only file system")

    monkeypatch.delenv(processes.DIRECTORY, raising=False)
    monkeypatch.setattr(tempfile, "mkdtemp", fail)
    processes.install()
    assert caplog.messages == [
        "each worker keeps its own metrics: [Errno 30] Read-only file system"
    ]
    assert values.ValueClass is not processes.SharedValue


@pytest.mark.parametrize(
    ("may_write", "parent"), [(True, Path("/dev", "shm")), (False, Path(tempfile.gettempdir()))]
)
def test_the_files_are_in_memory_if_that_may_be_written_to(
    monkeypatch: pytest.MonkeyPatch, may_write: bool, parent: Path
) -> None:
    """Otherwise each count would wait for a disk now and then."""
    asked: list[Path] = []

    def make(directory: Path) -> str:
        asked.append(directory)
        raise OSError

    monkeypatch.delenv(processes.DIRECTORY, raising=False)
    monkeypatch.setattr(os, "access", lambda *_: may_write)
    monkeypatch.setattr(processes, "_make_directory", make)
    processes.install()
    assert asked == [parent]


def test_a_number_is_given_again_once_its_worker_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_numbers", {})
    for age in (1, 2, 3):
        processes.number(age)
    processes.end(2)
    for age in (4, 5):
        processes.number(age)
    assert processes._numbers == {1: 0, 3: 2, 4: 1, 5: 3}


def test_a_start_removes_the_directories_that_no_process_holds(tmp_path: Path) -> None:
    """Those of masters that were killed; a worker that still lives holds its master's."""
    left, held, foreign = (tmp_path / name for name in ("nim-metrics-1", "nim-metrics-2", "other"))
    for directory in (left, held, foreign):
        directory.mkdir()
        (directory / "counter_1.db").touch()
    descriptor = processes._hold(held)
    made = Path(processes._make_directory(tmp_path))
    os.close(descriptor)
    assert {*tmp_path.iterdir()} == {held, foreign, made}


def test_a_directory_that_was_just_made_is_not_removed(tmp_path: Path) -> None:
    first, second = (Path(processes._make_directory(tmp_path)) for _ in range(2))
    assert {*tmp_path.iterdir()} == {first, second}


def test_a_file_that_grows_keeps_its_numbers_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "counter_1.db"
    file: Any = NumberFile(path)
    numbers = {f"number {each}": file.number(f"number {each}") for each in range(5_000)}
    for each, number in enumerate(numbers.values()):
        number[0] = each
    assert path.stat().st_size > 2 * PIECE
    read = {key: value for key, value, *_ in file.read_all_values_from_file(str(path))}
    assert read == {f"number {each}": each for each in range(5_000)}
    number = None
    numbers.clear()
    file.close()


def test_a_file_without_memory_to_grow_goes_on_with_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file: Any = NumberFile(tmp_path / "counter_1.db")
    file.number("first")[0] = 1

    def fail(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fail)
        with pytest.raises(OSError, match="No space left"):
            [file.number(f"number {each}") for each in range(5_000)]
        file.number("first")[0] += 1
    file.number("n" * PIECE)[0] = 7
    assert [file.number(name)[0] for name in ("first", "number 0", "n" * PIECE)] == [2, 0, 7]
    file.close()
