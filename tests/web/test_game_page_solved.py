"""What the page of a game says without scripts: values, lost positions, and what follows."""

import re
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest
from werkzeug.test import Client

from service.game.games import GAMES
from service.told import Told
from service.web import pages, played
from tests.support.positions import POSITIONS
from tests.support.rows import rows
from tests.web.html import Html


def worth(client: Client, address: str) -> list[str]:
    """The values of piles from 0 upward."""
    rows_ = re.findall(r"<div><dt>(\d+)</dt><dd>(\d+)</dd></div>", client.get(address).text)
    assert [size for size, _ in rows_] == [str(i) for i in range(len(rows_))]
    return [value for _, value in rows_]


def lost(client: Client, address: str) -> list[str]:
    """The lost positions that a page lists; each links to its own page."""
    found = re.search(r'<ul class="lost">(.*?)</ul>', client.get(address).text, re.DOTALL)
    if not found:
        return []
    links = re.findall(r'<a href="([^"]*)">([^<]*)</a>', found[1])
    for link, text in links:
        path, _, query = link.partition("?")
        assert path.endswith(f"/{text.replace(', ', ',')}")
        assert query == address.partition("?")[2]
    return [text for _, text in links]


def test_the_first_sixteen_values_are_shown_as_published(client: Client) -> None:
    """Guy and Smith, The G-values of various games, 1956."""
    values = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7]
    assert worth(client, "/solve/kayles") == [*map(str, values)]
    assert "From 71 on, the values repeat every 12 pins" in client.get("/solve/kayles").text


@pytest.mark.parametrize(
    "address", ["/solve/kayles?misere=true", "/solve/nim", "/solve/wythoff", "/play/kayles"]
)
def test_there_are_no_values_where_they_decide_nothing_or_are_the_piles(
    client: Client, address: str
) -> None:
    assert worth(client, address) == []


@cache
def loses(piles: tuple[int, ...], misere: bool) -> bool:
    """Whether the player to move loses Nim, by its rule alone."""
    if not any(piles):
        return not misere
    left = (
        tuple(sorted((*piles[:i], smaller, *piles[i + 1 :])))
        for i, pile in enumerate(piles)
        for smaller in range(pile)
    )
    return not any(loses(each, misere) for each in left)


@pytest.mark.parametrize("misere", [False, True])
def test_the_first_ten_lost_positions_of_three_piles_are_listed(
    client: Client, misere: bool
) -> None:
    """Those with the fewest objects, without the end."""
    tried = sorted(combinations_with_replacement(range(8), 3), key=lambda each: (sum(each), each))
    found = [each for each in tried if any(each) and loses(each, misere)][:10]
    listed = [", ".join(str(pile) for pile in piles if pile) for piles in found]
    assert lost(client, "/solve/nim" + ("?misere=true" if misere else "")) == listed


def test_cold_pairs_are_listed_up_to_sixteen(client: Client) -> None:
    assert lost(client, "/solve/wythoff") == ["1, 2", "3, 5", "4, 7", "6, 10", "8, 13", "9, 15"]


@pytest.mark.parametrize("address", ["/solve/cram", "/solve/sum/3+kayles:7", "/play/nim"])
def test_no_lost_positions_are_listed_on_a_board_of_a_sum_and_where_one_plays(
    client: Client, address: str
) -> None:
    assert lost(client, address) == []


@pytest.mark.parametrize(
    ("name", "lesson"),
    [("kayles", "kayles"), ("fibonacci", "fibonacci"), ("cram", "any-game"), ("nim", "any-game")],
)
def test_a_game_leads_to_its_own_lesson_if_there_is_one(
    client: Client, name: str, lesson: str
) -> None:
    links = Html(client.get(f"/solve/{name}").text).of("a")
    assert f"../learn#{lesson}" in [link.get("href") for link in links]


@pytest.mark.parametrize("name", ["hackenbush", "arc-kayles"])
def test_a_graph_of_up_to_sixty_edges_is_drawn(client: Client, name: str) -> None:
    def is_drawn(edges: int) -> bool:
        board = ",".join(f"0-{i}" for i in range(1, edges + 1))
        return "application/json" in client.get(f"/solve/{name}/{board}").text

    assert [is_drawn(60), is_drawn(61)] == [True, False]


@rows("name", GAMES)
def test_maps_and_values_are_offered_of_the_games_that_have_them(client: Client, name: str) -> None:
    """As the service itself accepts the game."""
    [form] = Html(client.get("/see").text).of("form", id="any-game")
    example: dict[str, Any] = POSITIONS[name][0]

    def is_accepted(errors: list[dict[str, str]]) -> bool:
        return not any(
            "game" in {each.get("parameter"), each.get("pointer", "")[2:]} for each in errors
        )

    def errors_of(response: Any) -> list[dict[str, str]]:
        return [*response.json.get("errors", [])]

    sent = {"game": name, **example}
    mapped = [errors_of(client.post(path, json=sent)) for path in ("/graph", "/positions")]
    assert (name in form["data-mapped"].split()) is all(map(is_accepted, mapped))
    others = {"game", "components", "piles", "board"}
    query = {key: str(value) for key, value in example.items() if key not in others}
    valued = errors_of(client.get("/values", query_string={"size": 5, "game": name, **query}))
    assert (name in form["data-valued"].split()) is is_accepted(valued)


# --- A game of which nothing is told --------------------------------------------------------------


@pytest.mark.parametrize("name", ["nim", "kayles", "moore", "wythoff", "fibonacci", "chomp"])
def test_a_game_without_an_example_begins_with_a_position_that_it_has(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(played, "told_of", lambda _: Told({}))
    read = played.played_at(f"/play/{name}", "")
    assert read is not None
    position = read.request
    listed: Any = client.post("/legal", json=position).json
    assert listed["legal"]
    assert len(position["piles"]) == {"wythoff": 2, "fibonacci": 1}.get(name, 3)


def test_a_card_of_a_game_says_the_first_sentence_of_its_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "told_of", lambda _: Told({}))
    made = pages.cards()
    assert made["laskers-nim"].move.startswith("A move takes any number")
    for card in made.values():
        assert re.fullmatch(r"[A-Z][^.]*\.", card.move)
