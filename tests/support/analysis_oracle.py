"""Independent truth for the analysis of a position: every line is played out by the rules alone."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tests.support.rules import Move, Option, Rules, State


class Fate(NamedTuple):
    """The outcome of a position: who wins, after how many moves, and by random play."""

    to_move_wins: bool
    plies: int
    chance: Fraction


class Analyst:
    """Plays out the positions of a game, and remembers them."""

    def __init__(self, rules: Rules, misere: bool) -> None:
        self.rules = rules
        self.misere = misere
        self._known: dict[State, Fate] = {}

    def fate(self, state: State) -> Fate:
        """Who wins if both play well, the loser as long and the winner as short as possible."""
        key = self.rules.canonical(state)
        if key not in self._known:
            self._known[key] = self._fate_from([self.fate(o.left) for o in self.rules.options(key)])
        return self._known[key]

    def _fate_from(self, after: Sequence[Fate]) -> Fate:
        if not after:
            return Fate(self.misere, 0, Fraction(int(self.misere)))
        chance = 1 - sum((each.chance for each in after), Fraction()) / len(after)
        lost = [each.plies for each in after if not each.to_move_wins]
        if lost:
            return Fate(True, 1 + min(lost), chance)
        return Fate(False, 1 + max(each.plies for each in after), chance)

    def best(self, state: State) -> list[Option]:
        """The fastest wins, or the moves that resist longest; in order."""
        fate = self.fate(state)
        return [
            option
            for option in self.rules.options(state)
            if self.fate(option.left).to_move_wins is not fate.to_move_wins
            and self.fate(option.left).plies == fate.plies - 1
        ]

    def analysis(self, state: State) -> dict[str, Any]:
        """The analysis that the service should return."""
        fate = self.fate(state)
        after = [self.fate(option.left) for option in self.rules.options(state)]
        line = self.line(state)
        return {
            "position_class": "N" if fate.to_move_wins else "P",
            "to_move_wins": fate.to_move_wins,
            "legal_move_count": len(after),
            "winning_move_count": sum(not each.to_move_wins for each in after),
            "plies": fate.plies,
            "move": line[0] if line else None,
            "random_play": float(fate.chance),
            "grundy_value": self.rules.value(state),
            "line": line,
        }

    def line(self, state: State) -> list[Move]:
        """The moves to the end, each the first of the best."""
        line: list[Move] = []
        while best := self.best(state):
            line.append(best[0].move)
            state = best[0].left
        return line

    def judged(self, state: State) -> list[dict[str, Any]]:
        """The outcome of each legal move."""
        judged: list[dict[str, Any]] = []
        fates = [self.fate(option.left) for option in self.rules.options(state)]
        soonest = min((each.plies for each in fates if not each.to_move_wins), default=0)
        latest = max((each.plies for each in fates if each.to_move_wins), default=0)
        for option, after in zip(self.rules.options(state), fates, strict=True):
            replies = self.best(option.left)
            delay = latest - after.plies if after.to_move_wins else after.plies - soonest
            judged.append(
                {
                    "move": option.move,
                    "wins": not after.to_move_wins,
                    "plies": after.plies,
                    "delay": delay,
                    "reply": replies[0].move if replies else None,
                }
            )
        return judged
