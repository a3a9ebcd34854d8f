"""Why a position is won or lost under a rule, in sentences that a person can read."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from service.game.nim import Solution
from service.game.sentences import CANT_MOVE, LOSES, WINS
from service.game.wording import NAMED, counted, listed, ordinal, piles_have


class Reasons(Protocol):
    """A rule that can say where the values of its piles come from."""

    def value(self, pile: int, /) -> int:
        """The Grundy value of a pile."""

    def why_values(self) -> str:
        """Where the values of all piles come from, as a sentence."""

    def why_value(self, pile: int, /) -> str:
        """Why a pile has its value, as the beginning of a sentence."""

    def why_alone(self, pile: int, misere: bool, wins: bool, /) -> list[str]:
        """What makes a single pile simpler than many, if anything does; it replaces the columns."""


def ruled_sentences(
    rule: Reasons,
    piles: Sequence[int],
    misere: bool,
    solution: Solution,
    odd_columns: Sequence[int],
) -> Iterator[str]:
    """The reasons for the class of a position, and what to do about it.

    `odd_columns` are the place values of the columns that hold an odd number of 1s, the rows being
    the Grundy values.
    """
    if solution["best_move"] is None:
        yield "No move is legal."
        yield CANT_MOVE[misere]
        return
    wins = solution["to_move_wins"]
    yield WINS if wins else LOSES
    yield from _origins(piles, rule)
    only_one = sum(p > 0 for p in piles) == 1
    if only_one and (reasons := rule.why_alone(max(piles), misere, wins)):
        yield from reasons
    elif misere:
        yield from _misere(solution, odd_columns)
    else:
        yield from _parity(odd_columns)
        if odd_columns:
            yield "The player who always leaves every column even makes the last move."
        else:
            yield (
                "Any move makes some column odd; "
                "the opponent can then make every column even again."
            )
    yield from _moves(piles, rule, solution)


def _origins(piles: Sequence[int], rule: Reasons) -> Iterator[str]:
    indexes: dict[int, list[int]] = {}
    for i, p in enumerate(piles):
        indexes.setdefault(p, []).append(i)
    yield rule.why_values()
    for p in list(indexes)[:NAMED]:
        yield f"{rule.why_value(p)}, so {piles_have(indexes[p])} the value {rule.value(p)}."
    if len(indexes) > NAMED:
        yield "The other values are found in the same way."


def _parity(odd_columns: Sequence[int]) -> Iterator[str]:
    if not odd_columns:
        yield (
            "In binary the values have an even number of 1s in every column, "
            "so the position is even."
        )
    else:
        columns = "column" if len(odd_columns) == 1 else "columns"
        yield (
            "In binary the values have an odd number of 1s "
            f"in {columns} {listed(odd_columns)}, so the position is odd."
        )


def _misere(solution: Solution, odd_columns: Sequence[int]) -> Iterator[str]:
    values = solution["grundy_values"]
    if max(values) <= 1:
        ones = sum(values)
        yield (
            "No value is larger than 1, so in misère play the position is lost exactly if "
            "the number of piles with the value 1 is odd."
        )
        yield f"It is {ones}" + (
            ", and winning moves make it odd." if solution["to_move_wins"] else "."
        )
        return
    yield "Some value is larger than 1, so the columns decide as in normal play."
    yield from _parity(odd_columns)
    if odd_columns:
        yield (
            "The player who always leaves every column even, or an odd number of piles with "
            "the value 1 once no value is larger, wins."
        )
    else:
        yield (
            "Any move makes some column odd; the opponent can then make every column even again, "
            "or leave an odd number of piles with the value 1 and none with a larger one."
        )


def _moves(piles: Sequence[int], rule: Reasons, solution: Solution) -> Iterator[str]:
    winning, best = solution["winning_moves"], solution["best_move"]
    for move in winning[:NAMED]:
        i, leaves = move["pile"], move["leaves"]
        yield (
            f"Take {move['remove']} from the {ordinal(i)} pile: "
            f"{piles[i]} becomes {leaves}, with the value {rule.value(leaves)}."
        )
    if len(winning) > NAMED:
        yield f"There {counted(len(winning) - NAMED, 'more winning move')}."
    if not winning and best:
        yield (
            "No move wins; the suggested one takes as little as possible: "
            f"{best['remove']} from the {ordinal(best['pile'])} pile."
        )
