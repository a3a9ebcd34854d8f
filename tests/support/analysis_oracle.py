"""Independent truth for the analysis of a position: every line is played out by the rules alone."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tests.support.rules import Move, Option, Rules, State


class Outcome(NamedTuple):
    """The outcome of a position: who wins, after how many moves, and by random play."""

    to_move_wins: bool
    plies: int
    chance: Fraction


class Analyst:
    """Plays out the positions of a game, and remembers them."""

    def __init__(self, rules: Rules, misere: bool) -> None:
        self.rules = rules
        self.misere = misere
        self._known: dict[State, Outcome] = {}

    def outcome(self, state: State) -> Outcome:
        """Who wins if both play well, the loser as long and the winner as short as possible."""
        key = self.rules.canonical(state)
        if key not in self._known:
            self._known[key] = self._outcome_from(
                [self.outcome(o.left) for o in self.rules.options(key)]
            )
        return self._known[key]

    def _outcome_from(self, after: Sequence[Outcome]) -> Outcome:
        if not after:
            return Outcome(self.misere, 0, Fraction(int(self.misere)))
        chance = 1 - sum((each.chance for each in after), Fraction()) / len(after)
        lost = [each.plies for each in after if not each.to_move_wins]
        if lost:
            return Outcome(True, 1 + min(lost), chance)
        return Outcome(False, 1 + max(each.plies for each in after), chance)

    def best(self, state: State) -> list[Option]:
        """The fastest wins, or the moves that resist longest; in order."""
        outcome = self.outcome(state)
        return [
            option
            for option in self.rules.options(state)
            if self.outcome(option.left).to_move_wins is not outcome.to_move_wins
            and self.outcome(option.left).plies == outcome.plies - 1
        ]

    def analysis(self, state: State) -> dict[str, Any]:
        """The analysis that the service should return."""
        outcome = self.outcome(state)
        after = [self.outcome(option.left) for option in self.rules.options(state)]
        line = self.line(state)
        return {
            "position_class": "N" if outcome.to_move_wins else "P",
            "to_move_wins": outcome.to_move_wins,
            "legal_move_count": len(after),
            "winning_move_count": sum(not each.to_move_wins for each in after),
            "plies": outcome.plies,
            "move": line[0] if line else None,
            "random_play": float(outcome.chance),
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
        outcomes = [self.outcome(option.left) for option in self.rules.options(state)]
        soonest = min((each.plies for each in outcomes if not each.to_move_wins), default=0)
        latest = max((each.plies for each in outcomes if each.to_move_wins), default=0)
        for option, after in zip(self.rules.options(state), outcomes, strict=True):
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
