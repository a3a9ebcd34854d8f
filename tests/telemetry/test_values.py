"""The files of values: of prometheus_client's format, never larger than what is reserved."""

import mmap
import os
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.mmap_dict import MmapedDict

from service.http.faults import CODES
from service.http.problems import PROBLEMS
from service.operations import all_operations
from service.settings import Config
from service.telemetry import metric_files
from service.telemetry.metrics import (
    ERROR_CLASSES,
    OTHER_METHOD,
    UNMATCHED_ROUTE,
    Metrics,
)
from service.telemetry.values import SeriesFile

KEYS = st.lists(st.text(st.characters(codec="utf-8"), max_size=20), unique=True, max_size=8)


@given(KEYS)
def test_prometheus_client_reads_what_is_written(keys: list[str]) -> None:
    memory = bytearray(4_096)
    series = SeriesFile(memory)
    for number, key in enumerate(keys):
        index = series.find(key)
        assert index is not None
        series.doubles[index] += number
    file = Path(os.environ.get("TMPDIR", "/tmp"), f"nim-test-values-{os.getpid()}")  # noqa: S108
    try:
        file.write_bytes(memory)
        read = {key: value for key, value, *_ in MmapedDict.read_all_values_from_file(str(file))}
    finally:
        file.unlink()
    assert read == {key: float(number) for number, key in enumerate(keys)}


def test_what_prometheus_client_has_written_is_found(tmp_path: Path) -> None:
    written = MmapedDict(str(tmp_path / "a.db"))
    for number, key in enumerate(["one", "another", "a third one"]):
        written.write_value(key, float(number), 0.0)
    written.close()
    with (tmp_path / "a.db").open("r+b") as file:
        series = SeriesFile(mmap.mmap(file.fileno(), 0))
    places = [series.find(key) for key in ("one", "another", "a third one")]
    assert [series.doubles[place] for place in places if place is not None] == [0.0, 1.0, 2.0]


def test_a_file_is_never_made_larger() -> None:
    series = SeriesFile(bytearray(128))
    found = [series.find(f"key {number}") for number in range(10)]
    assert found[0] is not None
    assert found[-1] is None


def make_every_series(directory: str) -> dict[str, tuple[int, int]]:
    """Make each series that there can be; how many bytes of each file they take."""
    os.environ[metric_files.DIRECTORY] = directory
    metrics = Metrics()
    config = Config()
    operations = all_operations(config, Metrics(on=False))
    metrics.start_process()
    metrics.start_at_zero(each.path for each in operations)
    for each in operations:
        answered = [(each.method, "200"), ("OPTIONS", "204")]
        if each.method == "GET":
            answered += [("GET", "304"), ("HEAD", "200"), ("HEAD", "304"), ("GET", "503")]
        for method, status in answered:
            metrics.observe(method, each.path, status, 0.1)
    for problem in PROBLEMS.values():
        metrics.observe("GET", None, str(problem.status), 0.1)
    for method in ("GET", "HEAD", "POST", "OPTIONS", OTHER_METHOD):
        metrics.observe(method, UNMATCHED_ROUTE, "200", 0.1)
    assert {*ERROR_CLASSES} == {"4xx", "5xx"}
    metrics.count_faults([*CODES])
    rules = ("none", "max_remove", "subtraction_set", "octal", "variant", "another", "one more")
    for misere, kind, rule in product((True, False), ("N", "P"), rules):
        metrics.solved([1], misere, kind, rule)  # type: ignore[arg-type]
    metrics.publish(1, 1)
    used = {}
    for kind, size in metric_files.RESERVED.items():
        file = metric_files.reserved_file(kind)
        used[kind] = int.from_bytes(file.read_bytes()[:4], "little"), size
        assert file.stat().st_size == size
    return used


def test_what_is_reserved_holds_every_series_that_there_can_be(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        used = process.submit(make_every_series, str(tmp_path)).result(60)
    assert {kind for kind, (bytes_used, size) in used.items() if bytes_used > 0.8 * size} == set()
