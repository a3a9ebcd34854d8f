"""Several games on one board, and a game that the pages do not know."""

from tests.browser.any_game import offered, press_move
from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def test_sum_is_won_by_its_hints(page: Page) -> None:
    page.play("#(3,4)+(7;kayles)+(5,8;wythoff)")
    assert page.texts(".parts h3") == ["1. Nim", "2. Kayles", "3. Wythoff’s game"]
    while not page.over:
        page.whole_hint()
        press_move(page, page.names("#board button.winning")[0])
    assert (page.headline, page.complaints()) == ("You won", [])


def test_sum_is_explained_and_solved(page: Page) -> None:
    page.play("#(3,4)+(7;kayles)")
    page.ask_why()
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    # Kayles' row of 7 is worth 2, and 3 with 4 is worth 7: the winning moves leave 5 or 2 there.
    assert "Take 3 from pile 2 in game 1, Nim" in page.texts(".judged.wins .what")


def test_card_of_several_games_opens_them(page: Page) -> None:
    page.play("#3,4,5")
    wait_until(lambda: page.shown('.gallery [data-game="sum"]'))
    page.click('.gallery [data-game="sum"]')
    wait_until(lambda: page.count(".parts section") == 2)


def test_new_game_of_the_service_is_played_without_a_line_of_javascript(
    page: Page, new_game: str
) -> None:
    game = Page(page.tab, new_game)
    game.open_fresh("/#7,4;squares;perfect")
    game.settle()
    assert game.rule.startswith("A move takes a square number of objects")
    assert offered(game) == [
        "Take 4 from pile 1, leaving 3",
        "Take 1 from pile 1, leaving 6",
        "Take 4 from pile 2, leaving 0",
        "Take 1 from pile 2, leaving 3",
    ]
    assert game.violations_in_each_scheme() == {}
    while not game.over:
        game.whole_hint()
        press_move(game, game.names("#board button.winning")[0])
    assert (game.headline, game.complaints()) == ("You won", [])


def test_sum_is_put_together_in_the_form(page: Page) -> None:
    page.play("#3,4")
    page.click("#add-part")
    assert page.text("#parts-text") == "Nim 3, 4 + …"
    page.set("#game-name", "kayles")
    wait_until(lambda: page.value("#piles") == "7, 5")
    page.click("#setup .start")
    wait_until(lambda: page.texts(".parts h3") == ["1. Nim", "2. Kayles"])
    assert page.run("return location.pathname") == "/play/sum/3,4+kayles:7,5"


def test_nim_of_at_least_so_many_is_played(page: Page) -> None:
    page.open_fresh("/play/nim/9?min_remove=2&max_remove=4#perfect")
    assert page.rule == "A move takes 2 to 4 stones from one pile. Make the last move and you win."
    page.click('[data-index="8"]')
    assert page.detail == "Not allowed here. A move takes 2 to 4 stones from one pile."
