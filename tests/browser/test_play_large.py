"""The board alone on a projector of 1,280 × 720, with every position that the pages offer."""

from tests.browser.driver import Page
from tests.support.needs import needs

pytestmark = needs("chromium")

# A link to each position that a game begins with; on a board, the game's rule.
LINKS = """
return import(new URL("/static/core/games.js", location.href)).then(({ GAMES, neededKey }) =>
  Object.keys(GAMES).filter((game) => game !== "sum").flatMap((game) => {
    const { presets, fields, form } = GAMES[game];
    if (form === "board") {
      const code = fields?.find(({ name }) => name === "code")?.first;
      return presets.map((board) => JSON.stringify({ piles: [], rule: { game, board, code } }));
    }
    const key = neededKey({ game });
    const named = key ? `${game}=${fields.find(({ name }) => name === key).first}` : game;
    return presets.map((preset) => (game === "nim" ? `#${preset}` : `#${preset};${named}`));
  }));
"""

# Draws the position of each link on the page's board, and measures how many parts there are, and
# how far the page or one of them extends beyond the window.
BEYOND = """
const [links] = arguments;
const most = (sides) => Math.max(0, ...sides);
return (async () => {
  const [{ Board, NO_MARKS }, { describeRule, newGame }, { parseLink, readLink }] =
    await Promise.all(["boards", "game", "setup", "on-board"].map(
      (name) => import(new URL(`/static/core/${name}.js`, location.href))));
  const board = new Board(document.querySelector("#board"), { onTake() {} });
  const measured = {};
  for (const link of links) {
    const setup = link[0] === "{" ? JSON.parse(link) : await parseLink(`${link};two`);
    const game = newGame({ ...readLink("3,4,5"), ...setup });

    document.querySelector("#rule").textContent = describeRule(game);
    board.draw(game, true, NO_MARKS);
    for (const _ of "12") await new Promise(requestAnimationFrame);
    const { scrollWidth, scrollHeight } = document.documentElement;
    const parts = [...document.querySelectorAll("#game, #board, #board *")]
      .filter((one) => one.checkVisibility() && !one.closest(".unseen"))
      .map((one) => one.getBoundingClientRect());
    measured[link] = [
      parts.length,
      most([scrollWidth, ...parts.map(({ right }) => right)]) - innerWidth,
      most([scrollHeight, ...parts.map(({ bottom }) => bottom)]) - innerHeight,
    ];
  }
  return measured;
})();
"""


def test_board_on_a_projector_shows_every_position_to_begin_with(page: Page) -> None:
    page.resize((1280, 720))
    page.play("#3,4,5", ";two")
    page.run("document.documentElement.dataset.view = 'large'")
    sums = ["#(3,4)+(7;kayles)", "#(3,4,5)+(5,8;wythoff)", "#(20;fibonacci)+(7,5;kayles)"]
    links = [*sums, *page.run(LINKS)]
    assert len(links) > 50
    with page.tab.frames():
        measured = page.run(BEYOND, links)
    assert {link: sides for link, (_, *sides) in measured.items() if max(sides) >= 0.5} == {}
    assert min(parts for parts, *_ in measured.values()) > 10


def test_board_on_a_projector_is_left_by_escape(page: Page) -> None:
    page.play("#3,4,5")
    page.share()
    page.click("#large")
    assert not page.shown("#setup")
    page.press("Escape")
    assert page.shown("#setup")
