"""The states of the pages by name, and how to reach each."""

from collections.abc import Callable
from functools import partial

from tests.browser.driver import Page
from tests.browser.lessons import WORTH, choose_size, move_on_board, settle, solve_task, study, take
from tests.browser.pictures import see
from tests.support.waiting import wait_until

State = Callable[[Page], None]

HUGE = "#9999,8191,163,41,13,1,2,3,4,5,6,7,8,9,10,11"


def explained(page: Page, link: str = "#41,163,13") -> None:
    page.play(link)
    page.whole_hint()
    page.click("#solve")
    wait_until(lambda: page.count(".judged"))
    page.ask_why()


def finished(page: Page) -> None:
    page.play("#3,4,5")
    while not page.over:
        page.take_anything()
    wait_until(lambda: page.shown(".course"))
    page.click("#more-actions summary")


def on_board(page: Page, position: str) -> None:
    page.open_fresh(f"/play/{position}#perfect")
    page.settle()
    page.whole_hint()


def looked_up(page: Page, position: str, change: str = "") -> None:
    page.open(f"/solve/{position}", ready="html:not([data-loading])")
    wait_until(lambda: page.count(".judged"))
    if change:
        page.click(f"#solve-piles li:last-child button[aria-label$='{change}']")


def looked_at(page: Page) -> None:
    page.play("#3,4,5")
    page.take(2, 5)
    page.settle()
    page.click("#solve")
    wait_until(lambda: page.count("#solve-piles button"))
    page.click("#solve-piles button[aria-label$='one more']")
    wait_until(lambda: page.count(".judged"))
    page.ask_why()


def visited(page: Page) -> None:
    finished(page)
    page.click("#find")


def rejected(page: Page) -> None:
    page.play("#3,x")
    page.fill("#piles", "")
    page.click("#setup .start")
    assert page.shown("#link-error")
    assert page.shown("#piles-error")


def shared(page: Page) -> None:
    page.play("#3,4,5")
    page.share()
    page.run("document.querySelector('#sharing details').open = true")


def large(page: Page) -> None:
    shared(page)
    page.click("#large")


def embedded(page: Page) -> None:
    page.open_fresh("/embed#3,4,5")


def by_link(page: Page) -> None:
    page.open_fresh("/#3,4,5;by=link;you=Ann;other=Ben")
    page.settle()
    page.click('[data-pile="2"] [data-index="1"]')
    wait_until(lambda: page.shown("#send-move"))
    page.click("#send-move")


def lesson(page: Page, link: str, picture: str = "") -> None:
    study(page, link)
    if picture:
        wait_until(lambda: page.shown(f"#picture {picture}"))


def coached(page: Page) -> None:
    page.play("#3,4,5;easy", "")
    page.run("Math.random = () => 0.99")
    page.take(1, 1)
    wait_until(lambda: page.shown("#take-back"))


def set_for_a_class(page: Page) -> None:
    page.open("/play/set#easy;count=8;seed=521", ready="html:not([data-loading]) #dots li")
    page.click("#none")


def answered(page: Page) -> None:
    study(page, "columns")
    page.click("#answers button:nth-child(2)")


def refuted(page: Page) -> None:
    study(page, "one-two-three;2")
    take(page, *move_on_board(page, wins=False))


def solved(page: Page) -> None:
    study(page, "one-pile")
    solve_task(page)


def numbered(page: Page) -> None:
    study(page, "any-game;2")
    for _ in WORTH:
        choose_size(page)
        page.click("#next")
    wait_until(lambda: page.count(".number"))
    settle(page)
    page.whole_hint()


def seen(page: Page, game: str = "") -> None:
    see(page, game)
    wait_until(lambda: page.shown("#values-exhibit .value, #map-exhibit .node"))


def printed(page: Page, fragment: str) -> None:
    page.open(f"/sheet{fragment}", ready="#positions li")


def documented(page: Page) -> None:
    page.open("/docs#solvePosition", ready="html:not([data-loading])")
    page.click("#solvePosition [type=submit]")
    wait_until(lambda: page.shown("#solvePosition .received"))
    # All entries are similar, and axe takes seconds for each.
    page.type("#search", "requests.post best_move")


def theory(page: Page) -> None:
    page.open("/theory", ready=".theory h2")


STATES: dict[str, State] = {
    "a game begins": partial(Page.play, fragment="#1,3,5,7;misere"),
    "splits": partial(Page.play, fragment="#9;grundys-game"),
    "the queen": partial(Page.play, fragment="#9,12;wythoff"),
    "several piles": partial(Page.play, fragment="#3,4,5;moore=2"),
    "one pile": partial(Page.play, fragment="#20;fibonacci"),
    "a bar": partial(Page.play, fragment="#5,4,2;chomp"),
    "growing piles": partial(Page.play, fragment="#2,5;growing=20;add=1;multiply=2"),
    "coins on a strip": partial(Page.play, fragment="#1,3,6;welter"),
    "stalks": partial(on_board, position="hackenbush/0-1-2,1-3-4,0-5"),
    "a graph with a token": partial(on_board, position="geography/1-2-3,3-4@2"),
    "a graph looked up": partial(looked_up, position="arc-kayles/1-2-3-4,2-5"),
    "dominoes": partial(on_board, position="cram/2x3"),
    "dominoes looked up": partial(looked_up, position="cram/2x3"),
    "coins": partial(on_board, position="coins/THTHH?code=turtles"),
    "stairs": partial(Page.play, fragment="#3,4,2,5;staircase"),
    "looked up": partial(looked_up, position="kayles/7,5"),
    "no position": partial(looked_up, position="chomp/3,3,3", change="one more"),
    "looked at": looked_at,
    "all games": lambda page: page.open("/play", ready=".games"),
    "several games": partial(explained, link="#(3,4)+(7;kayles)"),
    "the largest game": partial(Page.play, fragment=HUGE),
    "explained": explained,
    "kayles explained": partial(explained, link="#7,5;kayles"),
    "a set explained": partial(explained, link="#13,2;set=1,3,4"),
    "one pile explained": partial(explained, link="#21;max=3"),
    "over": finished,
    "a mistake": visited,
    "rejected": rejected,
    "shared": shared,
    "large": large,
    "embedded": embedded,
    "by link": by_link,
    "a lesson": partial(lesson, link="winning-move", picture="table"),
    "a lesson with groups": partial(lesson, link="at-most", picture=".groups"),
    "a lesson with pins": partial(lesson, link="kayles"),
    "a lesson with the queen": partial(lesson, link="wythoff;2"),
    "a wrong answer": answered,
    "a losing move": refuted,
    "a solved task": solved,
    "dots and arrows": numbered,
    "pictures": seen,
    "pictures of a large game": partial(seen, game="30,30,30&size=8"),
    "coached": coached,
    "a set for a class": set_for_a_class,
    "a sheet": partial(printed, fragment="#hard;count=4;seed=1"),
    "a sheet of pins": partial(printed, fragment="#kayles;count=4;seed=1"),
    "a sheet of queens": partial(printed, fragment="#wythoff;count=4;seed=1"),
    "a sheet of bars": partial(printed, fragment="#chomp;count=4;seed=1"),
    "a sheet of growing piles": partial(
        printed, fragment="#growing=20;add=1;multiply=2;count=4;seed=1"
    ),
    "the contract": documented,
    "the theory": theory,
}
"""The states by their names."""
