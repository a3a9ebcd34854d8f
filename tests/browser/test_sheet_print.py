"""Sheets as Chromium prints them: which task is on which page, and how large it is drawn."""

import base64
import re
from collections.abc import Iterator

import pytest

from tests.browser.driver import Page
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

PAPERS = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}

# Of each of these elements a link is put over it, as a PDF says where its links are.
LINKED = """
for (const css of ["#positions > li", ".place", ".skittle"]) {
  for (const [i, one] of document.querySelectorAll(css).entries()) {
    const link = document.createElement("a");
    link.href = `http://sheet.example/${one.localName}/${i + 1}`;
    Object.assign(link.style, { position: "absolute", inset: "0" });
    one.style.position = "relative";
    one.append(link);
  }
}
"""

OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)endobj", re.DOTALL)
PAGE = re.compile(rb"/Type ?/Page\b(?!s).*?/Annots ?\[(.*?)\]", re.DOTALL)
LINK = re.compile(rb"/Rect ?\[(.*?)\].*?/URI \(http://sheet\.example/(\w+)/(\d+)\)", re.DOTALL)

MM = 72 / 25.4
"""Points of a PDF."""

Link = tuple[str, int, list[float]]
"""The name and the number of an element, and its rectangle in points."""


def printed(page: Page, options: str, paper: str) -> list[list[Link]]:
    """The links of each page that is printed, without those that have none: the key."""
    page.open(f"/sheet#{options}", ready="html:not([data-loading])")
    wait_until(lambda: page.count("#positions > li"))
    page.run(LINKED)
    width, height = PAPERS[paper]
    pdf = page.tab.ask("Page.printToPDF", paperWidth=width, paperHeight=height)["data"]
    objects = dict(OBJECT.findall(base64.b64decode(pdf)))
    lists = [PAGE.search(content) for content in objects.values()]
    return [[*_links(found[1], objects)] for found in lists if found]


def _links(annotations: bytes, objects: dict[bytes, bytes]) -> Iterator[Link]:
    for number in re.findall(rb"(\d+) 0 R", annotations):
        if link := LINK.search(objects[number]):
            yield link[2].decode(), int(link[3]), [float(edge) for edge in link[1].split()]


def tasks(page: Page, options: str, paper: str) -> list[list[int]]:
    """The numbers of the tasks on each page."""
    pages = printed(page, options, paper)
    return [[number for name, number, _ in links if name == "li"] for links in pages]


def test_button_prints(page: Page) -> None:
    page.open("/sheet#count=4", ready="html:not([data-loading])")
    page.run("window.print = () => { window.printed = true; }")
    page.click("#print")
    assert page.run("return window.printed")


@pytest.mark.parametrize(
    ("game", "count", "paper"),
    [
        ("hard", 10, "Letter"),
        ("hard", 12, "A4"),
        ("kayles;hard", 10, "A4"),
        ("kayles;hard", 16, "Letter"),
        ("moore=2;easy", 10, "A4"),
        ("wythoff;easy", 8, "A4"),
        ("wythoff;easy", 14, "Letter"),
    ],
)
def test_last_page_never_has_two_tasks_alone(page: Page, game: str, count: int, paper: str) -> None:
    """On each of these sheets two would be left for the last page, were nothing done about it."""
    pages = tasks(page, f"{game};count={count};seed=1", paper)
    assert [number for numbers in pages for number in numbers] == [*range(1, count + 1)]
    assert len(pages[-1]) >= 3


@pytest.mark.parametrize("game", ["wythoff;hard", "laskers-nim;hard", "fibonacci;hard"])
def test_each_task_is_whole_on_one_page(page: Page, game: str) -> None:
    pages = tasks(page, f"{game};count=12;seed=1", "A4")
    assert [number for numbers in pages for number in numbers] == [*range(1, 13)]
    assert all(pages)


def test_squares_are_8_mm_apart(page: Page) -> None:
    """So that a pencil finds its square; the paper makes nothing smaller."""
    (links, *_) = printed(page, "wythoff;hard;count=4;seed=1", "A4")
    (first, second, *_) = [left for name, _, (left, *_) in links if name == "span"]
    assert second - first >= 8 * MM - 0.5


def test_pins_are_large_enough_to_circle(page: Page) -> None:
    (links, *_) = printed(page, "kayles;hard;count=4;seed=1", "A4")
    _, _, (left, bottom, right, top) = next(link for link in links if link[0] == "span")
    assert right - left >= 4 * MM
    assert top - bottom >= 8 * MM


@pytest.mark.parametrize(
    "game", ["moore=4;hard", "staircase;misere;hard", "grundys-game;misere;hard"]
)
def test_sheet_is_full_where_positions_take_long_to_solve(page: Page, game: str) -> None:
    pages = tasks(page, f"{game};count=24;seed=2", "A4")
    assert sum(map(len, pages)) == 24
