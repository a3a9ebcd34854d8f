"""`make bench`: measures, prints the table, and fails if a figure is missed."""

import argparse
import os
import platform
import shutil
import sys
import time
from pathlib import Path

from bench import servers
from bench.figures import FIGURES, can_be_measured, chosen
from bench.run import Run
from bench.stacks import Programs
from bench.table import Row, markdown, say


def main() -> int:
    """The exit status: 0 if every figure is reached."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--peers", required=True, help="the directory of the peers' programs")
    parser.add_argument("--rounds", type=int, default=10, help="turns of each server (10)")
    parser.add_argument("--list", action="store_true", help="list the figures and end")
    parser.add_argument("figures", nargs="*", help="names' beginnings or lines' words: only these")
    arguments = parser.parse_args()
    figures = [figure for figure in chosen(arguments.figures) if can_be_measured(figure)]
    if arguments.list:
        print("\n".join(f"{figure.name:20} {figure.text}" for figure in figures))
        return 0
    if not figures:
        parser.error(
            f"no such figure; there are {', '.join(dict.fromkeys(f.name for f in FIGURES))}"
        )
    if reason := obstacle():
        print(f"bench: {reason}", file=sys.stderr)
        return 2

    servers.go_to_load_core()  # waiting for servers must not slow them down
    began = time.monotonic()
    programs = Programs(run=str(Path(sys.executable).parent), peers=arguments.peers)
    rounds = Run(programs, max(1, arguments.rounds)).measure(f.source for f in figures)
    rows = [Row.of(f.text, f.bound, rounds[f.source]) for f in figures]
    print(markdown(rows))
    say(f"{time.monotonic() - began:.0f} s, Python {platform.python_version()}")
    return 0 if all(row.ok for row in rows) else 1


def obstacle() -> str | None:
    """The reason why the benchmark can't run here, if there is one."""
    if not shutil.which("wrk"):
        return "needs the load generator wrk: install the package wrk (apt-get install wrk)"
    if not Path("/proc/self/smaps_rollup").exists():
        return "needs Linux, for /proc and for pinning processes to cores"
    if len(os.sched_getaffinity(0)) < 2:
        return "needs two cores, one for the server and one for wrk"
    return None


if __name__ == "__main__":
    sys.exit(main())
