"""Growing piles: a move makes a pile larger, and the player who reaches the target wins.

A move adds one of some numbers to a pile, or multiplies the pile by one of some numbers. Once the
piles together reach the target, no move is legal, so in normal play the player who reaches it has
won. Several piles are solved by search: play ends, since every move makes the total larger. With a
single pile, the winner is found for every size at once, beginning just below the target.

Russia's state exam in informatics has this game in its tasks 19 to 21.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from ..bounds import Example, PileLimits
from ..decision import BySearch, Decision
from ..errors import IllegalMove, WrongKeys
from ..game import Game
from ..meter import NUMBERS_IN_A_STEP, STEPS_TO_LIST, made_once, spend
from ..moves import Move, Piles, Said, becoming
from ..position import Position
from ..solution import Solution
from ..words.moves import numbers_in
from ..words.wording import NAMED, Reason, listed, named_pile, numbers

MAX_ADDED, MAX_FACTORS = 100, 8
"""Numbers that a move may add, and by which it may multiply."""

LARGEST_ADDED, LARGEST_FACTOR, LARGEST_TARGET = 10_000, 100, 10_000

EXAMPLES = (
    Example(
        MAX_ADDED,
        "numbers in `add`",
        "/move?game=growing&add=1,2,3,4,5,6,7,8,9,10&target=100&piles=0",
        "the race to 100: players count aloud, by 1 to 10",
    ),
    Example(
        MAX_FACTORS,
        "numbers in `multiply`",
        "/move?game=growing&multiply=2,3,4,5,6,7,8,9&target=162&piles=1",
        "A Multiplication Game, UVa 847",
    ),
    Example(
        LARGEST_TARGET,
        "`target`",
        "/move?game=growing&add=1&multiply=2&target=77&piles=7,20",
        "tasks 19 to 21 of the Russian state exam in informatics",
    ),
)

Numbers = tuple[int, ...]


class Growing(Game):
    """A move adds one of the numbers in `add` to a pile, or multiplies it by one in `multiply`.

    >>> position = Growing.position([7, 34], add=[1], multiply=[2], target=77)
    >>> [move.changes for move in position.winning_moves()]
    [((0, (8,)),)]
    """

    name = "growing"
    title = "Growing piles"
    rule = (
        "A move adds one of the numbers in `add` to a pile, or multiplies a pile that is not empty "
        "by one of those in `multiply`. No move is legal once the piles together reach `target`."
    )
    keys: ClassVar[Mapping[str, bool]] = {"add": False, "multiply": False, "target": True}
    form = "replacement"
    limits = PileLimits(1, 3, None)
    keeps_empty = True

    def __init__(self, add: Numbers, multiply: Numbers, target: int) -> None:
        self.add, self.multiply, self.target = add, multiply, target

    @classmethod
    def of(
        cls, target: int, add: Sequence[int] | None = None, multiply: Sequence[int] | None = None
    ) -> Game:
        """The game with these numbers. Raises WrongKeys if there are none."""
        if not add and not multiply:
            text = "The game growing requires this key, or multiply."
            raise WrongKeys("required", text, "add")
        return cls(tuple(sorted(add or ())), tuple(sorted(multiply or ())), target)

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title with the numbers.

        >>> Growing((1,), (2, 3), 20).title_of(Position(Growing((1,), (2, 3), 20), ()))
        'Growing piles (add 1, multiply by 2 or 3, to 20)'
        """
        ways = []
        if self.add:
            ways.append(f"add {numbers(self.add, 'or')}")
        if self.multiply:
            ways.append(f"multiply by {numbers(self.multiply, 'or')}")
        return f"{self.title} ({', '.join(ways)}, to {self.target:,})"

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        """The rule with the numbers."""
        ways = []
        if self.add:
            ways.append(f"adds {numbers(self.add, 'or')} to a pile")
        if self.multiply:
            by = numbers(self.multiply, "or")
            ways.append(f"multiplies a pile that is not empty by {by}")
        return (
            f"A move {', or '.join(ways)}. No move is legal once the piles together reach "
            f"{self.target:,}."
        )

    def text_of(self, position: Position, move: Move) -> str:
        """What a move adds to a pile, or by what it multiplies it if it can't add that."""
        ((i, (leaves,)),) = move.changes
        pile, name = position.piles[i], named_pile(i)
        if (added := leaves - pile) in self.add:
            return f"add {added:,} to {name}"
        return f"multiply {name} by {leaves // pile}"

    def read(self, position: Position, text: str) -> Said | None:
        """What is added to a pile, or by what it is multiplied."""
        if found := numbers_in(text, "add # to pile #"):
            by, number = found
            word, allowed = "add", self.add
        elif found := numbers_in(text, "multiply pile # by #"):
            number, by = found
            word, allowed = "multiply by", self.multiply
        else:
            return None
        if by not in allowed:
            raise IllegalMove(f"A move can't {word} {by:,} here.")
        pile = position.piles[number - 1] if 0 < number <= len(position.piles) else 0
        return Said(number - 1, leaves=pile + by if word == "add" else pile * by)

    def larger(self, pile: int) -> Sequence[int]:
        """What a move may make of a pile, in ascending order."""
        known = self._known.get(pile)
        if known is None:
            known = self._known[pile] = _larger(self.add, self.multiply, pile)
        return known

    @cached_property
    def _known(self) -> dict[int, Sequence[int]]:
        return {}

    def moves(self, position: Position) -> Iterator[Move]:
        if sum(position.piles) < self.target:
            for i, pile in enumerate(position.piles):
                for size in self.larger(pile):
                    yield becoming((i, [size]))

    def _left_of(self, part: Position) -> Iterator[tuple[Piles, int]]:
        piles = part.piles
        if sum(piles) < self.target:
            for i, pile in enumerate(piles):
                others = piles[:i] + piles[i + 1 :]
                for size in self.larger(pile):
                    yield tuple(sorted((*others, size))), 1

    def _count_moves(self, position: Position) -> int:
        if sum(position.piles) >= self.target:
            return 0
        return sum(len(self.larger(pile)) for pile in position.piles)

    def decide(self, position: Position) -> Decision:
        """A search, or the sizes of a single pile."""
        return BySearch(position) if len(position.piles) > 1 else _OnePile(position)


class _OnePile(Decision):
    """The sizes of a single pile decide, one by one."""

    game: Growing

    @cached_property
    def wins(self) -> bool:
        (pile,), misere = self.position.piles, self.position.misere
        if pile >= (game := self.game).target:
            return misere
        return _wins_alone(game.add, game.multiply, game.target, misere)[pile]

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        """By what the moves leave."""
        position, game = self.position, self.game
        (pile,), misere = position.piles, position.misere
        play, ends = ("misère", "loses") if misere else ("normal", "wins")
        yield (
            f"No move is legal once the pile has {game.target:,} or more, so in {play} play the "
            f"player who makes it that large {ends}."
        )
        yield (
            "The smaller sizes are decided one by one, beginning with the largest: a size is lost "
            "if and only if no move leaves a lost one."
        )
        left = [(size, position._replace(piles=(size,)).wins()) for size in game.larger(pile)]
        leaves = [size for size, wins in left if wins != solution.wins]
        named = listed([f"{size:,}" for size in leaves[:NAMED]], "or")
        if len(leaves) > NAMED:
            named = f"{', '.join(f'{size:,}' for size in leaves[:NAMED])} or another size"
        if solution.wins:
            yield f"A move from {pile:,} can leave {named}, and so the opponent loses."
        else:
            yield f"A move from {pile:,} leaves {named}, and then the opponent wins."


def _larger(add: Numbers, multiply: Numbers, pile: int) -> Sequence[int]:
    """What a move may make of a pile, in ascending order: small, for a search keeps thousands."""
    return array("I", sorted({pile + n for n in add} | {pile * n for n in multiply if pile}))


@made_once(16)
def _wins_alone(add: Numbers, multiply: Numbers, target: int, misere: bool) -> Sequence[bool]:
    """Whether the player to move wins a pile of each size below the target, if it is alone.

    Beginning with the largest, a size from which no move leaves a lost one is lost, and those that
    a move makes that size are won.
    """
    spend(target / NUMBERS_IN_A_STEP)
    if not misere:  # all sizes from which a move reaches the target
        by_adding = target - add[-1] if add else target
        first = min(by_adding, -(-target // multiply[-1])) if multiply else by_adding
        wins = [size >= max(first, not add) for size in range(target)]
    else:
        wins = [False] * target
    if not add:  # nothing is a multiple of nothing
        wins[0] = misere
    for pile in reversed(range(not add, target)):
        if wins[pile]:
            continue
        spend(STEPS_TO_LIST + (len(add) + len(multiply)) / NUMBERS_IN_A_STEP)
        for n in add:
            if n > pile:
                break
            wins[pile - n] = True
        for n in multiply:
            if pile and pile % n == 0:
                wins[pile // n] = True
    return wins
