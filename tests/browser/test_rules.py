"""Games under a rule: at most so many objects in a move, or one of a set of numbers."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.browser.any_page import DESKTOP, PHONE
from tests.browser.by_rule import Game, read, value, wins
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

State = Callable[[Page], None]

WON = ["#21;max=3", "#20;max=3;misere", "#5,7;max=2;misere", "#13;set=1,3,4", "#9,6;set=2,5;misere"]
LOST = ["#20;max=3", "#21;max=3;misere", "#4,1;max=2", "#14;set=1,3,4", "#6,4;set=1,2,4;misere"]


def on_board(page: Page, link: str) -> Game:
    """The game with the piles that are on the board now."""
    return replace(read(link), piles=tuple(page.piles))


def cell(page: Page, pile: int, remove: int) -> str:
    """The object that takes so many from a pile."""
    return f'[data-pile="{pile}"] [data-index="{page.piles[pile] - remove}"]'


def explain(page: Page) -> str:
    """Ask why, and give what is said."""
    page.ask_why()
    wait_until(lambda: page.shown("#explanation figure"))
    return page.text("#explanation")


@pytest.mark.parametrize("link", WON)
def test_the_player_to_move_in_an_n_position_wins_with_winning_moves(page: Page, link: str) -> None:
    assert wins(read(link))
    page.play(link)
    while not page.over:
        page.take(*on_board(page, link).winning[0])
    assert page.headline == "You won"
    wait_until(lambda: "mistake" in page.detail)
    assert page.detail.endswith("Neither side made a mistake.")


@pytest.mark.parametrize("link", LOST)
def test_the_player_to_move_in_a_p_position_loses_against_perfect_play(
    page: Page, link: str
) -> None:
    assert not wins(read(link))
    page.play(link)
    while not page.over:
        game = on_board(page, link)
        assert game.winning == []
        page.take(*game.losing[-1])
    assert page.headline == "The computer won"


def test_twenty_one_is_won_by_letting_the_computer_begin(page: Page) -> None:
    link = "#21;max=3;misere"
    page.play("#1")
    page.click('[value="21;max=3;misere;second"]')
    page.settle()
    while not page.over:
        page.take(*on_board(page, link).winning[0])
    assert (page.headline, page.piles) == ("You won", [0])
    assert page.detail.startswith("The computer took the last object, and so loses.")


@pytest.mark.parametrize(
    ("link", "headline", "detail"),
    [
        ("#4;set=3", "You won", "You made the last move."),
        ("#4;set=3;misere", "The computer won", "You made the last move, and so lose."),
    ],
)
def test_a_game_ends_when_no_move_is_legal_and_objects_are_left(
    page: Page, link: str, headline: str, detail: str
) -> None:
    page.play(link)
    assert page.text("#rule").startswith("Take 3 objects. ")
    page.take(0, 3)
    assert (page.headline, page.piles) == (headline, [1])
    assert page.detail.startswith(f"{detail} No move is legal any more: a move takes 3 objects.")
    assert page.focused == "Play again"
    page.press("Enter")
    assert (page.piles, page.text("#rule").split(". ")[0]) == ([4], "Take 3 objects")


def test_the_rule_is_said_above_the_board_and_in_the_first_turn(page: Page) -> None:
    page.play("#21;max=3;misere")
    assert page.text("#rule") == "Take at most 3 objects. The last object loses."
    assert page.detail.startswith("Take at most 3 objects from one pile.")
    page.play("#9;set=2,3")
    assert page.text("#rule") == "Take 2 or 3 objects. The last move wins."


@pytest.mark.parametrize(
    ("link", "remove", "words"),
    [
        ("#9;max=3", 4, "A move takes at most 3 objects."),
        ("#9;set=1,3,4", 2, "A move takes 1, 3 or 4 objects."),
        ("#9;max=1", 2, "A move takes at most 1 object."),
    ],
)
def test_what_may_not_be_taken_is_not_and_the_page_says_why(
    page: Page, link: str, remove: int, words: str
) -> None:
    page.play(link)
    fixed = cell(page, 0, remove)
    assert page.attribute(fixed, "aria-disabled") == "true"
    amount = words.removeprefix("A move takes ").removesuffix(".")
    assert page.names(fixed) == [f"Can’t take {remove} from pile 1: a move takes {amount}"]
    x, y = page.point(fixed)
    assert not page.count(".going, [data-leaves]")
    page.mouse("mousePressed", x, y, button="left", clickCount=1)
    page.mouse("mouseReleased", x, y, button="left", clickCount=1)
    assert (page.piles, page.moves, page.detail) == ([9], [], words)


def test_what_may_not_be_taken_is_not_taken_by_keyboard(page: Page) -> None:
    page.play("#5;max=2")
    while "pile" not in page.focused:
        page.press("Tab")
    page.press("Home")
    assert page.focused.startswith("Can’t take 5 from pile 1")
    page.press("Enter")
    assert (page.piles, page.detail) == ([5], "A move takes at most 2 objects.")
    page.press("End", "ArrowLeft", "Enter")
    page.settle()
    assert page.moves[0] == "You\n2 from pile 1"


def test_a_hint_marks_every_winning_move_even_two_from_one_pile(page: Page) -> None:
    page.play("#3;set=1,3,4")
    page.whole_hint()
    assert page.detail == "2 moves win: take 1 from pile 1 or take 3 from pile 1."
    assert page.texts(".winning") == ["take 1", "take 3"]


def test_undo_takes_back_a_move_under_a_rule(page: Page) -> None:
    page.play("#21;max=3;misere")
    page.take(0, 2)
    assert page.piles == [17]
    page.click("#undo")
    assert (page.piles, page.address) == ([21], f"{page.url}/#21;max=3;misere;perfect")


def test_the_computers_turn_shows_the_rule_and_the_grundy_values(page: Page) -> None:
    page.play("#21,6;max=3;misere")
    page.take(1, 1)
    page.unfold_turn()
    shown = page.text("#turn")
    assert 'POST /move {"piles":[21,5],"misere":true,"max_remove":3}' in shown
    assert "Grundy values\n1, 1\nNim-sum\n0" in shown


def test_a_mistake_under_a_rule_is_reviewed(page: Page) -> None:
    link = "#21;max=3"
    page.play(link)
    page.take(0, 2)
    while not page.over:
        page.take(*on_board(page, link).losing[0])
    wait_until(lambda: "mistake" in page.detail)
    assert page.detail.endswith(
        "You made one mistake and the computer made none. Move 1 decided the game."
    )
    page.click("#moves .mistake button")
    page.click("#better")
    assert page.detail.endswith("To win: take 1 from pile 1.")


# --- Why ------------------------------------------------------------------------------------------


def parts(page: Page) -> list[tuple[str, int]]:
    """The groups that are drawn: their kind and their objects."""
    found: list[tuple[str, int]] = page.run(
        "return [...document.querySelectorAll('.part')]"
        ".map(p => [p.classList[1], p.querySelectorAll('.one').length])"
    )
    return [(kind, count) for kind, count in found]


@pytest.mark.parametrize(
    ("link", "drawn", "words"),
    [
        ("#11;max=3", [("whole", 4)] * 2 + [("rest", 3)], "11 = 2 × 4 + 3. Take the 3 left over."),
        ("#8;max=3", [("whole", 4)] * 2, "8 = 2 × 4. Nothing is left over."),
        ("#9;max=3;misere", [("aside", 1)] + [("whole", 4)] * 2, "9 = 1 + 2 × 4. The object"),
        ("#8;max=3;misere", [("aside", 1), ("whole", 4), ("rest", 3)], "8 = 1 + 1 × 4 + 3."),
        ("#2;max=5", [("rest", 2)], "2 = 2. Take the 2 left over."),
        ("#0,7,0;max=3", [("whole", 4), ("rest", 3)], "7 = 1 × 4 + 3. Take the 3 left over."),
        ("#1;max=3;misere", [("aside", 1)], "1 = 1. The object that is set apart is the last one"),
    ],
)
def test_why_draws_one_pile_in_the_groups_that_decide(
    page: Page, link: str, drawn: list[tuple[str, int]], words: str
) -> None:
    page.play(link)
    said = explain(page)
    assert parts(page) == drawn
    assert [part for part in words.split(". ") if part not in said] == []
    assert not page.count("#explanation table")


def test_why_says_each_piles_value_and_where_it_comes_from(page: Page) -> None:
    page.play("#19,6,163;max=5")
    said = explain(page)
    assert "Pile 1: 19 = 3 × 6 + 1. Its value is 1." in said
    assert "Pile 2: 6 = 1 × 6. Its value is 0." in said
    assert "Pile 3: 163 = 27 × 6 + 1. Its value is 1." in said
    rows = page.texts("#explanation tbody tr")
    assert rows == ["Pile 1 1", "Pile 2 0", "Pile 3 1"]


def test_why_shows_the_values_that_a_move_from_a_pile_can_leave(page: Page) -> None:
    page.play("#13,2;set=1,3,4")
    said = explain(page)
    strip = page.text("#explanation .strip")
    assert strip.split() == [
        text for size in range(14) for text in (str(size), str(value(size, (1, 3, 4))))
    ]
    options = page.texts("#explanation .strip .option")
    assert [option.split()[0] for option in options] == ["9", "10", "12", "1"]
    assert (
        "Pile 1. From 13 a move leaves 12, 10 or 9, with the values 3, 1 and 0. "
        "The least number missing is 2." in said
    )
    assert (
        "Pile 2. From 2 a move leaves 1, which has the value 1. The least number missing is 0."
        in said
    )


def test_why_says_that_a_pile_too_small_for_any_move_has_the_value_0(page: Page) -> None:
    page.play("#1,7;set=2,3")
    assert "No move is legal in a pile of 1, so its value is 0." in explain(page)


def test_why_follows_a_game_under_a_rule(page: Page) -> None:
    page.play("#21;max=3")
    explain(page)
    page.take(0, 2)
    wait_until(lambda: "16 = 4 × 4." in page.text("#explanation"))


# --- Large piles ----------------------------------------------------------------------------------


def test_a_large_pile_takes_what_the_rule_allows_from_a_field(page: Page) -> None:
    page.play("#163;max=40")
    assert page.attribute("#board input", "placeholder") == "1 to 40"
    page.type("#board input", "41", "Enter")
    assert page.piles == [163]
    page.fill("#board input", "40", "Enter")
    page.settle()
    assert page.moves[0] == "You\n40 from pile 1"


def test_a_number_outside_the_set_is_rejected_by_the_field(page: Page) -> None:
    page.play("#163;set=5,50")
    page.type("#board input", "49", "Enter")
    assert page.piles == [163]
    assert page.run("return document.querySelector('#board input').validationMessage") == (
        "A move takes 5 or 50 objects."
    )
    page.fill("#board input", "50", "Enter")
    page.settle()
    assert page.moves[0] == "You\n50 from pile 1"


def test_no_field_is_shown_where_every_legal_move_is_drawn(page: Page) -> None:
    page.play("#163;max=5")
    assert not page.count("#board input")


# --- The computer's mistakes ----------------------------------------------------------------------

CHOOSE = """
const [piles, rule, solution] = arguments;
const modules = ['/static/core/strategy.js', '/static/core/game.js'].map((name) => import(name));
return Promise.all(modules).then(([{ chooseMove }, { newGame }]) =>
  Array.from({ length: 60 }, (_, i) => {
    const draws = [0, i / 60];
    const { pile, remove, mistake } = chooseMove(
      newGame({ piles, rule }), solution, 1, () => draws.shift(),
    );
    return [pile, remove, mistake];
  }),
);
"""


@pytest.mark.parametrize(
    ("link", "rule"),
    [
        ("#7,5;max=3", {"max_remove": 3}),
        ("#7,6;set=1,3,4", {"subtraction_set": [1, 3, 4]}),
        ("#6,5;set=2,5;misere", {"subtraction_set": [2, 5]}),
    ],
)
def test_mistakes_are_legal_and_throw_a_win_away(page: Page, link: str, rule: object) -> None:
    game = read(link)
    assert wins(game)
    winning = [{"pile": pile, "remove": remove} for pile, remove in game.winning]
    solution = {"to_move_wins": True, "winning_moves": winning, "best_move": winning[0]}
    page.play(link)
    chosen = page.run(CHOOSE, game.piles, rule, solution)
    assert {(pile, remove) for pile, remove, _ in chosen} == set(game.losing)
    assert all(mistake for *_, mistake in chosen)


# --- Every state is accessible and fits -----------------------------------------------------------


def begun(page: Page) -> None:
    page.play("#21;max=3;misere")


def refused(page: Page) -> None:
    page.play("#21,6;set=1,3,4")
    page.click(cell(page, 0, 2))
    page.fill("#numbers", "")
    page.click("#setup .primary")


def grouped(page: Page) -> None:
    page.play("#163,20,6;max=3")
    page.whole_hint()
    explain(page)


def single(page: Page) -> None:
    page.play("#20;max=3;misere")
    explain(page)


def valued(page: Page) -> None:
    page.play("#60,13;set=1,3,40;misere")
    page.whole_hint()
    explain(page)


def over(page: Page) -> None:
    page.play("#4;set=3")
    page.take(0, 3)


in_each_state = pytest.mark.parametrize(
    "state", [begun, refused, grouped, single, valued, over], scope="module"
)


@in_each_state
def test_axe_finds_no_violation_under_a_rule(page: Page, state: State) -> None:
    page.visit(state)
    assert page.violations_in_each_scheme() == {}


@in_each_state
def test_a_game_under_a_rule_never_scrolls_sideways(page: Page, state: State) -> None:
    page.visit(state)
    assert page.too_narrow(320, PHONE[0], DESKTOP[0]) == {}


@in_each_state
def test_a_game_under_a_rule_is_silent(page: Page, state: State) -> None:
    assert page.visit(state) == []
