"""Whole games against the real service, in a real browser."""

import pytest

from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


@pytest.mark.parametrize(
    "link", ["#3,4,5", "#3,3,1", "#3,4,5;misere", "#1,1;misere", "#5,1;misere"]
)
def test_the_hints_win_an_n_position(page: Page, link: str) -> None:
    page.play(link)
    while not page.over:
        page.follow_hint()
    assert page.headline == "You won"


@pytest.mark.parametrize("link", ["#1,2,3", "#2,2;misere"])
def test_a_p_position_is_lost_against_perfect_play(page: Page, link: str) -> None:
    page.play(link)
    while not page.over:
        page.take_anything()
    assert page.headline == "The computer won"


ALWAYS = "Math.random = () => 0"
"""With this chance the computer makes a mistake wherever it can, but for a perfect one."""


@pytest.mark.parametrize("strength", [";easy", ";hard", ""])
def test_a_computer_that_errs_at_every_chance_loses(page: Page, strength: str) -> None:
    page.play("#1,2,3", strength)
    page.run(ALWAYS)
    page.take_anything()
    page.unfold_turn()
    assert "a mistake on purpose" in page.text("#turn")
    while not page.over:
        page.follow_hint()
    assert page.headline == "You won"


def test_a_perfect_computer_never_errs(page: Page) -> None:
    page.play("#1,2,3")
    page.run(ALWAYS)
    while not page.over:
        page.take_anything()
    assert page.headline == "The computer won"


def test_the_computer_moves_first_if_asked_to(page: Page) -> None:
    page.play("#3,4,5")
    page.start(first="other")
    assert (page.piles, page.detail) == ([1, 4, 5], "The computer took 2 from pile 1, leaving 1.")


def test_a_turn_shows_its_request_and_response(page: Page) -> None:
    page.play("#3,4,5")
    page.take(2, 5)
    page.unfold_turn()
    page.click("#turn summary")
    shown = page.text("#turn")
    assert 'POST /move {"piles":[3,4,0],"misere":false}' in shown
    assert "Nim-sum\n7\nClass\nN, the player to move wins" in shown
    assert '"best_move": {"pile":1,"remove":1,"leaves":3}' in shown


def test_a_hint_marks_every_winning_move(page: Page) -> None:
    page.play("#19,20,21")
    page.whole_hint()
    assert page.detail == (
        "3 moves win: take 18 from pile 1, take 14 from pile 2 or take 14 from pile 3."
    )
    marked = [page.count(f'[data-pile="{pile}"] .hinted') for pile in range(3)]
    assert marked == [18, 14, 14]


def test_a_hint_in_a_p_position_says_that_no_move_wins(page: Page) -> None:
    page.play("#1,2,3")
    page.hint()
    assert page.detail == "No move wins here: the computer wins, unless there is a mistake."
    assert not page.count(".hinted, .winning")


def test_undo_takes_back_both_moves(page: Page) -> None:
    page.play("#3,4,5")
    page.take(2, 5)
    page.click("#undo")
    assert (page.piles, page.moves) == ([3, 4, 5], [])
    assert not page.count("#undo:enabled")


def test_undo_keeps_the_first_move_of_the_computer(page: Page) -> None:
    page.play("#3,4,5")
    page.start(first="other")
    page.take_anything()
    page.click("#undo")
    assert (page.piles, len(page.moves)) == ([1, 4, 5], 1)


def test_a_finished_game_can_be_undone(page: Page) -> None:
    page.play("#1,1")
    page.take(0, 1)
    assert page.headline == "The computer won"
    page.click("#undo")
    assert (page.headline, page.piles) == ("Your turn", [1, 1])


def test_play_again_begins_the_same_game(page: Page) -> None:
    page.play("#1,1;misere")
    page.take(0, 1)
    page.click("#again")
    assert (page.headline, page.piles) == ("Your turn", [1, 1])
    assert page.text("#rule") == "The last object loses."


def test_a_game_is_played_by_keyboard_alone(page: Page) -> None:
    page.prefer(scheme="light", motion="no-preference")
    page.play("#1,2")
    while "pile" not in page.focused:
        page.press("Tab")
    assert page.focused == "Take 1 from pile 1, leave 0"
    page.press("ArrowDown", "ArrowRight")
    assert page.focused == "Take 1 from pile 2, leave 1"
    page.press("Enter")
    page.settle()
    assert (page.piles, page.focused) == ([0, 1], "Take 1 from pile 2, leave 0")
    page.press("Enter")
    page.settle()
    assert (page.headline, page.focused) == ("You won", "Play again")
    page.press("Enter")
    assert (page.headline, page.piles) == ("Your turn", [1, 2])
    assert page.focused.startswith("Take")


def test_focusing_an_object_shows_what_it_would_take(page: Page) -> None:
    page.play("#5")
    while "pile" not in page.focused:
        page.press("Tab")
    page.press("Home", "ArrowRight")
    assert page.count(".going") == 4
    assert page.run("return document.querySelector('.pile-count').dataset.leaves") == "1"


def test_a_large_pile_takes_any_number_from_a_field(page: Page) -> None:
    page.play("#41,163,13")
    assert page.count('[data-pile="1"] .object') == 30
    page.type('[data-pile="1"] input', "127")
    page.click('[data-pile="1"] form button')
    page.settle()
    assert page.moves[0] == "You\n127 from pile 2"


def test_a_typed_number_survives_an_explanation(page: Page) -> None:
    page.play("#41")
    page.type("#board input", "12")
    page.ask_why()
    assert page.value("#board input") == "12"


@pytest.mark.parametrize("number", ["0", "164", "-1", "1.5", ""])
def test_an_impossible_number_is_not_taken(page: Page, number: str) -> None:
    page.play("#41,163,13")
    page.type('[data-pile="1"] input', number)
    page.click('[data-pile="1"] form button')
    assert (page.piles, page.headline) == ([41, 163, 13], "Your turn")
    assert page.complaints() == []


def test_a_game_survives_a_stopped_server(page: Page) -> None:
    """The page says that it can't reach the service, and goes on when it can."""
    with Server() as first:
        game = Page(page.tab, first.url)
        game.play("#3,4,5")
        game.take(0, 2)
        first.kill()
        game.take(1, 1)
        assert game.text("#problem-text") == (
            "The service cannot be reached. Nothing is lost: the game goes on from here."
        )
        assert game.piles == [1, 3, 4]
        game.click("#retry")
        wait_until(lambda: game.shown("#problem"))
        with Server(PORT=first.port):
            game.click("#retry")
            wait_until(lambda: not game.shown("#problem"))
            game.settle()
            assert (game.headline, len(game.moves)) == ("Your turn", 4)


def test_a_hint_can_be_retried(page: Page) -> None:
    page.play("#3,4,5")
    with page.line(offline=True):
        page.click("#hint")
        wait_until(lambda: page.shown("#problem"))
        assert page.text("#problem-text") == "The service cannot be reached. There is no hint."
    page.click("#retry")
    wait_until(lambda: page.detail == "Take from pile 1.")
    assert not page.shown("#problem")


def test_one_broken_connection_shows_no_problem(page: Page) -> None:
    page.play("#3,4,5")
    page.run(
        "const real = fetch; let calls = 0;"
        "window.fetch = (...a) => calls++ ? real(...a) : Promise.reject(new TypeError('broken'))"
    )
    page.whole_hint()
    assert page.detail == "One move wins: take 2 from pile 1."
    assert not page.shown("#problem")


def test_an_error_of_the_service_is_quoted(page: Page) -> None:
    with Server(NIM_MAX_PILES=2) as server:
        game = Page(page.tab, server.url)
        game.play("#3,4,5")
        game.click("#hint")
        wait_until(lambda: game.shown("#problem"))
        assert game.text("#problem-text").startswith(
            "The service says (422): At most 2 piles are allowed."
        )


@pytest.mark.parametrize(("motion", "latency"), [("reduce", 300), ("no-preference", 0)])
def test_a_new_game_ignores_the_response_to_the_last_one(
    page: Page, motion: str, latency: int
) -> None:
    page.prefer(scheme="light", motion=motion)
    page.play("#3,4,5")
    with page.line(latency=latency):
        page.click('[data-pile="0"] .object')
        page.click("#setup .primary")
        page.take(0, 1)
        assert page.moves == ["You\n1 from pile 1", "The computer\n1 from pile 1"]
        assert page.complaints() == []
