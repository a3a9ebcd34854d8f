"""From the pictures to the board, and the map and the values of any game."""

from functools import partial
from typing import Any

import pytest

from tests.browser.driver import PLAYABLE, Page
from tests.browser.pictures import see
from tests.support import oracle
from tests.support.golden_values import CODES
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def on_board(page: Page, piles: list[int]) -> bool:
    return bool(page.count(PLAYABLE)) and page.piles == piles


# --- To the board ---------------------------------------------------------------------------------


def test_a_square_is_played_by_a_click(page: Page) -> None:
    see(page)
    x, y = page.point('[aria-label="5 nim-plus 3 is 6"]')
    for event in ("mousePressed", "mouseReleased"):
        page.mouse(event, x, y, button="left", buttons=1, clickCount=1)
    wait_until(lambda: on_board(page, [5, 3, 6]))


def test_a_square_is_played_by_enter(page: Page) -> None:
    see(page)
    page.run("document.querySelector('[aria-label=\"2 nim-plus 1 is 3\"]').focus()")
    page.press("Enter")
    wait_until(lambda: on_board(page, [2, 1, 3]))


def test_the_chosen_square_has_a_link_to_the_board(page: Page) -> None:
    see(page)
    assert not page.shown("#table-play")  # nothing to take from 0, 0 and 0
    page.click('[aria-label="5 nim-plus 3 is 6"]')
    assert page.names("#table-play") == ["Play 5, 3 and 6"]
    assert page.attribute("#table-play", "href") == f"{page.url}/play/nim/5,3,6"
    page.pick('input[name=operation][value="product"]')
    wait_until(lambda: "⊗" in page.text("#value"))
    assert not page.shown("#table-play")  # a product is not a position


def test_the_lost_positions_of_a_slice_are_links(page: Page) -> None:
    page.open("/see#slice=3&last=misere", ready=".cell")
    wait_until(lambda: page.count("#slice-links a"))
    names, links = page.names("#slice-links a"), page.attributes("#slice-links a", "href")
    assert names[:2] == ["Play 0, 3 and 3", "Play 1, 2 and 3"]
    assert links[:2] == [f"{page.url}/play/nim/{each}?misere=true" for each in ("0,3,3", "1,2,3")]


def test_a_click_on_a_point_plays_it(page: Page) -> None:
    """The mouse finds one on its way down the middle."""
    see(page)
    x, middle = page.point("#solid")
    for y in range(int(middle) - 150, int(middle) + 150, 6):
        page.mouse("mouseMoved", x, y)
        if page.count("#solid.over"):
            break
    for event in ("mousePressed", "mouseReleased"):
        page.mouse(event, x, y, button="left", clickCount=1)
    wait_until(lambda: page.count(PLAYABLE))
    first, second, third = page.piles
    assert first ^ second == third


# --- When any game is loaded ----------------------------------------------------------------------

ASKED_FOR_GAMES = (
    "return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/games'))"
)


def test_a_game_that_an_address_asks_for_later_is_not_replaced_by_the_first_one(page: Page) -> None:
    page.open("/see", ready=".cell")
    page.run("location.hash = 'game=3,4'")
    wait_until(lambda: page.text("#map-words").startswith("14 positions"))
    page.run("document.querySelector('#any-game').scrollIntoView()")
    page.run("return new Promise((done) => setTimeout(done, 500))")
    assert page.text("#map-words").startswith("14 positions")
    page.run("location.hash = ''")
    wait_until(lambda: page.text("#map-words").startswith("22 positions"))


# --- The map --------------------------------------------------------------------------------------


def marked(page: Page) -> dict[str, bool]:
    """The positions of the map, and whether each is marked as lost."""
    names = page.attributes(".node", "data-name")
    lost = page.run(
        "return [...document.querySelectorAll('.node')].map(n => n.classList.contains('lost'))"
    )
    return dict(zip(names, lost, strict=True))


@pytest.mark.parametrize("misere", [False, True])
def test_the_map_marks_the_lost_positions(page: Page, misere: bool) -> None:
    see(page, f"2,3,4{';misere' if misere else ''}")
    found = marked(page)
    assert len(found) == 28
    for name, lost in found.items():
        piles = tuple(map(int, name.split("+")))
        assert lost == (not oracle.to_move_wins(piles, misere)), name


def test_the_layers_of_the_map_go_down_with_each_move(page: Page) -> None:
    see(page, "2,3,4")
    layers = page.run(
        "return [...document.querySelectorAll('.layer')]"
        ".map(l => [...l.children].map(n => n.dataset.name))"
    )
    sums = [{sum(map(int, name.split("+"))) for name in layer} for layer in layers]
    assert sums == [{total} for total in range(9, -1, -1)]
    assert page.count(".arc") == 114
    assert not page.count(".played")
    winning = {
        (name, tuple(sorted(left)))
        for name in marked(page)
        for _, _, left in oracle.legal_moves(tuple(map(int, name.split("+"))))
        if not oracle.to_move_wins(tuple(left), misere=False)
    }
    assert page.count(".arc.wins") == len({(name, *filter(None, left)) for name, left in winning})


def test_each_position_of_the_map_is_a_link_with_a_name(page: Page) -> None:
    see(page, "3,4;wythoff")
    assert page.names('.node[data-name="1+2"]') == ["1+2 the player to move loses. Play it"]
    assert page.attribute('.node[data-name="1+2"]', "href") == f"{page.url}/play/wythoff/1,2"
    assert page.attribute('.node[data-name="0+3"]', "href") == f"{page.url}/play/wythoff/0,3"
    assert page.texts("span.node") == ["0+0\nthe player to move loses"]
    page.click('.node[data-name="1+2"]')
    wait_until(lambda: on_board(page, [1, 2]))


def test_the_line_that_was_played_is_drawn_in(page: Page) -> None:
    see(page, "7;kayles;moves=1-1_3_3,1-1_1_1,1-1,2-2_1")
    assert page.count(".arc.played") == 4
    assert {*page.attributes(".node.played", "data-name")} == {"7", "3+3", "1+1+3", "1+3", "1+1"}


def test_what_is_too_large_to_draw_says_so(page: Page) -> None:
    see(page, "7,8,9")
    assert "That is too many to draw" in page.text("#map-words")
    assert not page.count(".node")


def leads_to(page: Page, link: str) -> bool:
    """Whether the link to the board leads to a game."""
    return link in page.attribute("#game-play", "href")


def games(page: Page) -> Any:
    return page.run(
        "return fetch('games').then(r => r.json())"
        ".then(({ games }) => games.map(({ name, operations }) => [name, operations]))"
    )


def test_every_game_is_drawn_by_what_the_service_offers_for_it(page: Page) -> None:
    see(page)
    for name, operations in games(page):
        offered = {
            "graph": {"/graph", "/positions"} <= {*operations},
            "values": "/values" in operations,
        }
        listed = page.count(f'#game-name option[value="{name}"]')
        assert listed == any(offered.values())
        if not listed:
            continue
        page.set("#game-name", name)
        link = f"/play/{name}/"
        wait_until(partial(leads_to, page, link))
        assert page.text("#piles-error") == ""
        assert page.shown("#map-exhibit") == offered["graph"]
        assert page.shown("#values-exhibit") == offered["values"]
        if offered["graph"]:
            wait_until(lambda: page.count(".node") or "too many" in page.text("#map-words"))
        assert "/play/" in page.attribute("#game-play", "href")
    assert page.complaints() == []


def test_a_rule_of_nim_is_drawn_and_kept_in_the_address(page: Page) -> None:
    see(page)
    page.open("/see#game=5;max=2", ready=".cell")
    wait_until(lambda: "repeat every 3" in page.text("#values-words"))
    wait_until(lambda: page.count(".node"))
    assert page.value("#numbers") == "2"
    lost = [name for name, is_lost in marked(page).items() if is_lost]
    assert lost == ["3", "0"]
    page.fill("#piles", "4")
    address = f"{page.url}/see/nim/4?max_remove=2"
    wait_until(lambda: page.address == address)


def test_what_is_wrong_is_said_at_the_form(page: Page) -> None:
    see(page)
    page.fill("#piles", "x")
    assert page.shown("#piles-error")
    assert page.attribute("#piles", "aria-invalid") == "true"
    page.fill("#piles", "5")
    assert not page.shown("#piles-error")


def test_a_problem_with_one_game_is_gone_with_the_game(page: Page) -> None:
    see(page)
    page.tab.ask("Network.clearBrowserCache")  # it keeps what it was given for a day
    with page.line(offline=True):
        page.fill("#piles", "5")
        wait_until(lambda: page.shown("#problem"))
    page.fill("#piles", "6")
    wait_until(lambda: page.text(".node").startswith("6"))
    assert not page.shown("#problem")


# --- The values -----------------------------------------------------------------------------------


def test_the_values_of_kayles_are_the_published_ones_and_lead_to_its_piles(page: Page) -> None:
    see(page)
    values = [int(text) for text in page.texts("#values .value")]
    published = CODES["Kayles"].values
    assert values[: len(published)] == published
    assert page.text("#values-words") == "From 71 upward the values repeat every 12."
    assert page.count("#values .before") == 71
    first, second = page.run(
        "return ['one', 'other'].map(k => [...document.querySelectorAll(`#values .${k} .value`)]"
        ".slice(0, 12).map(v => +v.textContent))"
    )
    assert first == second == values[71:83]
    assert page.names("#values a")[4] == "5 4 A pile of 5 has the value 4. Play it"
    page.click("#values a")
    wait_until(lambda: page.count(PLAYABLE))
    assert page.address.endswith("/play/kayles/1")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("3;grundys-game", "The service states no period for these values."),
        ("3,4", "The value of a pile is its size."),
        ("3;octal=0.137", "From 52 upward the values repeat every 34."),
    ],
)
def test_what_is_known_of_a_period_is_said(page: Page, game: str, words: str) -> None:
    see(page, game)
    assert words in page.text("#values-words")


@pytest.mark.parametrize("link", ["12;fibonacci", "%E0%A4%A", "constructor"])
def test_link_that_cannot_be_drawn_stops_nothing(page: Page, link: str) -> None:
    page.open(f"/see#game={link}", ready="html:not([data-loading]) .cell")
    wait_until(lambda: page.attribute("#game-play", "href"))
    assert page.complaints() == []


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/see/fibonacci/8", "Fibonacci Nim"),
        ("/see#game=8;fibonacci", "Fibonacci Nim"),
        ("/see/sum/3,4+kayles:7", "a sum of games"),
        ("/see#game=(3,4)+(7;kayles)", "a sum of games"),
    ],
)
def test_a_game_without_a_picture_is_replaced_with_a_word(page: Page, path: str, what: str) -> None:
    page.open(path, ready="html:not([data-loading]) #values .value")
    said = f"There is no picture of {what}. This is Kayles. "
    wait_until(lambda: page.text("#game-rule").startswith(said))
    assert page.value("#game-name") == "kayles"


# --- A game of one's own --------------------------------------------------------------------------


def test_a_game_that_is_typed_is_solved_and_drawn(page: Page) -> None:
    see(page)
    before = page.count(".node")
    page.set("#typed", "10: 9 8\n9: 8, 7\n8 7 __proto__\n7: __proto__")
    words = "At 10, the player to move wins by moving to 9. The value of each position: "
    wait_until(lambda: page.text("#typed-words").startswith(words))
    values = {*page.text("#typed-words").removeprefix(words).rstrip(".").split(", ")}
    assert values == {"10 1", "9 0", "8 2", "7 1", "__proto__ 0"}
    assert page.count(".node") == before + 5
    assert {*page.attributes("#typed-map .node.lost", "data-name")} == {"9", "__proto__"}


def test_a_game_that_is_typed_and_never_ends_is_rejected(page: Page) -> None:
    see(page)
    page.set("#typed", "a: b\nb: a")
    wait_until(lambda: "a → b → a" in page.text("#typed-words"))
    assert not page.count("#typed-map .node")
    page.set("#typed", "")
    wait_until(lambda: page.text("#typed-words") == "")
