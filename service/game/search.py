"""Exhaustive search for the winner in misère play, for games in which no rule is known."""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


class Search(Generic[P]):
    """Misère play of one game by search, in which each position is judged once.

    `options` gives the positions that moves leave, `refuse` the error for a position for which more
    than `max_positions` others must be judged.
    """

    def __init__(
        self,
        options: Callable[[P], Iterable[P]],
        max_positions: int,
        refuse: Callable[[], Exception],
    ) -> None:
        self._options, self._max_positions, self._refuse = options, max_positions, refuse
        self._found: dict[P, bool] = {}

    def wins(self, position: P) -> bool:
        """Whether the player to move wins. Raises the error of `refuse`.

        >>> search = Search(lambda pile: range(max(0, pile - 2), pile), 99, ValueError)
        >>> [search.wins(pile) for pile in range(5)]
        [True, False, True, True, False]
        """
        found, begun = self._found, 0
        options_of: dict[P, list[P]] = {}
        # A stack of our own: how deep play can go is for the position to choose.
        stack = [position]
        while stack:
            current = stack[-1]
            if current in found:
                stack.pop()
                continue
            if current not in options_of:
                begun += 1
                if begun > self._max_positions:
                    raise self._refuse()
                options_of[current] = [*self._options(current)]
            options = options_of[current]
            unknown = next((option for option in options if option not in found), None)
            if not options or any(found.get(option) is False for option in options):
                found[current] = True
            elif unknown is None:
                found[current] = False
            else:
                stack.append(unknown)
        return found[position]
