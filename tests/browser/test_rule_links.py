"""Rules in links and in the form that sets a game up."""

import pytest

from tests.browser.driver import Page
from tests.support.needs import needs

pytestmark = needs("chromium")


@pytest.mark.parametrize(
    ("link", "kind", "numbers"),
    [
        ("#21;max=3;misere", "max", "3"),
        ("#21;misere;max=3", "max", "3"),
        ("#13,8;set=1,3,4", "set", "1, 3, 4"),
        ("#13;set=4,%201,3,3", "set", "1, 3, 4"),
        ("#3,4,5", "any", ""),
    ],
)
def test_a_link_restores_the_rule(page: Page, link: str, kind: str, numbers: str) -> None:
    page.play(link)
    assert page.count(f'[name=rule][value="{kind}"]:checked')
    assert page.value("#numbers") == numbers
    assert page.shown("#numbers") == (kind != "any")
    assert page.text("#rule").startswith("Take " if kind != "any" else "The last object")
    assert ("loses" in page.text("#rule")) == ("misere" in link)


@pytest.mark.parametrize("link", ["#21;max=3;misere", "#13,8;set=1,3,4"])
def test_the_address_carries_the_rule(page: Page, link: str) -> None:
    page.play(link)
    page.take(0, 1)
    piles = ",".join(map(str, page.piles))
    assert page.address == f"{page.url}/#{piles};{link.split(';', 1)[1]};perfect"


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("#21;max=0", "A move takes between 1 and 9999 objects on this page."),
        ("#21;max=10000", "A move takes between 1 and 9999 objects on this page."),
        ("#21;max=", "How many objects may a move take? Give one number, like 3."),
        ("#21;max=1,2", "How many objects may a move take? Give one number, like 3."),
        ("#21;max=x", "“x” is not a number of objects. Give one number, like 3."),
        ("#21;set=", "How many objects may a move take? The numbers look like 1, 3, 4."),
        ("#21;set=1,-3", "“-3” is not a number of objects. The numbers look like 1, 3, 4."),
        ("#2,1;set=3,4", "No move is legal here: a move takes 3 or 4 objects."),
        ("#21;max=3;set=1", "is not a position. Links end like #3,4,5 or #21;max=3;misere."),
        ("#21;max=3;max=3", "is not a position."),
        ("#21;most=3", "“21;most=3” is not a position."),
        ("#21;max", "“21;max” is not a position."),
        (f"#21;set={','.join(map(str, range(1, 18)))}", "up to 16 numbers; these are 17."),
    ],
)
def test_a_link_with_a_wrong_rule_is_rejected_in_words(page: Page, link: str, words: str) -> None:
    page.play(link, strength="")
    assert words in page.text("#link-error")
    assert (page.headline, page.piles) == ("Your turn", [3, 4, 5])


def choose(page: Page, name: str, value: str) -> None:
    page.pick(f'[name={name}][value="{value}"]')


def test_a_preset_sets_rule_convention_and_who_begins(page: Page) -> None:
    page.play("#3,4,5")
    page.click('[value^="21"]')
    page.settle()
    assert page.moves[0].startswith("The computer")
    assert page.text("#rule") == "Take at most 3 objects. The last object loses."


@pytest.mark.parametrize("button", ['[value="8,8,1"]', "#random"])
def test_other_piles_keep_the_rule_the_convention_and_who_begins(page: Page, button: str) -> None:
    page.play("#21;max=3;misere;second")
    page.click(button)
    page.settle()
    assert page.moves[0].startswith("The computer")
    assert page.text("#rule") == "Take at most 3 objects. The last object loses."
    assert page.count("#setup [name=first][value=other]:checked")


def test_a_rule_is_chosen_by_hand(page: Page) -> None:
    page.play("#9")
    choose(page, "rule", "max")
    assert page.names("#numbers") == ["At most this many objects"]
    assert page.value("#numbers") == "3"
    choose(page, "rule", "set")
    assert page.names("#numbers") == ["One of these numbers of objects"]
    page.fill("#numbers", "5 2", "Enter")
    assert page.text("#rule").startswith("Take 2 or 5 objects. ")
    assert page.address == f"{page.url}/#9;set=2,5;perfect"


def test_a_wrong_rule_is_rejected_in_words_and_the_game_stays(page: Page) -> None:
    page.play("#9;max=3")
    page.fill("#numbers", "")
    page.click("#setup .primary")
    assert page.text("#numbers-error").startswith("How many objects may a move take?")
    assert page.attribute("#numbers", "aria-invalid") == "true"
    assert page.run("return document.activeElement.id") == "numbers"
    choose(page, "rule", "set")
    page.fill("#numbers", "10", "Enter")
    assert page.text("#piles-error") == "No move is legal here: a move takes 10 objects."
    assert page.piles == [9]
