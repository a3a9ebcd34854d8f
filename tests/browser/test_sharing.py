"""Positions in links, by hand and at random."""

import pytest

from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

CLIPBOARD = {
    "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"],
}


@pytest.mark.parametrize(
    ("link", "piles", "misere"),
    [
        ("#3,4,5", [3, 4, 5], False),
        ("#3,4,5;misere", [3, 4, 5], True),
        ("#0,1,9999", [0, 1, 9999], False),
        ("#3,%204,5", [3, 4, 5], False),
        ("", [3, 4, 5], False),
    ],
)
def test_a_link_opens_its_position(page: Page, link: str, piles: list[int], misere: bool) -> None:
    page.play(link, strength="")
    assert page.piles == piles
    assert page.text("#rule") == f"The last object {'loses' if misere else 'wins'}."
    assert page.count(f'[value="{"misere" if misere else "normal"}"]:checked')
    assert not page.shown("#link-error")


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("#3,x,5", "“x” is not a number"),
        ("#3,-1", "“-1” is not a number"),
        ("#1.5", "“1.5” is not a number"),
        ("#0,0", "There must be an object to take."),
        ("#10000", "up to 9999 objects in a pile"),
        ("#" + ",".join(["1"] * 17), "up to 16 piles; these are 17"),
        ("#3;normal", "“3;normal” is not a position."),
        ("#3;misere;misere", "is not a position."),
        ("#%E0%A4%A", "The link is damaged."),
    ],
)
def test_a_wrong_link_is_explained(page: Page, link: str, words: str) -> None:
    page.play(link, strength="")
    assert words in page.text("#link-error")
    assert (page.headline, page.piles) == ("Your turn", [3, 4, 5])


def test_what_is_wrong_with_a_link_is_said_until_the_first_move(page: Page) -> None:
    page.play("#3,x,5")
    assert page.text("#link-error").endswith(" The game here is 3, 4, 5.")
    page.take(0, 1)
    assert not page.shown("#link-error")


def test_the_address_holds_the_position(page: Page) -> None:
    page.play("#3,4,5;misere")
    page.take(2, 5)
    piles = ",".join(map(str, page.piles))
    assert page.address == f"{page.url}/#{piles};misere;perfect"


def test_a_copied_link_opens_the_position(page: Page) -> None:
    page.tab.ask("Browser.grantPermissions", origin=page.url, **CLIPBOARD)
    page.play("#3,4,5;misere")
    page.take(2, 5)
    piles = page.piles
    page.share()
    page.click("#copy")
    wait_until(lambda: page.text("#copied") == "Link copied: it opens this position.")
    link = page.run("return navigator.clipboard.readText()")
    assert link.startswith(f"{page.url}/#")
    page.open_fresh(link.removeprefix(page.url))
    assert (page.piles, page.text("#rule")) == (piles, "The last object loses.")


def shown_link(page: Page) -> str:
    """The link that the panel to share a game offers."""
    page.share()
    link: str = page.run("return document.querySelector('#link').value")
    return link


def test_without_a_clipboard_the_link_is_selected(page: Page) -> None:
    page.play("#3,4,5")
    assert shown_link(page) == f"{page.url}/#3,4,5;perfect"
    page.run("navigator.clipboard.writeText = () => Promise.reject(new Error())")
    page.click("#copy")
    wait_until(lambda: page.text("#copied").startswith("The link could not be copied"))
    assert page.run("return getSelection().toString()") == f"{page.url}/#3,4,5;perfect"


def test_a_finished_game_shares_its_first_position(page: Page) -> None:
    page.play("#1,1;misere")
    page.take(0, 1)
    assert page.over
    assert shown_link(page) == f"{page.url}/#1,1;misere;perfect"


def test_a_changed_link_opens_without_a_reload(page: Page) -> None:
    page.play("#3,4,5")
    page.run("location.hash = '#1,2,3;misere'")
    wait_until(lambda: page.piles == [1, 2, 3])
    assert page.text("#rule") == "The last object loses."


@pytest.mark.parametrize("text", ["7, 8", "7 8", " 7,8, "])
def test_piles_are_chosen_by_hand(page: Page, text: str) -> None:
    page.play()
    page.fill("#piles", text)
    page.click("#setup .primary")
    assert page.piles == [7, 8]


def test_wrong_piles_are_rejected_and_the_game_stays(page: Page) -> None:
    page.play("#3,4,5")
    page.fill("#piles", "3, four")
    page.click("#setup .primary")
    assert page.text("#piles-error").startswith("“four” is not a number of objects.")
    assert page.attribute("#piles", "aria-invalid") == "true"
    assert page.piles == [3, 4, 5]


@pytest.mark.parametrize("preset", ["3,4,5", "1,3,5,7", "8,8,1", "19,20,21", "41,163,13"])
def test_a_preset_starts_its_game_at_once(page: Page, preset: str) -> None:
    page.play("#1;misere")
    page.click(f'[value="{preset}"]')
    assert page.piles == [int(count) for count in preset.split(",")]
    assert page.text("#rule") == "The last object loses."


def test_random_piles_can_be_played(page: Page) -> None:
    page.play("#1")
    page.click("#random")
    assert 3 <= len(page.piles) <= 5
    assert all(1 <= count <= 9 for count in page.piles)
