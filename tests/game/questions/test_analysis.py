"""The difficulty of positions, against a solver that knows only the rules of each game."""

from functools import cache
from itertools import islice
from typing import Any

import pytest

from service.game.errors import TooMuchWork
from service.game.games.chomp import Chomp
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.numbers import Numbers
from service.game.games.sum import Sum
from service.game.games.take_and_break import Kayles, LaskersNim
from service.game.games.wythoff import Wythoff
from service.game.meter import Meter
from service.game.position import Position
from service.game.questions.analysis import AnalysisLimits, analyse
from service.game.questions.forms import solved, told
from tests.support import cases
from tests.support.analysis_oracle import Analyst
from tests.support.cases import CASES, Case
from tests.support.minimal_games import Passing
from tests.support.move_texts import untold
from tests.support.rows import rows
from tests.support.rules import Rules
from tests.support.tries import at_most

MOST = AnalysisLimits(
    positions=10_000,
    moves=60_000,
    legal_moves=2**53 - 1,
    listed=100,
    judged=1_000,
    steps=1_000_000,
)
WITHOUT_GRAPH = MOST._replace(positions=0)


def has_graph(position: Position, limits: AnalysisLimits) -> bool:
    """Whether the graph of a position is within these limits."""
    try:
        return analyse(position, False, limits)["plies"] is not None
    except TooMuchWork:
        return False


both_conventions = rows("misere", [False, True])


@cache
def analyst_of(rules: Rules, misere: bool) -> Analyst:
    """What has played out positions of a game, for all tests that need them."""
    return Analyst(rules, misere)


@both_conventions
@rows("case", CASES)
def test_analysis_is_what_playing_a_position_out_finds(case: Case, misere: bool) -> None:
    analyst = analyst_of(case.rules, misere)
    for piles in case.some(at_most(4, quick=1)):
        found: dict[str, Any] = untold({**analyse(case.position(piles, misere), True, MOST)})
        expected = analyst.analysis(case.state(piles))
        expected["moves"] = analyst.judged(case.state(piles))
        assert found.pop("random_play") == pytest.approx(expected.pop("random_play")), piles
        assert found == expected, piles


@both_conventions
@rows("case", CASES)
def test_best_moves_come_first(case: Case, misere: bool) -> None:
    """Wins by fewest plies, then losses by most; the order of other lists decides a tie."""
    analyst = analyst_of(case.rules, misere)
    for piles in case.some(at_most(4, quick=1)):
        moves = analyst.judged(case.state(piles))
        wins = [each for each in moves if each["wins"]]
        losses = [each for each in moves if not each["wins"]]
        wins.sort(key=lambda each: each["plies"])
        losses.sort(key=lambda each: each["plies"], reverse=True)

        found = analyse(case.position(piles, misere), False, MOST, best_first=True)
        assert untold(found["moves"]) == wins + losses, piles


def test_best_move_comes_first_of_those_that_are_too_many_to_be_judged() -> None:
    """The last of four winning moves is the fastest win."""
    position = Kayles.position([1, 4, 7])
    found = analyse(position, True, MOST._replace(judged=3, listed=2), best_first=True)
    every = analyse(position, True, MOST, best_first=True)

    assert found["more"]
    assert found["moves"][0] == every["moves"][0]
    assert found["moves"][0]["move"] == found["move"]


def test_best_moves_come_first_if_plies_are_unknown() -> None:
    position = Nim.position([200, 300, 100])
    found = analyse(position, False, WITHOUT_GRAPH, best_first=True)["moves"]
    in_order = analyse(position, True, WITHOUT_GRAPH)["moves"]

    assert found == sorted(in_order, key=lambda each: not each["wins"])
    assert [each["wins"] for each in found[:2]] == [True, False]


@rows("case", [cases.NIM, cases.SPLITS[0], cases.NUMBERS[0], *cases.OTHERS[:6], *cases.NEW])
def test_analysis_counts_positions_and_moves_to_the_last_one(case: Case) -> None:
    piles = max(case.positions, key=lambda each: (sum(each), each))
    reached = case.rules.reachable(case.state(piles))
    positions, moves = len(reached), sum(map(len, reached.values()))
    exactly = MOST._replace(positions=positions, moves=moves)
    assert has_graph(case.position(piles), exactly)
    for less in ({"positions": positions - 1}, {"moves": moves - 1}):
        assert not has_graph(case.position(piles), exactly._replace(**less))


@both_conventions
@rows("case", CASES)
def test_a_theory_judges_every_move_without_the_graph(case: Case, misere: bool) -> None:
    analyst = analyst_of(case.rules, misere)
    for piles in case.some(at_most(4, quick=1)):
        position: Any = case.position(piles, misere)
        state = case.state(piles)
        if not analyst.rules.options(state):  # the graph is a single position
            continue
        if position.is_searched():
            with pytest.raises(TooMuchWork):
                analyse(position, True, WITHOUT_GRAPH)
            continue
        found: dict[str, Any] = untold({**analyse(position, True, WITHOUT_GRAPH)})
        expected = analyst.analysis(state)
        for key in ("plies", "random_play", "line"):
            assert found.pop(key) is None
            del expected[key]
        value = expected.pop("grundy_value")
        assert found.pop("grundy_value") == (value if position.game._has_values else None)
        assert found.pop("move") == solved(position, position.solve(100))["best_move"]
        del expected["move"]
        judged = found.pop("moves")
        assert found == expected, piles
        options = analyst.rules.options(state)
        for found_move, option, move in zip(judged, options, position.moves(), strict=True):
            after = position.after(move)
            assert found_move == {
                "move": option.move,
                "wins": not analyst.outcome(option.left).to_move_wins,
                "plies": None,
                "delay": None,
                "reply": solved(after, after.solve(100))["best_move"],
            }, piles


def test_counts_are_none_beyond_their_limits() -> None:
    found = analyse(Moore.position([1] * 54, max_piles=100), False, MOST)
    assert (found["legal_move_count"], found["winning_move_count"]) == (None, 1)
    found = analyse(Greedy.position([10**9, 10, 10]), False, MOST)
    assert (found["legal_move_count"], found["winning_move_count"]) == (10**9, 10)
    found = analyse(Greedy.position([10**9, 10**5, 10**5]), False, MOST)
    assert (found["legal_move_count"], found["winning_move_count"]) == (10**9, None)


def test_an_analysis_without_the_graph_judges_as_many_moves_as_its_work_allows() -> None:
    position = Nim.position([1000, 2000])
    found = analyse(position, True, MOST._replace(steps=100))
    assert 1 < len(found["moves"]) < 100
    assert found["more"] is True


@rows(
    "position",
    [
        LaskersNim.position([300, 200]),
        Numbers.position([900, 899], numbers="odd"),
        Numbers.position([1900], numbers="at-most-half"),
        Nim.position([500, 400], min_remove=2),
    ],
)
def test_every_move_is_judged_if_replies_are_found_at_once(position: Position) -> None:
    assert len(analyse(position, True, WITHOUT_GRAPH)["moves"]) == position.count_moves()


def test_every_reply_in_a_sum_uses_the_same_tables() -> None:
    position = Sum.position(components=[Kayles.position([900]), Nim.position([70])])
    found = analyse(position, True, WITHOUT_GRAPH._replace(judged=900, steps=500_000))
    assert len(found["moves"]) == 900


# --- Other starts ---------------------------------------------------------------------------------


@both_conventions
@rows("case", [cases.NIM, cases.SPLITS[0], cases.NUMBERS[0], *cases.OTHERS, *cases.NEW])
def test_starts_are_what_playing_them_out_finds(case: Case, misere: bool) -> None:
    analyst = analyst_of(case.rules, misere)
    for piles in case.some(2):
        if not piles or case.parts or case.game is Chomp:  # whose rows never grow
            continue
        others = {size: (size, *piles[1:]) for size in range(6)}
        starts = {size: case.position(each, misere) for size, each in others.items()}
        found = analyse(case.position(piles, misere), False, MOST, starts)["starts"]
        outcomes = {size: analyst.outcome(case.state(each)) for size, each in others.items()}
        assert found == [
            {"size": size, "position_class": "PN"[outcome.to_move_wins], "plies": outcome.plies}
            for size, outcome in outcomes.items()
        ], piles


def test_starts_share_one_limit() -> None:
    starts = {size: Nim.position([2, size]) for size in range(5)}
    positions = len({(a, b) for a in range(3) for b in range(a, 4)})  # those of 2 and 3
    limits = MOST._replace(positions=positions)
    found = analyse(Nim.position([1]), False, limits, starts)["starts"]
    assert [each["position_class"] for each in found] == ["N", "N", "P", "N", "N"]
    assert [each["plies"] for each in found] == [1, 3, 4, 5, None]

    searched = {size: Passing.position([size], True) for size in range(1, 7)}
    some = analyse(Passing.position([1], True), False, MOST._replace(positions=5), searched)
    sizes = [each["size"] for each in some["starts"]]
    assert 0 < len(sizes) < len(searched)
    assert sizes == [*searched][: len(sizes)]
    assert some["more_starts"] is True
    assert "more_starts" not in analyse(Passing.position([1], True), False, MOST, searched)


def test_starts_of_which_the_first_is_too_much_work_are_an_error() -> None:
    searched = {size: Passing.position([size], True) for size in (6, 7)}
    with pytest.raises(TooMuchWork) as error:
        analyse(Passing.position([1], True), False, MOST._replace(positions=5), searched)
    assert error.value.locations == [("starts",)]


@rows(
    "position",
    [
        Nim.position([1_200, 5]),
        Moore.position([20, 30, 9, 7], max_piles=3),
        Kayles.position([5_000]),
        Numbers.position([10**15, 6], numbers="odd", misere=True),
        Sum.position(components=[Wythoff.position([30, 40]), Nim.position([1_200])]),
        Sum.position(
            components=[LaskersNim.position([900]), Nim.position([700, 100])], misere=True
        ),
    ],
)
def test_winning_moves_are_judged_before_others(position: Position) -> None:
    """Even if the first legal moves are far from any that wins. All are in order."""
    winning = solved(position, position.solve(MOST.listed), with_texts=True)["winning_moves"]
    analysis = analyse(position, True, MOST)
    wins = [each["move"] for each in analysis["moves"] if each["wins"]]
    legal = [told(position, move) for move in islice(position.moves(), 1_000)]

    assert winning
    assert wins[: len(winning)] == winning[: len(wins)]
    assert len(wins) >= min(len(winning), 90)
    assert analysis["more"] is True
    others = [each["move"] for each in analysis["moves"] if not each["wins"]]
    assert others == [move for move in legal if move not in wins][: len(others)]


def test_analysis_judges_the_first_moves_and_says_that_there_are_more() -> None:
    position = Nim.position([2, 3])
    all_moves = analyse(position, True, MOST._replace(judged=5))
    some = analyse(position, True, MOST._replace(judged=4))

    assert len(all_moves["moves"]) == 5
    assert "more" not in all_moves
    assert some["moves"] == all_moves["moves"][:4]
    assert some["more"] is True


def test_analysis_finds_the_fastest_win_among_any_number_of_moves() -> None:
    piles = [1] * 40
    found = analyse(Moore.position(piles, max_piles=40), False, MOST)
    assert found["legal_move_count"] == 2**40 - 1
    assert found["plies"] == 1
    assert untold(found["move"]) == {
        "removals": [{"pile": i, "remove": 1, "leaves": 0} for i in range(40)]
    }


def test_analysis_takes_a_quota_above_the_pile_for_the_pile() -> None:
    large, equal = (
        analyse(Fibonacci.position([9], quota=quota), False, MOST) for quota in (2**50, 9)
    )
    assert large == equal


def test_analysis_of_a_sum_walks_over_its_positions_once() -> None:
    """Its values, which decide it, need the same parts as its graph, which is too large."""
    components = [Wythoff.position([30, 30]), Wythoff.position([29, 31])]
    position = Sum.position(components=components)
    with Meter() as meter:
        found = analyse(position, False, MOST._replace(positions=1_000))
    alone = Sum.position(components=components)
    with Meter() as alone_meter:
        alone.solve(100)

    assert (found["plies"], found["to_move_wins"]) == (None, alone.wins())
    assert meter.left >= alone_meter.left - 5_000


def test_tables_of_starts_halve_the_work_of_judging_moves() -> None:
    position, limits = Nim.position([200, 300, 100]), WITHOUT_GRAPH._replace(steps=2_000)
    starts = {1: Nim.position([200, 300, 1])}
    judged = len(analyse(position, True, limits)["moves"])

    assert len(analyse(position, True, limits, starts)["moves"]) == pytest.approx(judged / 2, abs=2)
