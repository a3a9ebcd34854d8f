"""Sums: at random, at any size, and their work. Other modules test their small positions."""

from functools import reduce
from itertools import chain, islice
from operator import xor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.game.errors import InputError, TooMuchWork
from service.game.games.chomp import Chomp
from service.game.games.euclid import Euclid
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.growing import Growing
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.numbers import Numbers
from service.game.games.staircase import Staircase
from service.game.games.sum import Sum
from service.game.games.take_and_break import (
    DawsonsChess,
    DawsonsKayles,
    GrundysGame,
    Kayles,
    LaskersNim,
    Octal,
)
from service.game.games.wythoff import Wythoff
from service.game.meter import Meter
from service.game.play import Play
from service.game.position import Position
from service.game.questions.explain import explain
from service.game.questions.solve import solve
from service.game.theory.search import SearchTooLong
from tests.support.cases import CASES, Case, sum_of
from tests.support.rules import solution
from tests.support.strategies import conventions
from tests.support.tries import tries

MAX_MOVES = 100


def sum_(*components: Position, misere: bool = False) -> Position:
    return Sum.position(components=components, misere=misere)


# --- At random ------------------------------------------------------------------------------------

PARTS = [case for case in CASES if not case.game.is_sum]


def sums(
    cases: list[Case], least: int, largest: int, most: int
) -> st.SearchStrategy[tuple[Case, tuple[int, ...]]]:
    """Sums of up to three components of few objects, with `most` in total."""

    def size(case: Case, piles: tuple[int, ...]) -> int:
        """The number of objects, or of those that are missing until play ends by its target."""
        return max(0, case.keys["target"] - sum(piles)) if "target" in case.keys else sum(piles)

    def small(case: Case) -> list[tuple[int, ...]]:
        few = [piles for piles in case.positions if len(piles) < 4]
        return [piles for piles in few if size(case, piles) <= largest]

    # An argument of it would be written out for each sum, with all positions of all cases.
    @st.composite
    def drawn(draw: st.DrawFn) -> tuple[Case, tuple[int, ...]]:
        parts = draw(st.lists(st.sampled_from(cases), min_size=least, max_size=3))
        chosen = [draw(st.sampled_from(small(case))) for case in parts]
        piles = tuple(pile for each in chosen for pile in each)
        assume(sum(map(size, parts, chosen)) <= most)
        lengths = [(case, len(each)) for case, each in zip(parts, chosen, strict=True)]
        return sum_of(*lengths, positions=0), piles

    return drawn()


@tries(200)
@given(sums(PARTS, least=1, largest=4, most=7), conventions)
def test_sum_of_any_games_is_what_play_finds(
    drawn: tuple[Case, tuple[int, ...]], misere: bool
) -> None:
    case, piles = drawn
    found = dict(solve(case.position(piles, misere), MAX_MOVES))

    assert found == solution(case.rules, case.state(piles), misere, "sum", MAX_MOVES)


# --- At any size ----------------------------------------------------------------------------------

large = st.integers(0, 2**53 - 1)
with_values: st.SearchStrategy[Position] = st.one_of(
    st.lists(large, max_size=3).map(Nim.position),
    st.lists(large, max_size=3).map(lambda piles: Nim.position(piles, max_remove=6)),
    st.lists(large, max_size=5).map(Staircase.position),
    st.lists(st.integers(0, 1_000), max_size=3).map(Kayles.position),
    st.lists(st.integers(0, 1_000), max_size=3).map(LaskersNim.position),
    st.lists(st.integers(0, 10_000), max_size=3).map(
        lambda piles: Numbers.position(piles, numbers="squares")
    ),
)


@tries(60)
@given(st.lists(with_values, min_size=1, max_size=5))
def test_moves_in_a_large_sum_leave_lost_sums(components: list[Position]) -> None:
    position = sum_(*components)
    found = position.solve(MAX_MOVES)

    assert found.nim_sum == reduce(xor, found.grundy_values or (), 0)
    assert found.wins == bool(found.winning_moves)
    for move in found.winning_moves:
        assert not position.after(move).wins()


# --- Misère play ----------------------------------------------------------------------------------


@given(st.lists(st.lists(large, max_size=3), min_size=1, max_size=5), st.integers(1, 9))
def test_misere_sum_follows_the_rule_where_all_components_do(
    piles: list[list[int]], most: int
) -> None:
    """Like Nim with all piles: the values of each component's piles count."""
    components = [
        Nim.position(each) if i % 2 else Nim.position(each, max_remove=most)
        for i, each in enumerate(piles)
    ]
    values = [pile if i % 2 else pile % (most + 1) for i, each in enumerate(piles) for pile in each]

    found = solve(sum_(*components, misere=True), MAX_MOVES)
    assert found["to_move_wins"] == Nim.position(values, misere=True).wins()


def test_misere_sum_with_one_component_that_can_move_is_that_component() -> None:
    """If a search takes too long, the game's own rule decides, here the rule of misère Kayles."""
    kayles = Kayles.position([900, 800])
    alone = Position(kayles.game, kayles.piles, misere=True)
    stuck = Fibonacci.position([1])

    assert sum_(kayles, stuck, misere=True).wins() == alone.wins()


TAME = [
    case
    for case in PARTS
    if case.game in (Nim, LaskersNim, Staircase, Numbers, Octal, DawsonsKayles, Kayles)
]


@tries(300)
@given(sums(TAME, least=2, largest=6, most=10))
def test_misere_sum_of_tame_components_is_what_play_finds(
    drawn: tuple[Case, tuple[int, ...]],
) -> None:
    case, piles = drawn
    position = case.position(piles, misere=True)
    assume(not position.is_searched())
    found = dict(solve(position, MAX_MOVES))

    assert found == solution(case.rules, case.state(piles), True, "sum", MAX_MOVES)


large_and_tame: st.SearchStrategy[Position] = st.one_of(
    st.lists(large, max_size=3).map(Nim.position),
    st.lists(large, max_size=3).map(LaskersNim.position),
    st.lists(large, max_size=3).map(lambda piles: Numbers.position(piles, numbers="at-most-half")),
    st.lists(st.integers(0, 9_999), max_size=3).map(
        lambda piles: Numbers.position(piles, numbers="squares")
    ),
    st.lists(large, max_size=5).map(Staircase.position),
    st.lists(st.integers(0, 4), max_size=3).map(Kayles.position),
)


@tries(60)
@given(st.lists(large_and_tame, min_size=2, max_size=4))
def test_misere_sum_of_large_tame_components_is_that_of_the_piles_of_nim(
    components: list[Position],
) -> None:
    """A firm pile of value 0 is like two equal piles of Nim, and one of value 1 like 2 and 3."""
    piles: list[int] = []
    for component in components:
        tame = component.game._tame(component)
        assert tame is not None
        for value, is_firm in tame:
            piles += [2, 2 ^ value] if is_firm and value < 2 else [value]
    position = sum_(*components, misere=True)
    found = position.solve(MAX_MOVES)

    assert found.wins == Nim.position(piles, misere=True).wins()
    assert found.wins == bool(found.winning_moves) or found.best_move is None
    for move in found.winning_moves[:20]:
        assert not position.after(move).wins()


@pytest.mark.parametrize(
    ("components", "together"),
    [
        ([LaskersNim.position([10**4]), LaskersNim.position([5])], LaskersNim.position([10**4, 5])),
        ([Kayles.position([5_000]), Kayles.position([5])], Kayles.position([5_000, 5])),
        ([GrundysGame.position([8]), GrundysGame.position([9])], GrundysGame.position([8, 9])),
        ([Chomp.position([1]), LaskersNim.position([2_000])], LaskersNim.position([2_000])),
        ([Chomp.position([7, 5, 5]), Chomp.position([1])], Chomp.position([7, 5, 5])),
    ],
    ids=str,
)
def test_misere_sum_of_one_game_is_a_position_of_it(
    components: list[Position], together: Position
) -> None:
    position, together = sum_(*components, misere=True), together._replace(misere=True)
    found, alone = position.solve(MAX_MOVES), together.solve(MAX_MOVES)

    assert (found.wins, len(found.winning_moves)) == (alone.wins, len(alone.winning_moves))
    assert (
        found.winning_moves
        == [move for move in position.moves() if not position.after(move).wins()][:MAX_MOVES]
        or len(alone.winning_moves) > MAX_MOVES
    )


ONE_RULE = [
    (Kayles.position([40]), Octal.position([30], code="0.77"), Kayles.position([40, 30])),
    (Octal.position([40], code=".770"), Octal.position([9], code="0.77"), Kayles.position([40, 9])),
    (DawsonsChess.position([4]), Octal.position([5], code=".137"), DawsonsChess.position([4, 5])),
    (
        LaskersNim.position([2_000]),
        Octal.position([5], code="4.3[3]"),
        LaskersNim.position([2_000, 5]),
    ),
    (Moore.position([10**15, 3], max_piles=1), Nim.position([4]), Nim.position([10**15, 3, 4])),
]
"""Two components whose games have other names and the same rules, and their piles together."""


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("first", "second", "together"), ONE_RULE, ids=str)
def test_a_game_in_a_sum_is_its_rules_and_not_its_name(
    first: Position, second: Position, together: Position, misere: bool
) -> None:
    position = sum_(first, second, misere=misere)
    found = position.solve(MAX_MOVES)

    assert found.wins == together._replace(misere=misere).wins()
    assert (
        found.winning_moves
        == [
            move
            for move in islice(position.moves(), 300)
            if move in found.winning_moves and not position.after(move).wins()
        ]
        or max(position.piles) > 1_000
    )
    assert not position.is_searched() or together._replace(misere=misere).is_searched()


TOO_DEAR = [
    Wythoff.position([300, 200]),
    Chomp.position([429, 325]),
    Euclid.position([4_103_463, 89]),
    Greedy.position([396, 44, 214, 391, 277]),
    Moore.position([29, 15, 24, 23], max_piles=2),
    Fibonacci.position([300]),
]
"""Positions that a rule decides, and whose Grundy values are too much work."""


@pytest.mark.parametrize("alone", TOO_DEAR, ids=str)
def test_a_value_that_does_not_decide_may_be_too_much_work(alone: Position) -> None:
    position = sum_(alone, Nim.position([]), misere=True)
    found, rule = position.solve(MAX_MOVES), alone._replace(misere=True).solve(MAX_MOVES)

    assert (found.nim_sum, found.grundy_values) == (None, None)
    assert found.wins == rule.wins
    assert [move.changes for move in found.winning_moves] == [
        move.changes for move in rule.winning_moves
    ]
    assert "binary" not in explain(position, MAX_MOVES)
    with pytest.raises(TooMuchWork):
        sum_(alone, Nim.position([1])).solve(MAX_MOVES)


def test_a_code_is_named_with_an_article() -> None:
    octal = Octal.position([2], code=".6")
    reasons = explain(sum_(octal, octal, misere=True), MAX_MOVES)["reasons"]
    assert any("positions of the take-and-break game 0.6, so together" in each for each in reasons)


# --- Lists ----------------------------------------------------------------------------------------


def test_winning_moves_of_the_whole_sum_are_listed_up_to_a_limit() -> None:
    """There are 123 piles of 1, and any of them can be taken."""
    components = [Nim.position([1] * 41), *[Nim.position([1] * 41)] * 2]
    all_moves = solve(sum_(*components), 123)
    some = solve(sum_(*components), 122)

    assert len(all_moves["winning_moves"]) == 123
    assert "more" not in all_moves
    assert some["winning_moves"] == all_moves["winning_moves"][:122]
    assert some["more"] is True


@pytest.mark.parametrize("component", [Nim.position([1] * 40), Kayles.position([1] * 40)], ids=str)
def test_winning_moves_of_one_game_in_a_sum_are_listed_up_to_a_limit(component: Position) -> None:
    """Of 80 piles of 1 any can be taken: 79 are left, so the opponent takes the last one."""
    both = sum_(component, component, misere=True)
    every, some = solve(both, 80), solve(both, 79)
    assert "more" not in every
    assert (len(some["winning_moves"]), some["more"]) == (79, True)
    assert some["winning_moves"] == every["winning_moves"][:79]


def test_misere_sum_with_a_large_pile_and_a_component_without_moves_is_solved() -> None:
    nim = Nim.position([15_729, 10**12], misere=True)
    stuck = Numbers.position([], numbers="at-most-half")
    moves = solve(sum_(nim, stuck, misere=True), MAX_MOVES)["winning_moves"]
    assert moves == [{"component": 0, "pile": 1, "remove": 10**12 - 15_729, "leaves": 15_729}]


# --- Work -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("components", "i"),
    [
        ([Nim.position([3]), Euclid.position([10**6, 10**6 - 1])], 1),
        ([Greedy.position([200, 9]), Nim.position([3])], 0),
        ([Wythoff.position([9, 9]), Euclid.position([9, 4]), Greedy.position([7, 7])], 2),
    ],
    ids=str,
)
def test_values_that_take_too_long_are_an_error_of_their_component(
    components: list[Position], i: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positions of all components count. The last one is too much only with the others."""
    monkeypatch.setattr("service.game.games.sum.decisions.MAX_WALKED", 90)
    with pytest.raises(TooMuchWork) as error:
        solve(sum_(*components), MAX_MOVES)
    assert error.value.locations == [("components", i, "piles")]
    assert "at most 90 may be examined" in str(error.value)


@pytest.mark.parametrize(
    "components",
    [
        [LaskersNim.position([9, 9, 9]), GrundysGame.position([40])],
        [GrundysGame.position([30, 30, 30]), Fibonacci.position([1])],
        [GrundysGame.position([30, 30]), GrundysGame.position([30])],
    ],
    ids=["two that can move", "one that can move", "two of one game"],
)
def test_misere_sum_that_is_searched_too_long_is_an_error_of_the_whole_sum(
    components: list[Position], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.game.play.MAX_SEARCHED", 9)
    with pytest.raises(SearchTooLong) as error:
        solve(sum_(*components, misere=True), MAX_MOVES)

    assert (error.value.code, error.value.locations) == ("too-much-work", [()])


def test_pile_that_is_too_large_is_named_in_its_component() -> None:
    with pytest.raises(InputError) as error:
        solve(sum_(Nim.position([3]), GrundysGame.position([1, 1_001, 1_002])), MAX_MOVES)

    assert error.value.code == "too-large"
    assert error.value.locations == [("components", 1, "piles", 1), ("components", 1, "piles", 2)]


# --- Positions of sums ----------------------------------------------------------------------------


def test_order_of_components_does_not_make_other_positions() -> None:
    a, b, c = Kayles.position([3]), Wythoff.position([2, 1]), Kayles.position([2, 0])
    play = Play(in_sum=True)
    forms = {
        play.parts_of(sum_(*each)) for each in [(a, b, c), (c, b, a), (b, Kayles.position([2, 3]))]
    }

    assert len(forms) == 1


def test_a_sum_in_which_one_component_can_move_has_the_reasons_of_its_game() -> None:
    pair = Wythoff.position([1, 2], misere=True)
    reasons = explain(pair, MAX_MOVES)["reasons"]
    position = sum_(Kayles.position([0]), Wythoff.position([1, 2]), misere=True)
    assert explain(position, MAX_MOVES)["reasons"][-len(reasons) :] == reasons


def test_a_finished_component_adds_little_to_the_search() -> None:
    open_, finished = GrundysGame.position([12, 1]), Growing.position([2, 13], add=[2], target=15)
    spent = []
    for components in ([open_], [open_, finished]):
        with Meter() as meter:
            sum_(*components, misere=True).solve(MAX_MOVES)
        spent.append(meter.own)
    assert 0 < spent[1] <= 4 * spent[0]


def test_component_with_too_many_positions_ends_a_sum_before_others_are_walked() -> None:
    """The error is located at it, and the small one before it was not examined."""
    position = Sum.position(
        components=[Wythoff.position([60, 60]), Wythoff.position([6, 9_000]), Nim.position([1])]
    )
    with pytest.raises(TooMuchWork) as error, Meter() as meter:
        position.solve(100)

    assert error.value.locations == [("components", 1, "piles")]
    assert meter.own < 20_000


def test_boards_with_too_many_moves_together_end_a_sum_before_any_is_listed() -> None:
    """Moore's board alone has some 800,000 moves, and Wythoff's another 700,000."""
    moore, wythoff = Moore.position([22, 22, 22], max_piles=2), Wythoff.position([99, 99])
    position = sum_(moore, wythoff)
    with pytest.raises(TooMuchWork) as error, Meter() as meter:
        position.solve(100)

    assert error.value.locations == [("components", 1, "piles")]
    assert meter.own < 100_000


def test_moves_are_counted_only_until_they_are_too_many() -> None:
    """A count takes up to a millisecond, and most of these 5,150 positions have too many moves."""
    counted = list[Position]()

    class CountingMoore(Moore):
        def _count_options(self, part: Position) -> int:
            counted.append(part)
            return super()._count_options(part)

    board = CountingMoore.position([2] * 100, max_piles=100)
    with pytest.raises(TooMuchWork):
        sum_(board, Nim.position([1])).solve(100)

    assert 0 < len(counted) < 1_000


def test_positions_that_two_components_of_one_game_share_count_once() -> None:
    """Each pair of numbers up to 100 is a position of Wythoff's game: 5,151 of them."""
    pairs = [Wythoff.position([99, 99]), Wythoff.position([98, 100])]
    alone = [sum_(pair).decide().pile_values for pair in pairs]
    assert sum_(*pairs).decide().pile_values == [*chain(*alone)]


def test_graph_of_a_sum_ends_once_the_positions_of_two_games_multiply_beyond_it() -> None:
    """Each alone has fewer than 10,000 positions, and the second isn't walked to its end."""
    first = Growing.position([0, 0], add=[1], target=40)
    second = Growing.position([0, 0], add=[1, 2], target=90)
    play = Play(in_sum=True)
    with pytest.raises(TooMuchWork, match="More than 10,000 positions"), Meter() as meter:
        play.graph(sum_(first, second), 10_000, 100_000)

    assert len(second.reachable(10_000)) > 2_000
    assert meter.own < 20_000
