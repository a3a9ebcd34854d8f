"""One run: measures the sources of the chosen figures, each server started once."""

import json
import math
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench import rest, servers, waits
from bench.duels import Arena
from bench.figures import AtRest, BesideBatches, InProcess, Rate, Source, Stall, UnderLoad
from bench.stacks import Programs
from bench.table import say

Rounds = Mapping[Source, list[float]]
"""The result of each source in each round."""


@dataclass(frozen=True)
class Run:
    """How to measure."""

    programs: Programs
    rounds: int

    def measure(self, sources: Iterable[Source]) -> Rounds:
        """Measure all of these."""
        found = list(dict.fromkeys(sources))
        results: dict[Source, list[float]] = {}
        with Arena(self.programs) as arena:
            results |= self._under_load(arena, [s for s in found if isinstance(s, UnderLoad)])
            for source in found:
                if isinstance(source, Rate):
                    results[source] = arena.rate(source.request, self.rounds)
            results |= self._beside(arena, [s for s in found if isinstance(s, BesideBatches)])
        results |= self._stalls([s for s in found if isinstance(s, Stall)])
        results |= self._at_rest([s for s in found if isinstance(s, AtRest)])
        results |= self._in_process([s for s in found if isinstance(s, InProcess)])
        return results

    def _share(self, share: float) -> int:
        """A share of the rounds, at least one."""
        return max(1, math.ceil(share * self.rounds))

    def _under_load(self, arena: Arena, sources: list[UnderLoad]) -> Rounds:
        if not sources:
            return {}
        turns = arena.fight(list(dict.fromkeys(s.duel for s in sources)), self.rounds)
        return {source: source.value(turns[source.duel]) for source in sources}

    def _beside(self, arena: Arena, sources: list[BesideBatches]) -> Rounds:
        if not sources:
            return {}
        found = waits.beside_batches(arena.server("service"), self._share(1 / 2))
        return {source: found[source.key] for source in sources}

    def _stalls(self, sources: list[Stall]) -> Rounds:
        if not sources:
            return {}
        requests = [source.request for source in sources]
        found = waits.stalls(self.programs, requests, self._share(1 / 2))
        return {source: found[source.request] for source in sources}

    def _at_rest(self, sources: list[AtRest]) -> Rounds:
        measures = {
            "start": lambda: rest.starts(self.programs, self._share(4)),
            "memory": lambda: rest.memory(self.programs),
        }
        return {source: measures[source.key]() for source in sources}

    def _in_process(self, sources: list[InProcess]) -> Rounds:
        if not sources:
            return {}
        say("costs inside one process")
        names = [source.key for source in sources]
        output = subprocess.run(
            [sys.executable, "-m", "bench.inprocess", str(self._share(1.5)), *names],
            cwd=servers.ROOT,
            check=True,
            stdout=subprocess.PIPE,
            preexec_fn=servers.go_to_server_core,
        ).stdout
        found: dict[str, list[float]] = json.loads(output)
        return {source: found[source.key] for source in sources}
