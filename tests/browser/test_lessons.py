"""What the page teaches: why a position is won, and which moves of a game were mistakes."""

from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")


def explain(page: Page) -> None:
    """Choose why, and wait for the explanation."""
    page.ask_why()


def explained(page: Page) -> None:
    page.play("#41,163,13")
    explain(page)


def table(page: Page) -> list[str]:
    """The explanation's table, line by line."""
    return page.texts("#explanation tr")


def columns(page: Page, kind: str) -> list[str]:
    """The place values of the columns that are marked as this kind."""
    return page.texts(f"#explanation thead .{kind}")


def reviewed(page: Page) -> None:
    """Wait until the finished game's mistakes are shown."""
    wait_until(lambda: "mistake" in page.detail)


def test_why_shows_binary_piles_and_column_parities(page: Page) -> None:
    page.visit(explained)
    assert table(page) == [
        "128 64 32 16 8 4 2 1",
        "Pile 1 0 0 1 0 1 0 0 1",
        "Pile 2 1 0 1 0 0 0 1 1",
        "Pile 3 0 0 0 0 1 1 0 1",
        "Ones 1 0 2 0 2 1 1 3",
        "Parity odd even even even even odd odd odd",
    ]


def test_why_marks_the_odd_columns_and_the_leading_one(page: Page) -> None:
    page.visit(explained)
    assert columns(page, "odd") == ["128", "4", "2", "1"]
    assert columns(page, "leading") == ["128"]


def test_why_shows_sentences_and_bits(page: Page) -> None:
    page.visit(explained)
    said = page.text("#explanation")
    assert "The player to move can win." in said
    assert "Pile 2: 10100011 becomes 00100100" in said


def test_why_marks_no_even_column(page: Page) -> None:
    page.play("#1,2,3")
    explain(page)
    assert columns(page, "odd") == []
    assert "No move wins" in page.text("#explanation")


def test_why_explains_the_misere_endgame(page: Page) -> None:
    page.play("#5,1;misere")
    explain(page)
    assert "misère endgame" in page.text("#explanation")


def test_why_follows_the_game_until_it_is_closed(page: Page) -> None:
    page.play("#3,4,5")
    explain(page)
    page.take(0, 2)
    rows = [f"Pile {i + 1} {count:03b}" for i, count in enumerate(page.piles)]
    wait_until(
        lambda: (
            [row.replace(" ", "") for row in table(page)[1:4]]
            == [row.replace(" ", "") for row in rows]
        )
    )
    page.click("#why")
    assert not page.shown("#explanation")
    assert page.attribute("#why", "aria-expanded") == "false"


def test_a_review_marks_each_mistake(page: Page) -> None:
    page.play("#3,4,5")
    page.take(2, 1)
    while not page.over:
        page.take_anything()
    reviewed(page)
    assert page.detail.endswith(
        "You made one mistake and the computer made none. Move 1 decided the game."
    )
    assert page.texts("#moves .mistake") == ["You\n1 from pile 3\nThe mistake that decided it."]


def test_a_review_without_mistakes_says_so(page: Page) -> None:
    page.play("#5,1;misere")
    while not page.over:
        page.follow_hint()
    reviewed(page)
    assert page.detail.endswith("Neither side made a mistake.")
    assert not page.count("#moves .mistake")


def test_mistakes_of_the_computer_are_marked_as_its_own(page: Page) -> None:
    page.play("#1,2,3")
    page.choose("strength", "easy")
    page.run("Math.random = () => 0")
    page.take(2, 3)
    page.follow_hint()
    while not page.over:
        page.follow_hint()
    reviewed(page)
    assert "You made no mistake and the computer" in page.detail
    assert all(said.startswith("The computer") for said in page.texts("#moves .mistake"))


def test_a_review_can_be_retried(page: Page) -> None:
    page.play("#1")
    with page.line(offline=True):
        page.take(0, 1)
        wait_until(lambda: page.shown("#problem"))
        assert page.headline == "You won"
        assert page.text("#problem-text").endswith("The moves are not judged yet.")
    page.click("#retry")
    reviewed(page)


def test_undo_takes_the_review_back(page: Page) -> None:
    page.play("#2,1")
    page.take(0, 2)
    assert page.headline == "The computer won"
    reviewed(page)
    page.click("#undo")
    page.follow_hint()
    assert not page.count("#moves .mistake")
