"""Start time and memory of a server at rest, against the tutorial stack."""

from bench import stacks
from bench.payloads import SMALL
from bench.servers import CONNECTIONS
from bench.stacks import Programs
from bench.table import say

SECONDS = 2
"""Of load before memory is measured."""

WORKERS = 2
"""Of the servers whose memory is measured: the service's default."""


def starts(programs: Programs, turns: int) -> list[float]:
    """The time until the first answer."""
    ratios = []
    for turn in range(turns + 1):
        if turn % 2:  # otherwise each would always find the caches as the other left them
            with stacks.service(programs) as ours, stacks.tutorial(programs) as tutorial:
                pass
        else:
            with stacks.tutorial(programs) as tutorial, stacks.service(programs) as ours:
                pass
        say(f"start {turn}: {ours.first_response:.3f} s, tutorial {tutorial.first_response:.3f} s")
        if turn:  # the first turn also fills the disk cache
            ratios.append(ours.first_response / tutorial.first_response)
    return ratios


def memory(programs: Programs) -> list[float]:
    """The memory of a worker, after some load."""
    sizes = []
    with (
        stacks.service(programs, WORKERS) as ours,
        stacks.tutorial(programs, WORKERS) as tutorial,
    ):
        for server in ours, tutorial:
            server.load("/move", SMALL, SECONDS, CONNECTIONS)
            sizes.append(server.memory() / WORKERS)
            say(f"memory of a worker: {server.name} {sizes[-1]:.1f} MiB")
    return [sizes[0] / sizes[1]]
