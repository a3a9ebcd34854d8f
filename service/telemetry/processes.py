"""Memory, start and children of processes, as Linux knows them; and what macOS has instead."""

import os
import sys
import tempfile
from functools import cache
from pathlib import Path

PROC = Path("/proc")
"""The directory in which Linux describes processes; other systems raise OSError."""


def file_in_memory() -> int:
    """The descriptor of a file without a name in memory; where there are none, on a disk."""
    if sys.platform == "linux" and hasattr(os, "memfd_create"):
        return os.memfd_create("nim-metrics")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in (PROC / f"{pid}/task/{pid}/children").read_text().split()]


def proportional_bytes(pid: int) -> int:
    """The memory of a process, less what others share of it; 0 if it has just ended."""
    try:
        lines = (PROC / f"{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        if (PROC / "self" / "smaps_rollup").exists():
            return 0
        raise
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def start_seconds(pid: int) -> float:
    """The start of a process, in seconds since 1970."""
    # The name, in parentheses, may hold spaces; the start is the 20th field after it.
    ticks = (PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()[19]
    return _boot_seconds() + int(ticks) / os.sysconf("SC_CLK_TCK")


@cache
def _boot_seconds() -> int:
    """The start of the system, in seconds since 1970."""
    lines = (PROC / "stat").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("btime ")]
    return int(line.split()[1])
