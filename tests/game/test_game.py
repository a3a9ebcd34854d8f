"""The declarations of every game, and the defaults of a game that declares only its moves."""

import pytest

from service.game.errors import WrongPiles
from service.game.game import Game
from service.game.games import GAMES
from service.game.meter import Meter, OutOfSteps
from service.game.moves import Move
from service.game.position import Position
from service.game.questions.solve import solve
from service.game.theory.search import SearchTooLong
from tests.support.cases import CASES, NIM, Case
from tests.support.minimal_games import Passing
from tests.support.rows import rows
from tests.support.tries import at_most

LIMITED = [game for game in GAMES.values() if game.limits.fewest or game.limits.most]
every_game = rows("game", GAMES.values())
every_case = rows("case", CASES)


@every_game
def test_game_is_found_by_its_name(game: type[Game]) -> None:
    assert GAMES[game.name] is game


@every_case
def test_games_of_the_same_rules_are_equal_whatever_was_asked_of_them(case: Case) -> None:
    asked, other = case.position(case.positions[-1], True), case.position(case.positions[-1], True)
    solve(asked, 100)

    assert (asked, hash(asked)) == (other, hash(other))
    assert asked.game != NIM.position(()).game or case is NIM


@every_case
def test_game_solves_one_position_after_another(case: Case) -> None:
    """A cached search must not be used for a larger position."""
    game = case.position(case.positions[0]).game
    for piles in case.some(at_most(20, quick=5)):
        position = case.position(piles, True)._replace(game=game)
        assert position.wins() == case.rules.wins(case.state(piles), True)


@pytest.mark.parametrize("game", LIMITED, ids=lambda game: game.name)
def test_number_of_piles_is_checked(game: type[Game]) -> None:
    """The message names the exact number if only one is allowed, otherwise the limit."""
    few, many = game.limits.fewest, game.limits.most
    least = f"{few} pile{'s' if few > 1 else ''}"
    wrong = [(few - 1, "too-few", f"needs at least {least}")] if few else []
    if many:
        wrong.append((many + 1, "too-many", f"allows at most {many} piles"))
    for count, code, limit in wrong:
        with pytest.raises(WrongPiles) as error:
            _check(game, [1] * count)

        fixed = f"This game is played with exactly {few} pile{'s' if few > 1 else ''}."
        assert (error.value.code, error.value.locations) == (code, [()])
        assert str(error.value) == (fixed if few == many else f"This game {limit}.")


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.limits.largest], ids=lambda game: game.name
)
def test_each_pile_that_is_too_large_is_named(game: type[Game]) -> None:
    largest = game.limits.largest or 0
    with pytest.raises(WrongPiles) as error:
        _check(game, [largest + 1, 1, largest, largest * 5])

    assert error.value.code == "too-large"
    assert error.value.locations == [("piles", 0), ("piles", 3)]
    assert str(error.value) == f"A pile in this game may contain at most {largest:,} objects."


def _check(game: type[Game], piles: list[int]) -> None:
    """Check piles in the game with some keys."""
    case = next(case for case in CASES if case.game is game)
    position = case.position(case.positions[0])
    position.game.check(position._replace(piles=tuple(piles)))


# --- Defaults -------------------------------------------------------------------------------------


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
def test_search_of_a_new_game_has_an_end(monkeypatch: pytest.MonkeyPatch, misere: bool) -> None:
    monkeypatch.setattr("service.game.play.MAX_SEARCHED", 99)
    position = Passing.position([40, 41, 42, 43], misere)
    for _ in range(2):
        with pytest.raises(SearchTooLong) as error:
            solve(position, 100)
        assert error.value.locations == [()]


def test_search_ends_sooner_with_many_piles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a position of 300 piles counts as much as beginning one with a few piles."""
    monkeypatch.setattr("service.game.play.MAX_SEARCHED", 5_000)
    made = []

    class Counted(Passing):
        def after(self, position: Position, move: Move) -> Position:
            made.append(move)
            return super().after(position, move)

    with pytest.raises(SearchTooLong):
        solve(Counted.position([1] * 300), 100)
    assert len(made) < 60


def test_moves_of_a_new_game_are_not_counted_without_end() -> None:
    few, many = Passing.position([3, 3]), Passing.position([3] * 2_000)
    with Meter():
        assert few.count_moves() == 6
        with pytest.raises(OutOfSteps):
            many.count_moves()


def test_move_of_a_new_game_is_not_looked_for_without_end() -> None:
    position = Passing.position([3] * 2_000)
    with Meter(), pytest.raises(OutOfSteps):
        position.game.check_move(position, Move(((1_999, (1,)),)))
