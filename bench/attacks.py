"""How long another client waits alongside the most expensive requests, and alongside a control.

Run as `python -m bench.attacks [KIND]` in the tests' environment. It prints a table of the median
and the 99th percentile in milliseconds, and the ratio of both to the control, the same number of
connections that request `/healthz`. Each is the median of several rounds that alternate between
the two. A ratio of at most 2 is good on an otherwise idle machine.
"""

import sys
from statistics import median

from tests.support.attacks import ATTACKS
from tests.support.clients import get
from tests.support.hostile import Attack, control, hostile, waits
from tests.support.servers import Server

ROUNDS = 5
WAITS = 120
MOVE = get(b"/move?piles=3,4,5")


def figures(server: Server, attack: Attack) -> tuple[float, float]:
    """Median and 99th percentile, in milliseconds."""
    with hostile(server, attack):
        found = waits(server, MOVE, WAITS)
    return 1_000 * found[WAITS // 2], 1_000 * found[WAITS * 99 // 100]


def main() -> None:
    """Print the table."""
    sys.stdout.write("p50      p99      times the control\n")
    for kind, request in ATTACKS.items():
        if not set(sys.argv[1:]) - {kind}:
            attack = Attack(request)
            with Server(WEB_CONCURRENCY=1) as server:
                rounds = [
                    (*figures(server, control(attack)), *figures(server, attack))
                    for _ in range(ROUNDS)
                ]
            p50, p99, times, times_p99 = (
                median(each)
                for each in zip(*((c, d, c / a, d / b) for a, b, c, d in rounds), strict=True)
            )
            ratios = f"{times:.1f} and {times_p99:.1f}"
            sys.stdout.write(f"{p50:5.1f} ms {p99:5.1f} ms {ratios}  {kind}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
