"""The genus of piles, which determines how they behave in misère play with piles of *2.

A pile of *2 has two options, *1 and the empty pile. The misère Grundy value of a position is 1 if
no move is legal, and otherwise the mex of its options' values. The genus of a position is its
Grundy value, followed by its misère Grundy values together with 0, 1, 2 … piles of *2.

Adding *1 to a position adds 1 to its misère Grundy value by exclusive or. So the value gₙ with n
piles of *2 is the mex of the n-th values of all options, of gₙ₋₁ and of gₙ₋₁ ⊕ 1. Once the values
of all options alternate with a period of 2, gₙ depends on gₙ₋₁ and on the parity of n alone. If
then gₙ = gₙ₊₂, the values alternate for ever.

Source: J. H. Conway, "On Numbers and Games" (1976), chapter 12; E. R. Berlekamp, J. H. Conway and
R. K. Guy, "Winning Ways", chapter 13.
"""

from collections.abc import Collection, Iterable, Sequence

from ..meter import STEPS_TO_KEEP, STEPS_TO_LIST, metered, spend
from .grundy import mex
from .search import Packed
from .tame import Pile, PileMoves, misere_values, sum_of_tame


def genera(pile_moves: PileMoves, values: Sequence[int], firm: Sequence[bool] = ()) -> list[str]:
    """The genus of each of the piles 0, 1, 2 …, which have these Grundy values.

    The first of them may be known to be tame, and whether they are firm. Raises TooMuchWork.

    >>> genera(lambda pile: [(n, [pile - n]) for n in range(1, pile + 1)], range(4))
    ['0^120', '1^031', '2^20', '3^31']
    """
    misere = _MisereValues(pile_moves, len(values), [*map(Pile, values, firm)])
    return [genus_text(value, misere.of_next_pile()) for value in values]


def tame_genus(pile: Pile) -> str:
    """The genus of a tame pile.

    >>> [*map(tame_genus, [Pile(0, False), Pile(1, False), Pile(0, True)])]
    ['0^120', '1^031', '0^02']
    """
    return genus_text(pile.value, misere_values(pile))


def genus_text(value: int, misere_values: Sequence[int]) -> str:
    """A genus as text; with commas if a misère Grundy value has two digits.

    >>> genus_text(4, [1, 4, 6]), genus_text(10, [10, 8])
    ('4^146', '10^10,8')
    """
    separator = "," if max(misere_values) > 9 else ""
    return f"{value}^{separator.join(map(str, misere_values))}"


class _MisereValues:
    """The misère Grundy values of positions with 0, 1, 2 … piles of *2.

    They end with the pair that alternates for ever. Positions are integers, and values are numbered
    in the order in which they are found: many positions have the same. Those of a sum of tame piles
    follow from these alone.
    """

    def __init__(self, pile_moves: PileMoves, size: int, tame: Sequence[Pile]) -> None:
        self._pile_moves, self._tame = pile_moves, tame
        self._packed = Packed(size, range(size))
        self._beyond_tame = self._packed.of([len(tame)])
        self._found: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self._after: dict[frozenset[int], int] = {}  # by the numbers of the options' values
        self._alone: list[int] = []  # of each pile
        self._known: dict[int, int] = {}  # of each position

    def of_next_pile(self) -> Sequence[int]:
        """The values of the next pile. Raises TooMuchWork."""
        pile, options = len(self._alone), set[int]()
        if pile < len(self._tame):
            number = self._number(misere_values(self._tame[pile]))
        else:
            for _, parts in metered(self._pile_moves(pile)):
                if len(parts) < 2:
                    options.add(self._alone[parts[0] if parts else 0])
                elif max(parts) < len(self._tame):
                    options.add(self._of_tame([self._tame[part] for part in parts]))
                else:
                    options.add(self._find([*filter(None, parts)]))
            number = self._of_options(options)
        self._alone.append(number)
        self._known[self._packed.of([pile]) if pile else 0] = number
        return self._found[number]

    def _replies(self, pile: int) -> Collection[tuple[int, ...]]:
        return {tuple(filter(None, parts)) for _, parts in self._pile_moves(pile)}

    def _find(self, piles: Sequence[int]) -> int:
        """The number of the values of several piles. Raises TooMuchWork."""
        start, known = self._packed.of(piles), self._known
        waiting, options_of = [start], dict[int, set[int]]()
        while waiting:
            position = waiting[-1]
            if position in known:
                waiting.pop()
                continue
            if position < self._beyond_tame:
                count, parts = self._packed.count, [*self._packed.parts(position)]
                known[position] = self._of_tame(
                    [self._tame[part] for part in parts for _ in range(count(position, part))]
                )
                continue
            options = options_of.get(position)
            if options is None:
                options = options_of[position] = {*self._packed.options(position, self._replies)}
                spend(2 * STEPS_TO_LIST * len(options))  # listed, and numbered
            unknown = [option for option in options if option not in known]
            waiting += unknown
            if not unknown:
                known[position] = self._of_options(map(known.__getitem__, options_of.pop(position)))
        return known[start]

    def _of_tame(self, piles: Sequence[Pile]) -> int:
        """The number of the values of these tame piles together."""
        spend(2 * STEPS_TO_KEEP)
        return self._number(misere_values(sum_of_tame(piles)))

    def _of_options(self, numbers: Iterable[int]) -> int:
        """The number of the values of a position, given those of its options."""
        options = frozenset(numbers)
        if options not in self._after:
            values = _alternating([self._found[number] for number in options])
            self._after[options] = self._number(values)
        return self._after[options]

    def _number(self, values: tuple[int, ...]) -> int:
        number = self._numbers.setdefault(values, len(self._found))
        if number == len(self._found):
            self._found.append(values)
        return number


def _alternating(options: Collection[tuple[int, ...]]) -> tuple[int, ...]:
    """The values of a position, given its options' values."""
    settled = max((len(values) - 2 for values in options), default=0)
    values: list[int] = []
    while len(values) < settled + 3 or values[-1] != values[-3]:
        n = len(values)
        reached = {_at(option, n) for option in options}
        if n:
            reached |= {values[-1], values[-1] ^ 1}
        values.append(mex(reached) if reached else 1)
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return tuple(values)


def _at(values: Sequence[int], n: int) -> int:
    """The value with n piles of *2."""
    if n < len(values):
        return values[n]
    return values[-2 + (n - len(values)) % 2]
