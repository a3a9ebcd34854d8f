"""What a new game takes: a game that is only its moves in a pile is asked every question.

And nothing asks which game it has: a new game is one more file only as long as that is so.
"""

import ast
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest

from service.game.errors import IllegalMove, TooMuchWork, WrongPiles
from service.game.game import Game
from service.game.games import GAMES
from service.game.heap_game import HeapGame, PileMove
from service.game.questions import graph, positions
from service.game.questions.explain import explain_position, work_to_explain
from service.game.questions.review import check_work, review, work_to_review
from service.game.questions.solve import solve_position, work, work_of_all
from service.game.questions.values import has_values, values
from tests.support.moves import Move
from tests.support.paths import ROOT
from tests.support.rules import Kind, Option, Rules, State, solution

GAME = ROOT / "service" / "game"
both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


class Divisors(HeapGame):
    """The least that a game of this kind says of itself."""

    name = "divisors"
    title = "Divisors"
    rule = "A move removes a proper divisor of the size of a pile."

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        return ((n, [pile - n]) for n in range(1, pile) if pile % n == 0)


class Halves(HeapGame):
    """The same with splits: a pile becomes two that differ by at most 1, with one object less."""

    name = "halves"
    title = "Halves"
    rule = "A move removes one object and halves the rest."
    form = "split"

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        if pile:
            yield 1, sorted(filter(None, [(pile - 1) // 2, pile // 2]))


def divide(state: State) -> Iterator[Option]:
    for i, pile in enumerate(state.piles):
        for n in range(1, pile):
            if pile % n == 0:
                left = (*state.piles[:i], pile - n, *state.piles[i + 1 :])
                yield Option({"pile": i, "remove": n, "leaves": pile - n}, State(left))


def halve(state: State) -> Iterator[Option]:
    for i, pile in enumerate(state.piles):
        if pile:
            parts = [part for part in ((pile - 1) // 2, pile - 1 - (pile - 1) // 2) if part]
            first, *second = parts or [0]
            left = (*state.piles[:i], first, *state.piles[i + 1 :], *second)
            yield Option({"pile": i, "remove": 1, "leaves_piles": parts}, State(left))


class Trial(NamedTuple):
    """A new game, and what it is played by."""

    game: HeapGame
    rules: Rules
    kind: Kind

    def __str__(self) -> str:
        return self.game.name


TRIALS = [Trial(Divisors(), Rules(divide), "values"), Trial(Halves(), Rules(halve), "splits")]
POSITIONS = [p for count in range(4) for p in product(range(9 - count), repeat=count)]
each_trial = pytest.mark.parametrize("trial", TRIALS, ids=str)


@both_conventions
@each_trial
def test_new_game_is_solved_and_lists_its_moves(trial: Trial, misere: bool) -> None:
    game, rules = trial.game, trial.rules
    for piles in POSITIONS:
        assert solve_position(game, piles, misere) == solution(
            rules, State(piles), misere, trial.kind
        )
        legal = [each.move for each in rules.options(State(piles))]
        assert [*game.moves(piles)] == legal
        assert game.work(piles, misere) >= len(legal) + len(piles)  # each is examined


@each_trial
def test_new_game_has_values(trial: Trial) -> None:
    game, rules = trial.game, trial.rules
    assert has_values(type(game))
    assert values(game, 30) == {
        "values": [rules.value(State((pile,))) for pile in range(30)],
        "preperiod": None,
        "period": None,
        "saltus": None,
        "proof": None,
    }


@both_conventions
@each_trial
def test_new_game_is_explained(trial: Trial, misere: bool) -> None:
    game, rules = trial.game, trial.rules
    for piles in POSITIONS:
        found = explain_position(game, piles, misere)
        solved, said = solve_position(game, piles, misere), found["sentences"]

        assert {**found, **solved} == found
        assert len(found["steps"]) == len(solved["winning_moves"])
        searched = any("found by search" in sentence for sentence in said)
        assert searched == (misere and bool(rules.options(State(piles))))


@both_conventions
@each_trial
def test_new_game_is_listed_and_drawn(trial: Trial, misere: bool) -> None:
    game, rules = trial.game, trial.rules
    for piles in POSITIONS[::7]:
        reached = rules.reachable(State(piles))
        lost = {each for each in reached if not rules.wins(State(each), misere)}
        table = positions.position_table(
            game, piles, misere, True, positions.TableLimits(999, 9999)
        )

        assert {each["piles"]: {*each["winning_results"]} for each in table["positions"]} == {
            each: results & lost for each, results in reached.items()
        }
        drawn = graph.position_graph(game, piles, 999, 9999, 60)
        assert (len(drawn), sum(map(len, drawn.values()))) == (
            len(reached),
            sum(map(len, reached.values())),
        )
        assert len(graph.lost_positions(game, piles, misere, 999)) == len(lost)


@both_conventions
@each_trial
def test_new_game_is_reviewed(trial: Trial, misere: bool) -> None:
    game, rules = trial.game, trial.rules
    state, moves, mistakes = State((6, 4)), [], []
    while legal := rules.options(state):
        mistakes.append(rules.wins(state, misere) and rules.wins(legal[-1].left, misere))
        moves.append(Move(**legal[-1].move))
        state = legal[-1].left
    result = review(game, [6, 4], misere, moves)

    assert [ply["mistake"] for ply in result["plies"]] == mistakes
    assert result["position"]["piles"] == state.piles
    assert (result["finished"], result["winner"]) == (
        True,
        ("first", "second")[(len(moves) + (not misere)) % 2],
    )


@pytest.mark.parametrize(("pile", "remove"), [(6, 4), (9, 2)])
def test_new_game_says_what_is_wrong_with_a_move(pile: int, remove: int) -> None:
    with pytest.raises(IllegalMove) as error:
        review(Divisors(), [pile], False, [Move(0, remove)])

    assert error.value.locations == [("moves", 0, "remove")]
    assert str(error.value) == (
        f"Can't remove {remove} from a pile of {pile}: "
        "a move removes a proper divisor of the size of a pile."
    )


def test_new_game_has_limits() -> None:
    with pytest.raises(WrongPiles, match="a pile has at most 1,000 objects"):
        solve_position(Divisors(), [1001], False)
    with pytest.raises(TooMuchWork, match="of at most 20,000 positions"):
        solve_position(Divisors(), [60, 59, 58, 57, 56], True)
    with pytest.raises(TooMuchWork, match="More than 99 positions"):
        Divisors().reachable([60, 60], 99)


@pytest.mark.parametrize("game", [Divisors(), Halves()], ids=["divisors", "halves"])
def test_new_game_has_no_more_moves_than_are_expected(game: HeapGame) -> None:
    for pile in range(1, 100):
        assert game.count_moves([pile, pile]) <= game.max_listed([pile, pile])


def test_new_game_of_removals_has_at_most_a_move_for_each_object() -> None:
    assert Divisors().max_listed([3, 4, 5]) == 12


class Sweeps(HeapGame):
    """A move ends a pile, in as many ways as it has objects."""

    form = "split"

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        return ((n, []) for n in range(1, pile + 1))


def test_moves_of_a_new_game_to_a_few_positions_are_not_followed_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.game.game.MAX_EXAMINED_MOVES", 99)
    assert Sweeps().reachable([99], 2) == {(), (99,)}
    with pytest.raises(TooMuchWork, match="More than 99 moves are reachable"):
        Sweeps().reachable([100], 2)


@pytest.mark.parametrize("piles", [[2**53 - 1] * 10_000, [1000] * 10_000], ids=["huge", "many"])
@both_conventions
def test_what_a_new_game_costs_is_known_without_playing(piles: list[int], misere: bool) -> None:
    """Each of these would take for ever if the moves were counted one by one."""
    for game in (Divisors(), Halves()):
        assert work(game, piles, misere) > 100_000
        assert work_to_explain(game, piles, misere) > 100_000
        assert work_to_review(game, piles, misere, 9) > 100_000
        assert work_of_all([(game, piles, misere)] * 2) > 100_000
        with pytest.raises(TooMuchWork):
            check_work(game, piles, misere, 9, max_numbers=500_000, max_work=10**6)


# --- Nothing asks which game it has ---------------------------------------------------------------


def test_each_game_is_found_by_its_name() -> None:
    assert [*GAMES] == [game.name for game in GAMES.values()]
    assert next(iter(GAMES)) == "nim"


def test_no_question_names_a_game() -> None:
    questions = [path.read_text(encoding="utf-8") for path in (GAME / "questions").glob("*.py")]
    modules = {path.stem for path in (GAME / "games").glob("*.py")} - {
        *("__init__", "game", "pile_game")
    }
    imported = {
        node.module.rpartition(".")[2]
        for text in questions
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.module
    }

    assert not imported & modules


def test_nothing_asks_which_game_it_has() -> None:
    games = {
        node.name
        for path in (GAME / "games").glob("*.py")
        if path.stem not in ("game", "pile_game")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    asking = [
        (path.name, node.lineno)
        for path in (ROOT / "service").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("isinstance", "issubclass", "type")
        and games & {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
    ]

    assert asking == []


def test_positions_of_different_games_cost_what_each_needs_once() -> None:
    """A game is prepared once for its largest pile, whatever was asked of it."""
    kayles = GAMES["kayles"].of()
    asked: list[tuple[Game, list[int], bool]] = [
        (kayles, [90], False),
        (GAMES["kayles"].of(), [9], False),
    ]

    each = sum(game.work(piles, misere) for game, piles, misere in asked)
    assert work_of_all(asked) == each + kayles.preparation(90)
