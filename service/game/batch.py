"""A batch of positions, each with a rule of its own or without one."""

from collections.abc import Sequence

from service.game.nim import Solution
from service.game.rules.any_number import NIM
from service.game.rules.rule import RemovalRule, Solver
from service.game.unanswerable import Place
from service.game.work import Budget, PileTooLarge

RuledPosition = tuple[Sequence[int], bool, RemovalRule | None]
"""Piles, whether in misère play, and the rule if there is one."""


def solve_batch(positions: Sequence[RuledPosition], most_values: int) -> list[Solution]:
    """Solve many positions, each with or without a rule. Raises PileTooLarge or TooManySets.

    At most `most_values` Grundy values are computed for all subtraction sets together, and each
    different set counts as 512 at least.

    >>> from service.game.rules.subtraction_set import SubtractionSet
    >>> pair = (1, 3, 4), (2, 5)
    >>> sets = [SubtractionSet(numbers, most_values=4096) for numbers in pair]
    >>> solutions = solve_batch([([7], False, None), *(([7], False, s) for s in sets)], 4096)
    >>> [solution["position_class"] for solution in solutions]
    ['N', 'P', 'P']
    """
    solvers = _solvers(positions, most_values)
    solutions: list[Solution] = []
    places: list[Place] = []
    refused: tuple[RemovalRule | None, int] | None = None  # the first set with too large a pile
    for i, (piles, misere, rule) in enumerate(positions):
        try:
            solutions.append(solvers[rule or NIM].solve(piles, misere))
        except PileTooLarge as error:
            refused = refused or (rule, error.largest)
            if rule == refused[0]:
                places += [("positions", i, *place) for place in error.places]
    if refused:
        raise PileTooLarge(places, refused[1])
    return solutions


def _solvers(positions: Sequence[RuledPosition], most_values: int) -> dict[RemovalRule, Solver]:
    """What solves the positions by each rule of a batch, up to its largest pile there."""
    largest: dict[RemovalRule, int] = {}
    for piles, _, rule in positions:
        key = rule or NIM
        largest[key] = max(largest.get(key, 0), max(piles, default=0))
    budget = Budget(most_values)
    return {rule: rule.up_to(pile, budget) for rule, pile in largest.items()}
