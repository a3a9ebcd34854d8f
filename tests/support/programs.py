"""Other programs: run to their end, or kept running while a test needs them."""

import contextlib
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.waiting import wait_until

Command = Sequence[str | Path]


def run(
    command: Command, *, cwd: Path = ROOT, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A program's output and exit status. Its environment is added to ours."""
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )


def make(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`make` with variables, which it passes on to the programs that it starts."""
    settings = [f"{name}={value}" for name, value in variables.items()]
    # Another make may be running these tests with its own options.
    clean = {name: "" for name in os.environ if name.startswith(("MAKE", "MFLAGS"))}
    return run(["make", "--silent", *arguments, *settings], environment=clean)


@contextlib.contextmanager
def running(
    command: Command,
    ready: Callable[[], object],
    *,
    log: Path,
    environment: Mapping[str, str] | None = None,
) -> Iterator[int]:
    """Run a program until the block ends; yields its process id once it is ready."""
    with log.open("w") as output:
        process = subprocess.Popen(
            command, env={**os.environ, **(environment or {})}, stdout=output, stderr=output
        )
    try:
        wait_until(ready)
        yield process.pid
    finally:
        process.kill()
        process.wait()
