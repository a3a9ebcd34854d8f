"""How well the computer plays, on each kind of board: as often wrong as its strength says."""

from typing import Any

import pytest

from tests.browser.any_game import played
from tests.browser.driver import Page
from tests.support.http_client import request
from tests.support.needs import needs
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

SHARES = {"easy": 0.6, "medium": 0.3, "hard": 0.1, "perfect": 0}
"""How often a mistake is made where one can be made."""

WON = {
    "pins": "#7,5;kayles",
    "splits": "#2,4;laskers-nim",
    "queen": "#5,8;wythoff",
    "fibonacci": "#20;fibonacci",
    "moore": "#3,4,5;moore=2",
    "greedy": "#4,5;greedy",
    "nim": "#3,4,5",
    "misère": "#3,4,5;misere",
}
"""A game for each kind of board in which the computer, which begins, can win and can go wrong."""


def plays(page: Page, link: str, strength: str, random: float) -> None:
    """Let the computer make its first move; chance comes out as `random` each time."""
    with page.first(f"Math.random = () => {random}"):
        page.play(link, f";second{'' if strength == 'medium' else ';' + strength}")
        page.settle()
        wait_until(lambda: len(page.moves) == 1)


def is_mistake(page: Page) -> bool:
    """Whether the page's service finds that the only move so far has thrown the game away."""
    port = int(page.url.rpartition(":")[2])
    review = request(port, "POST", "/review", played(page)).json
    mistake: bool = review["plies"][0]["mistake"]
    return mistake


def check_strength(page: Page, link: str, strength: str) -> None:
    """The computer errs for each number below its share that chance gives, and for no other."""
    share = SHARES[strength]
    plays(page, link, strength, share)  # just not
    assert not is_mistake(page)
    if share:
        plays(page, link, strength, share - 0.01)
        assert is_mistake(page)
        plays(page, link, strength, 0)
        assert is_mistake(page)


@pytest.mark.parametrize("strength", SHARES)
@pytest.mark.parametrize("link", WON.values(), ids=WON)
def test_a_mistake_is_made_as_often_as_the_strength_says(
    page: Page, link: str, strength: str
) -> None:
    check_strength(page, link, strength)


@pytest.mark.parametrize("strength", SHARES)
def test_so_it_is_in_a_game_that_the_pages_do_not_know(
    page: Page, new_game: str, strength: str
) -> None:
    check_strength(Page(page.tab, new_game), "#7,4;squares", strength)


@pytest.mark.parametrize("link", WON.values(), ids=WON)
def test_a_strength_that_is_chosen_holds_from_the_next_move_on(page: Page, link: str) -> None:
    """The same link, the same chance: only what is chosen in the form differs."""
    with page.first("Math.random = () => 0.05"):
        page.play(link, ";hard")
        page.settle()
        page.choose("strength", "perfect")
        page.choose("first", "other")
        page.click("#setup .start")
        page.settle()
        wait_until(lambda: len(page.moves) == 1)
        assert not is_mistake(page)
        page.choose("strength", "hard")
        page.click("#setup .start")
        page.settle()
        wait_until(lambda: len(page.moves) == 1)
        assert is_mistake(page)
    assert page.complaints() == []


# The moves that are chosen in a position, for each of so many numbers that chance may give.
CHOOSE = """
const [position, options, solution, share, draws] = arguments;
return Promise.all(["strategy", "game"].map((name) => import(`/static/core/${name}.js`))).then(
  ([{ chooseMove }, { newGame }]) => {
    const { piles, misere, ...rule } = position;
    const game = { ...newGame({ piles, misere, rule }), ...(options ? { options } : {}) };
    return Array.from({ length: draws ** 2 }, (_, i) => {
      const given = [Math.floor(i / draws) / draws, (i % draws) / draws];
      const { mistake, ...move } = chooseMove(game, solution, share, () => given.shift());
      return { mistake, move };
    });
  },
);
"""

POSITIONS: list[dict[str, Any]] = [
    {"game": "kayles", "piles": [7, 5]},
    {"game": "laskers-nim", "piles": [2, 4]},
    {"game": "grundys-game", "piles": [7, 9]},
    {"game": "wythoff", "piles": [5, 8]},
    {"game": "fibonacci", "piles": [20]},
    {"game": "moore", "max_piles": 2, "piles": [3, 4, 5]},
    {"game": "greedy", "piles": [4, 5]},
]


def check_choices(page: Page, position: dict[str, Any], solution: Any, options: Any) -> None:
    """Each mistake is a legal move that does not win; all of them come, and no others."""
    page.visit(Page.play)
    wins = [move_of(move) for move in solution["winning_moves"]]
    for share in SHARES.values():
        chosen = page.run(CHOOSE, position, options, solution, share, 20)
        wrong = [one["move"] for one in chosen if one["mistake"]]
        right = [one["move"] for one in chosen if not one["mistake"]]
        assert len(wrong) == round(share * len(chosen))
        assert all(move_of(move) not in wins for move in wrong)
        assert {str(move_of(move)) for move in right} <= {str(move_of(solution["best_move"]))}


def move_of(move: Any) -> Any:
    """A move without what follows from the rest of it."""
    if "removals" in move:
        return [(one["pile"], one["remove"]) for one in move["removals"]]
    return (move["pile"], move["remove"], move.get("leaves_piles"))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda one: str(one["game"]))
def test_only_moves_that_lose_are_mistakes(
    page: Page, server: Server, position: dict[str, Any]
) -> None:
    solution = request(server.port, "POST", "/move", position).json
    check_choices(page, position, solution, None)


def test_only_moves_that_lose_are_mistakes_in_a_game_that_the_pages_do_not_know(page: Page) -> None:
    """The general board: the service says which moves are legal."""
    options = [
        {"pile": pile, "remove": remove, "leaves": count - remove}
        for pile, count in enumerate([7, 4])
        for remove in (1, 4)
    ]
    wins = [options[1], options[2]]
    solution = {"to_move_wins": True, "winning_moves": wins, "best_move": wins[0]}
    check_choices(page, {"game": "squares", "piles": [7, 4]}, solution, options)
