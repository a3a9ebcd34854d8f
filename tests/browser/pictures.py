"""The page with the pictures, fully loaded."""

from tests.browser.driver import Page
from tests.support.waiting import wait_until


def see(page: Page, game: str = "") -> None:
    """Open the page with a game, and wait until everything has been loaded."""
    page.open(f"/see{f'#game={game}' if game else ''}", ready=".cell")
    wait_until(lambda: page.text("#slice-words"))
    page.run("document.querySelector('#any-game').scrollIntoView()")  # it is loaded when it is seen
    wait_until(lambda: page.text("#values-words") or not page.shown("#values-exhibit"))
    wait_until(lambda: page.count(".node") or "too many" in page.text("#map-words"))
    if not game:
        page.run("scrollTo(0, 0)")
