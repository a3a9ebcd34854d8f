"""The Grundy values of single piles, against their definition."""

import pytest

from service.game.game import Game
from service.game.games import GAMES
from service.game.questions.values import has_values, values
from tests.support import golden_values
from tests.support.cases import CASES, Case
from tests.support.octal_codes import game as octal
from tests.support.octal_codes import plain_values
from tests.support.rows import rows
from tests.support.rule_oracle import table
from tests.support.rules import State
from tests.support.tries import at_most


@rows("case", [case for case in CASES if has_values(case.game)])
def test_values_are_those_of_the_definition(case: Case) -> None:
    count = at_most(13, quick=10)
    found = values(case.position(()).game, count)["values"]

    assert [*found] == [case.rules.value(State((pile,))) for pile in range(count)]


@rows("game", [game for game in GAMES.values() if game.main_key == "piles"])
def test_values_are_what_the_solutions_of_a_game_have(game: type[Game]) -> None:
    case = next(case for case in CASES if case.game is game)
    position = case.position(case.positions[-1])

    assert has_values(game) == (position.solve(100).nim_sum is not None)


# --- The last exception to a period, and the largest value ----------------------------------------


def played_nim(least: int = 1, most: int | None = None) -> list[int]:
    """The values of Nim in which a move removes from `least` to `most` objects, by definition."""
    return table(range(least, 200 if most is None else most + 1), 200)


@pytest.mark.parametrize(
    ("game", "plain", "last_exception", "largest"),
    [
        (octal("0.77"), plain_values("0.77", 300), 70, 8),
        (octal("0.137"), plain_values("0.137", 300), 51, 9),
        (octal("0.07"), plain_values("0.07", 300), 52, 9),
        (octal("0.7777"), plain_values("0.7777", 400), 141, 17),
        (octal("0.007"), plain_values("0.007", 60), None, None),
        (octal("0.3"), plain_values("0.3", 60), None, 1),
        (octal("0.[3]"), plain_values("0.[3]", 60), None, None),
        (GAMES["nim"].of(subtraction_set=[2, 4, 7]), table([2, 4, 7], 60), 7, 3),
        (GAMES["nim"].of(subtraction_set=[1, 3, 4]), table([1, 3, 4], 60), None, 3),
        (GAMES["nim"].of(), played_nim(), None, None),
        (GAMES["nim"].of(max_remove=3), played_nim(most=3), None, 3),
        (GAMES["nim"].of(min_remove=3, max_remove=7), played_nim(3, 7), None, 3),
        (GAMES["nim"].of(min_remove=3), played_nim(3), None, None),
        (GAMES["numbers"].of(numbers="odd"), table(range(1, 200, 2), 200), None, 1),
        (GAMES["numbers"].of(numbers="powers-of-2"), table([1, 2, 4, 8, 16, 32], 60), None, 2),
        (GAMES["numbers"].of(numbers="primes"), None, None, None),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_last_exception_and_largest_value_are_those_of_a_long_list(
    game: Game, plain: list[int] | None, last_exception: int | None, largest: int | None
) -> None:
    """`plain` are the values by definition, of several periods."""
    found = values(game, 1)
    preperiod, period, saltus = found["preperiod"], found["period"], found["saltus"]

    assert (found["last_exception"], found["largest"]) == (last_exception, largest)
    if plain and period is not None:
        differ = [n for n in range(len(plain) - period) if plain[n + period] - plain[n] != saltus]
        assert (last_exception, preperiod) == (
            max(differ, default=None),
            max(differ, default=-1) + 1,
        )
        assert largest == (None if saltus else max(plain))


@pytest.mark.parametrize(
    ("text", "preperiod"), [known[:2] for known in golden_values.PUBLISHED_PERIODS]
)
def test_last_exception_to_a_published_period_is_known_and_the_largest_value_is_not(
    text: str, preperiod: int
) -> None:
    found = values(octal(text), 1)

    assert (found["last_exception"], found["largest"]) == (preperiod - 1, None)
