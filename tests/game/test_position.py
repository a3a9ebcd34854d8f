"""Positions of every game: their moves and options, and which positions are the same."""

from collections import Counter

from service.game.questions.forms import form_of
from tests.support.cases import CASES, Case, state_of
from tests.support.rows import rows
from tests.support.tries import sweep

every_case = rows("case", CASES)
every_case_but_sums = rows("case", [case for case in CASES if not case.parts])
"""A sum sorts its components. Its own tests check the order."""


@every_case
def test_moves_are_those_of_the_rules_in_order(case: Case) -> None:
    for piles in sweep(case.positions):
        position, legal = case.position(piles), case.rules.options(case.state(piles))
        moves = [*position.moves()]

        assert [form_of(position, move) for move in moves] == [each.move for each in legal]
        assert position.count_moves() == len(legal)
        assert [state_of(position.after(move)) for move in moves] == [each.left for each in legal]


@every_case_but_sums
def test_options_are_what_moves_leave_each_with_its_number_of_moves(case: Case) -> None:
    for piles in sweep(case.some(100)):
        position, legal = case.position(piles), case.rules.options(case.state(piles))
        leading: Counter[object] = Counter()
        for option in position.options():
            left = state_of(option.position.canonical())
            leading[left] += option.multiplicity
            first = next(each for each in legal if each.move == form_of(position, option.move))
            assert case.rules.canonical(first.left) == left

        assert leading == Counter(case.rules.canonical(each.left) for each in legal)


@every_case_but_sums
def test_canonical_position_is_that_of_the_rules(case: Case) -> None:
    for piles in sweep(case.some(100)):
        found = case.position(piles, misere=True).canonical()

        assert state_of(found) == case.rules.canonical(case.state(piles))
        assert found.misere


@every_case
def test_move_keeps_the_game_and_the_convention(case: Case) -> None:
    piles = next(each for each in case.positions if case.rules.options(case.state(each)))
    position = case.position(piles, misere=True)
    after = position.after(next(position.moves()))

    assert (after.game, after.misere) == (position.game, True)
