"""Misère play of games that are given as graphs: a player who can't move wins.

A position by itself follows from its options, in one pass from the end of the game. A sum of
positions does not follow from the classes of its components, nor from their Grundy values; so all
positions that it can come to are listed and then classified, from the end too. Such a position is a
multiset of positions with options: those without none change nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from service.game.errors import InputError, Location

Parts = tuple[int, ...]
"""The positions that a sum consists of, by their numbers, in ascending order."""


class TooManyPositions(InputError):
    """Too many positions are reachable from a sum; `locations` has the sum."""

    code = "too-much-work"

    def __init__(self, location: Location, max_steps: int) -> None:
        super().__init__(
            "In misère play this sum is solved by search, which takes more than "
            f"{max_steps:,} steps: one for each reachable position and for each of its moves, "
            "times the components.",
            location,
        )
        self.max_steps = max_steps


class MiserePlay(NamedTuple):
    """The winner of each position that was listed, and the listed position of each name."""

    wins: Mapping[Parts, bool]
    parts_of: Mapping[str, Parts]

    def name_wins(self, name: str) -> bool:
        """Whether the player to move wins the position or sum of this name."""
        return self.wins[self.parts_of[name]]

    def together(self, components: Iterable[str]) -> Parts:
        """A sum of positions."""
        return _together(self.parts_of[name] for name in components)

    def after(self, components: Sequence[str], name: str, option: str) -> Parts:
        """The sum after one of its components became an option of it."""
        i = components.index(name)
        return self.together([*components[:i], option, *components[i + 1 :]])


def play_out(
    options: Mapping[str, Sequence[str]],
    sums: Mapping[str, Sequence[str]],
    successors_first: Iterable[str],
    components: Sequence[str] | None,
    max_steps: int,
) -> MiserePlay:
    """Classify each position and sum, and the sum of the components. Raises TooManyPositions.

    `successors_first` are all names, each after its options or components.

    >>> play = play_out({"0": [], "1": ["0"]}, {"1+1": ["1", "1"]}, ["0", "1", "1+1"], None, 10)
    >>> play.name_wins("0"), play.name_wins("1"), play.name_wins("1+1")
    (True, False, True)
    """
    listing = _Listing(max_steps)
    for name in successors_first:
        if name in sums:
            listing.add_sum(name, sums[name])
        else:
            listing.add_position(name, options[name])
    for name in sums:
        listing.list_all_from(listing.parts_of[name], ("sums", name))
    if components is not None:
        start = _together(listing.parts_of[name] for name in components)
        listing.list_all_from(start, ("sum",))
    for name in options:
        listing.list_all_from(listing.parts_of[name], ("options", name))
    return MiserePlay(listing.classify(), listing.parts_of)


class _Listing:
    """The reachable positions, and the moves of each."""

    def __init__(self, max_steps: int) -> None:
        self.parts_of: dict[str, Parts] = {}
        # Of each position with options, by its number: what its moves leave, and more than the
        # weight of what any of them leaves.
        self._replies: list[list[Parts]] = []
        self._weights: list[int] = []
        # All positions listed, in turn; their indexes in that list; and what the moves of each
        # leave, as indexes: those of the last positions are still to be found.
        self._listed: list[Parts] = []
        self._indexes: dict[Parts, int] = {}
        self._moves: list[list[int]] = []
        self._max_steps = max_steps
        self._steps = 0

    def add_position(self, name: str, options: Iterable[str]) -> None:
        """Add a position, all of whose options are added."""
        replies = {self.parts_of[option] for option in options}
        if not replies:
            self.parts_of[name] = ()
            return
        self.parts_of[name] = (len(self._replies),)
        self._replies.append([*replies])
        self._weights.append(1 + max(map(self._weight, replies)))

    def add_sum(self, name: str, components: Sequence[str]) -> None:
        """Add a sum, all of whose components are added."""
        # A sum of sums of sums can have any number of parts.
        self._count(sum(len(self.parts_of[part]) for part in components), ("sums", name))
        self.parts_of[name] = _together(self.parts_of[part] for part in components)

    def list_all_from(self, start: Parts, location: Location) -> None:
        """List all positions that are reachable from here."""
        self._index_of(start)
        while len(self._moves) < len(self._listed):
            position = self._listed[len(self._moves)]
            # A position by itself has no more moves than were given.
            steps = len(position) if len(position) > 1 else 0
            self._count(steps, location)
            moves = []
            for left in self._following(position):
                self._count(steps, location)
                moves.append(self._index_of(left))
            self._moves.append(moves)

    def classify(self) -> dict[Parts, bool]:
        """Whether the player to move wins, for each position listed."""
        weights = [*map(self._weight, self._listed)]
        wins = [True] * len(weights)
        for i in sorted(range(len(weights)), key=weights.__getitem__):
            moves = self._moves[i]
            wins[i] = not moves or not all(map(wins.__getitem__, moves))
        return dict(zip(self._listed, wins, strict=True))

    def _index_of(self, position: Parts) -> int:
        index = self._indexes.setdefault(position, len(self._listed))
        if index == len(self._listed):
            self._listed.append(position)
        return index

    def _following(self, position: Parts) -> Iterator[Parts]:
        for i, part in enumerate(position):
            if i == 0 or part != position[i - 1]:
                others = position[:i] + position[i + 1 :]
                for reply in self._replies[part]:
                    yield tuple(sorted(others + reply)) if reply else others

    def _weight(self, position: Parts) -> int:
        return sum([self._weights[part] for part in position])

    def _count(self, steps: int, location: Location) -> None:
        self._steps += steps
        if self._steps > self._max_steps:
            raise TooManyPositions(location, self._max_steps)


def _together(positions: Iterable[Parts]) -> Parts:
    return tuple(sorted(part for position in positions for part in position))
