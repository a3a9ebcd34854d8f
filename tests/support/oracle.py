"""Independent truth: solvers that know only the rules of the games and the definition of mex.

Nothing here knows a theorem, so these solvers are slow and only for small positions.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

Piles = tuple[int, ...]


def legal_moves(piles: Piles) -> Iterator[tuple[int, int, Piles]]:
    """Each legal move of Nim: the pile's index, the objects removed, the piles left."""
    for i, p in enumerate(piles):
        for remove in range(1, p + 1):
            yield i, remove, (*piles[:i], p - remove, *piles[i + 1 :])


@cache
def to_move_wins(piles: Piles, misere: bool) -> bool:
    """Whether the player to move wins: by the rule if no object is left, else by some move."""
    if sum(piles) == 0:
        return misere  # the opponent took the last object, and so lost in misère play
    return any(not to_move_wins(left, misere) for _, _, left in legal_moves(piles))


def mex(values: Iterator[int] | Sequence[int]) -> int:
    """The least non-negative integer that is not among the values."""
    excluded = set(values)
    return min(set(range(len(excluded) + 1)) - excluded)


class Played(NamedTuple):
    """The result of playing out a position.

    The plies are the moves to the end if the winner hurries and the loser delays.
    """

    value: int
    normal_win: bool
    misere_win: bool
    normal_plies: int
    misere_plies: int

    def to_move_wins(self, misere: bool) -> bool:
        return self.misere_win if misere else self.normal_win

    def plies(self, misere: bool) -> int:
        return self.misere_plies if misere else self.normal_plies

    @classmethod
    def of(cls, after: Sequence["Played"]) -> "Played":
        """The result of a position, given those of its options."""
        return cls(
            value=mex([each.value for each in after]),
            normal_win=not all(each.normal_win for each in after),
            misere_win=not after or not all(each.misere_win for each in after),
            normal_plies=plies_after([(each.normal_win, each.normal_plies) for each in after]),
            misere_plies=plies_after([(each.misere_win, each.misere_plies) for each in after]),
        )


def plies_after(after: Sequence[tuple[bool, int]]) -> int:
    """The plies of a position, given who wins its options, and theirs."""
    if not after:
        return 0
    lost = [plies for wins, plies in after if not wins]
    return 1 + (min(lost) if lost else max(plies for _, plies in after))


def played_out(
    options: Mapping[str, Sequence[str]],
    components: Sequence[str],
    sums: Mapping[str, Sequence[str]] | None = None,
) -> Played:
    """The result of playing out a sum of positions, with its value by definition.

    `sums` names sums that options may lead to, and that may be components.
    """
    named = sums or {}

    def parts(name: str) -> list[str]:
        return [p for part in named[name] for p in parts(part)] if name in named else [name]

    @cache
    def play(at: tuple[str, ...]) -> Played:
        after = [
            play(tuple(sorted((*at[:i], *parts(option), *at[i + 1 :]))))
            for i, name in enumerate(at)
            for option in options[name]
        ]
        return Played.of(after)

    return play(tuple(sorted(part for name in components for part in parts(name))))


@cache
def nimber_sum(a: int, b: int) -> int:
    """The sum by its definition: no a' + b and no a + b' with a smaller operand may equal it."""
    return mex([nimber_sum(x, b) for x in range(a)] + [nimber_sum(a, y) for y in range(b)])


@cache
def nimber_product(a: int, b: int) -> int:
    """The product by its definition: the mex of a'b + ab' + a'b' over all smaller a' and b'."""
    return mex(
        [
            nimber_sum(nimber_sum(nimber_product(x, b), nimber_product(a, y)), nimber_product(x, y))
            for x in range(a)
            for y in range(b)
        ]
    )
