"""Reviews of every game, against solvers that know only its rules; and their limits."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from service.game.errors import TooMuchWork
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.meter import Meter
from service.game.questions.review import PLAYERS, review
from tests.support.cases import CASES, Case
from tests.support.move_texts import untold
from tests.support.moves import Move, Taken, as_played
from tests.support.rows import rows
from tests.support.rule_oracle import Piles
from tests.support.rules import Option, State, components_of, solution
from tests.support.tries import at_most

MAX_MOVES = 100


class Ply(NamedTuple):
    """A position of the game, the move that was made, and the form in which it was sent."""

    met: State
    made: Option
    said: Move


def random_game(case: Case, piles: Piles, draw: Random) -> Iterator[Ply]:
    """A game to its end, with each move in a random unambiguous form."""
    state = case.state(piles)
    while legal := case.rules.options(state):
        made = draw.choice(legal)
        yield Ply(state, made, as_played(made, legal, draw))
        state = made.left


def shown(case: Case, state: State) -> dict[str, Any]:
    """The part of a ply before its solution."""
    if case.parts:
        parts = zip(case.parts, components_of(state), strict=True)
        return {"components": [shown(part.case, component) for part, component in parts]}
    if "quota" in case.game.keys and isinstance(state.rest, int):
        return {"piles": state.piles, "quota": min(state.rest, *state.piles)}
    return {"piles": state.piles}


def judged(case: Case, number: int, ply: Ply, misere: bool) -> dict[str, Any]:
    """The ply as in the contract."""
    solved = solution(case.rules, ply.met, misere, case.kind)
    del solved["to_move_wins"], solved["best_move"]
    return {
        "ply": number,
        "player": PLAYERS[(number - 1) % 2],
        **shown(case, ply.met),
        "move": ply.made.move,
        "mistake": case.rules.wins(ply.met, misere) and case.rules.wins(ply.made.left, misere),
        **solved,
    }


@rows("misere", [False, True])
@rows("case", CASES)
def test_review_of_random_games_is_what_play_finds(case: Case, misere: bool) -> None:
    draw = Random(f"{case} {misere}")
    for piles in case.some(at_most(6, quick=3)):
        plies = [*random_game(case, piles, draw)]
        found = untold(review(case.position(piles, misere), [ply.said for ply in plies], MAX_MOVES))

        assert found["plies"] == [judged(case, i, ply, misere) for i, ply in enumerate(plies, 1)], (
            piles
        )
        end = plies[-1].made.left if plies else case.state(piles)
        solved = solution(case.rules, end, misere, case.kind)
        assert found["position"] == {**shown(case, end), **solved}
        mistakes = [ply["ply"] for ply in found["plies"] if ply["mistake"]]
        # In misère play, a player who can't move wins.
        winner = PLAYERS[(len(plies) + (not misere)) % 2]
        assert (found["finished"], found["winner"]) == (True, winner)
        assert found["decisive_mistake"] == (mistakes[-1] if mistakes else None)


@rows("case", CASES)
def test_review_of_a_game_that_is_not_finished_has_no_winner(case: Case) -> None:
    piles = next(each for each in case.positions if case.rules.options(case.state(each)))

    found = review(case.position(piles), [], MAX_MOVES)
    assert (found["plies"], found["finished"], found["winner"]) == ([], False, None)


def test_review_of_an_unfinished_game_has_its_last_mistake_as_decisive() -> None:
    moves = [Move(0, 1), Move(1, 1), Move(2, 4)]
    game = review(Nim.position([3, 4, 5]), moves, MAX_MOVES)

    assert (game["winner"], game["decisive_mistake"]) == (None, 2)


# --- Limits ---------------------------------------------------------------------------------------


def test_review_counts_piles_and_winning_moves_as_it_goes() -> None:
    moves = [Move(0, 1), Move(1, 1), Move(2, 4)]
    start = Nim.position([3, 4, 5])
    listed = [len(ply["winning_moves"]) for ply in review(start, moves, MAX_MOVES)["plies"]]
    most = sum(listed) + 9
    review(start, moves, MAX_MOVES, max_numbers=most)
    with pytest.raises(TooMuchWork, match=r"^Too large: "):
        review(start, moves, MAX_MOVES, max_numbers=most - 1)


def test_review_of_a_hard_position_may_have_fewer_plies() -> None:
    position = Moore.position([7, 7, 7], max_piles=2)
    move = Move(removals=[Taken(0, 1)])
    with Meter() as meter:
        review(position, [move] * 2, MAX_MOVES)
    spent = meter.own
    with (
        pytest.raises(
            TooMuchWork, match=r"^Reviewing this many moves takes too long; send fewer\.$"
        ),
        Meter(spent - 1),
    ):
        review(position, [move] * 2, MAX_MOVES)
