"""Shared memory: what is written can be read, whatever a process left unfinished."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.telemetry.shared_memory import Table, make, numbers

KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)


@given(st.dictionaries(KEYS, st.floats(allow_nan=False), max_size=8))
def test_numbers_are_read_as_they_were_written(written: dict[str, float]) -> None:
    table = Table(bytearray(4_096))
    for key, value in written.items():
        number = table.number(key)
        assert number is not None
        number[0] = value
    for memory in (table.memory, bytes(table.memory)):
        assert {key: number[0] for key, number in numbers(memory)} == written


def test_the_next_table_goes_on_with_the_numbers() -> None:
    memory = bytearray(256)
    for count in range(1, 4):
        number = Table(memory).number("a")
        assert number is not None
        number[0] += 1
        assert [(key, number[0]) for key, number in numbers(memory)] == [("a", count)]


def test_a_number_without_room_costs_no_other() -> None:
    table = Table(bytearray(128))
    made = [key for key in "abcdefgh" if table.number(key)]
    assert 0 < len(made) < 8
    assert [key for key, _ in numbers(table.memory)] == made


def test_what_a_process_left_unfinished_is_neither_read_nor_counted() -> None:
    table = Table(bytearray(256))
    table.number("whole")
    end = 8 * (1 + table.memory[0])
    table.memory[end:] = b"\7" * (256 - end)  # killed before it said that there is more
    assert [key for key, _ in numbers(table.memory)] == ["whole"]
    number = Table(table.memory).number("next")
    assert number is not None
    assert number[0] == 0


@pytest.mark.parametrize("linux", [True, False])
def test_the_memory_has_no_name(monkeypatch: pytest.MonkeyPatch, *, linux: bool) -> None:
    if not linux:
        monkeypatch.delattr(os, "memfd_create")
    descriptor = make()
    try:
        assert os.pwrite(descriptor, b"here", 4) == 4
        assert os.pread(descriptor, 9, 0) == bytes(4) + b"here"
        assert os.fstat(descriptor).st_nlink == 0
    finally:
        os.close(descriptor)
