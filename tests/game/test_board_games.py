"""Every game on a board, against its rules alone: answers, texts, moves, sums and limits."""

from random import Random
from typing import Any

import pytest

from service.game.board_game import BoardGame
from service.game.errors import InputError, TooMuchWork
from service.game.games import GAMES
from service.game.games.nim import Nim
from service.game.games.sum import Sum
from service.game.meter import MAX_STEPS, Meter
from service.game.position import Position
from service.game.questions.explain import explain
from service.game.questions.forms import form_of, legal_move, solved
from service.game.questions.legal import listing
from service.game.questions.said import move_played
from service.game.theory.grundy import nim_sum
from service.game.words.wording import NAMED
from service.told import told_of
from tests.support import boards
from tests.support.boards import (
    LARGE,
    MADE,
    RULES,
    board_of,
    chosen,
    complete,
    each_of,
    grown,
    heads,
    lattice,
    path,
    ring,
)
from tests.support.moves import Move
from tests.support.rows import rows
from tests.support.tries import at_most

ON_BOARDS = [name for name, game in GAMES.items() if issubclass(game, BoardGame)]

REQUESTS = [*each_of(MADE, at_most(250, 40))]


def position_of(request: dict[str, Any], misere: bool = False) -> Position:
    keys = {key: value for key, value in request.items() if key != "game"}
    position = GAMES[request["game"]].position((), misere, **keys)
    position.game.check(position)
    return position


def game_of(position: Position) -> BoardGame:
    assert isinstance(position.game, BoardGame)
    return position.game


def test_every_game_on_a_board_is_played_here() -> None:
    assert {*ON_BOARDS} == {*MADE} == {*RULES} == {*LARGE}


@rows("misere", [False, True])
@rows("asked", REQUESTS)
def test_answers_are_those_of_the_rules(asked: dict[str, Any], misere: bool) -> None:
    game, board = asked["game"], board_of(asked)
    legal, position = RULES[game](board), position_of(asked, misere)
    found = solved(position, position.solve(100))

    assert found["to_move_wins"] is boards.wins(game, board, misere)
    lost = {name for name, left in legal.items() if not boards.wins(game, left, misere)}
    listed = [chosen(asked, move["play"]) for move in found["winning_moves"]]
    assert {*listed} == lost
    assert len(listed) == len(lost)
    assert (found["best_move"] is None) is (not legal)
    if lost:
        assert found["best_move"] in found["winning_moves"]
    if found["nim_sum"] is not None:
        assert found["nim_sum"] == boards.value(game, board)


@rows("asked", REQUESTS)
def test_normal_play_has_values_where_a_board_falls_into_pieces(asked: dict[str, Any]) -> None:
    """The XOR of the values is that of the definition, and each piece has its own."""
    position = position_of(asked)
    found = solved(position, position.solve(100))
    if asked["game"] == "geography":
        assert found["nim_sum"] is None
    elif asked["game"] != "cram" or "grundy_values" in found:
        assert nim_sum(found["grundy_values"]) == boards.value(asked["game"], board_of(asked))
        pieces = game_of(position).pieces(position.state)
        assert len(pieces) == len(found["grundy_values"])
        if asked["game"] != "coins":
            for piece, value in zip(pieces, found["grundy_values"], strict=True):
                assert boards.value(asked["game"], board_of({**asked, "board": piece})) == value


@rows("asked", REQUESTS)
def test_a_move_leaves_what_the_rules_say_and_is_read_back(asked: dict[str, Any]) -> None:
    """In any order, with spaces, with what it leaves or without."""
    game, legal, position = asked["game"], RULES[asked["game"]](board_of(asked)), position_of(asked)
    moves = [*position.moves()]
    assert len(moves) == len(legal) == position.count_moves()
    assert moves == sorted(moves, key=position.order_of)
    for move in moves:
        form = form_of(position, move)
        left = legal[chosen(asked, form["play"])]
        after = board_of({**asked, "board": form["leaves_board"]})
        # A board is written without what no move can reach.
        assert boards.value(game, after) == boards.value(game, left)
        assert game in ("geography", "arc-kayles") or after == left
        assert legal_move(position, Move(**form)) == move
        backwards = " - ".join(reversed(form["play"].split("-"))) if ":" not in form["play"] else ""
        assert legal_move(position, Move(play=backwards or form["play"])) == move
        text = position.game.text_of(position, move)
        assert move_played(position, Move(text=text)) == move


@rows("asked", REQUESTS)
def test_a_board_has_one_text(asked: dict[str, Any]) -> None:
    """Written, read and written again it stays the same, and so it does in another order."""
    position = position_of(asked)
    text = position.text
    assert position_of({**asked, "board": text}) == position
    assert position_of({**asked, "board": text}).text == text
    if asked["game"] in ("cram", "coins"):
        other = f" {text.replace(',', ' ; ').swapcase()} "
    else:
        edges, at, token = text.partition("@")
        parts = ["-".join(reversed(each.split("-"))) for each in edges.split(",")]
        Random(text).shuffle(parts)
        other = (" ; ".join(parts).replace("-", " - ") + at + token).upper()
    assert position_of({**asked, "board": other}).text == text


@rows("misere", [False, True])
@rows("some", [[*each_of(MADE, at_most(12, 4), 4)]])
def test_sums_are_those_of_the_rules(some: list[dict[str, Any]], misere: bool) -> None:
    draw = Random(1)
    for asked in some:
        others = draw.sample(some, draw.randint(0, 2))
        components = [position_of(each) for each in (asked, *others)]
        real = tuple((each["game"], board_of(each)) for each in (asked, *others))
        total = Sum.position((), misere, components=components)
        assert total.wins() is boards.sum_wins(real, misere), (asked, others)


@rows("misere", [False, True])
@rows("asked", [*each_of(MADE, at_most(10, 3), 4)])
def test_a_board_beside_a_pile_is_that_of_the_rules(asked: dict[str, Any], misere: bool) -> None:
    """A pile of n is a stalk of n edges."""
    for pile in range(4):
        stalk = board_of({"game": "hackenbush", "board": "-".join(map(str, range(pile + 1)))})
        real = ((asked["game"], board_of(asked)), ("hackenbush", stalk))
        total = Sum.position((), misere, components=[position_of(asked), Nim.position([pile])])
        found = solved(total, total.solve(100))
        assert found["to_move_wins"] is boards.sum_wins(real, misere)
        if not misere:
            assert found["nim_sum"] == boards.value(asked["game"], board_of(asked)) ^ pile


@rows(
    ("asked", "says"),
    [
        (("hackenbush", "1-2"), "Every vertex hangs on the ground, 0; 1 does not."),
        (("hackenbush", "0-1,5"), "Every vertex hangs on the ground, 0; 5 does not."),
        (("node-kayles", "1-1"), "An edge joins two vertices; 1-1 joins one with itself."),
        (
            ("node-kayles", "1--2"),
            "Edges are written as in 1-2,2-3, with numbers or words; nothing is no vertex.",
        ),
        (
            ("arc-kayles", "1-2,01"),
            "Edges are written as in 1-2,2-3, with numbers or words; “01” is no vertex.",
        ),
        (
            ("geography", "1-2"),
            "After its edges a board has @ and the token's vertex: 1-2,2-3@2.",
        ),
        (
            ("geography", "1-2@3"),
            "After its edges a board has @ and the token's vertex: 1-2,2-3@2.",
        ),
        (
            ("cram", "__,_"),
            "The rows are equally long, of _ for a free square and x: ____,_x__.",
        ),
        (("cram", "30x30"), "This board has more than 400 squares."),
        (("cram", "_" * 27), "A row has 27 squares; at most 26 are allowed."),
        (("cram", "1x27"), "A row has 27 squares; at most 26 are allowed."),
    ],
)
def test_a_wrong_board_is_explained(asked: tuple[str, str], says: str) -> None:
    game, board = asked
    with pytest.raises(InputError) as error:
        position_of({"game": game, "board": board})
    assert (str(error.value), error.value.locations) == (says, [("board",)])
    assert error.value.code == "not-a-position"


@rows(
    ("game", "board", "code", "largest"),
    [
        ("hackenbush", lambda size: "-".join(map(str, range(size + 1))), None, 400),
        ("node-kayles", lambda size: ",".join(map(str, range(size))), None, 200),
        ("arc-kayles", lambda size: "-".join(map(str, range(size + 1))), None, 200),
        ("geography", lambda size: "-".join(map(str, range(size + 1))) + "@0", None, 300),
        ("cram", lambda size: ",".join(["_"] * size), None, 400),
        ("coins", lambda size: "H" * size, "ruler", 100),
    ],
)
def test_a_board_may_be_as_large_as_is_said(
    game: str, board: Any, code: str | None, largest: int
) -> None:
    keys = {"code": code} if code else {}
    position_of({"game": game, "board": board(largest), **keys}).wins()
    with pytest.raises(InputError, match=f"; at most {largest} are allowed") as error:
        position_of({"game": game, "board": board(largest + 1), **keys})
    assert error.value.code == "too-many"


def test_a_code_of_coins_is_one_word_or_two() -> None:
    wrong = ["heads", "turtles*", "twins*twins*twins", "0.77", ""]
    for code in wrong:
        with pytest.raises(InputError) as error:
            position_of({"game": "coins", "board": "H", "code": code})
        assert (error.value.code, error.value.locations) == ("not-a-code", [("code",)])
    with pytest.raises(InputError, match="Several rows need a code of two words"):
        position_of({"game": "coins", "board": "H,T", "code": "twins"})
    assert position_of({"game": "coins", "board": "HT,TH", "code": " Twins × mock "}).wins()


TEXTS: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("hackenbush", {"board": "0-1-2"}, {"0-1": "cut 0-1", "1-2": "cut 1-2"}),
    ("geography", {"board": "1-2,1-4@1"}, {"2": "move to 2", "4": "move to 4"}),
    (
        "node-kayles",
        {"board": "0-1-2,3"},
        {
            "0": "take 0 with its neighbour",
            "1": "take 1 with its neighbours",
            "2": "take 2 with its neighbour",
            "3": "take 3",
        },
    ),
    ("arc-kayles", {"board": "0-1-2"}, {"0-1": "take 0-1", "1-2": "take 1-2"}),
    ("cram", {"board": "__,_x"}, {"a1-b1": "cover a1 and b1", "a1-a2": "cover a1 and a2"}),
    ("coins", {"board": "HT", "code": "turtles"}, {"1": "turn coin 1"}),
    (
        "coins",
        {"board": "TTH", "code": "ruler"},
        {"3": "turn coin 3", "3-2": "turn coins 2 and 3", "3-2-1": "turn coins 1, 2 and 3"},
    ),
    (
        "coins",
        {"board": "T,H", "code": "turtles*turtles"},
        {
            "1:2": "turn coin 1 of row 2",
            "1:2-1": "turn coin 1 of rows 1 and 2",
        },
    ),
    (
        "coins",
        {"board": "TH", "code": "twins*turtles"},
        {
            "2-1:1": "turn coins 1 and 2 of row 1",
        },
    ),
]


@rows(("name", "keys", "texts"), TEXTS)
def test_the_text_of_a_move_names_what_it_chooses(
    name: str, keys: dict[str, Any], texts: dict[str, str]
) -> None:
    listed = listing(position_of({"game": name, **keys}), 2)["legal"]
    assert {each["move"]["play"]: each["move"]["text"] for each in listed} == texts


@rows("name", ["hackenbush", "geography", "node-kayles", "arc-kayles"])
def test_an_explanation_says_moves_as_their_texts_do_whatever_vertices_are_called(
    name: str,
) -> None:
    """A game's words for piles and objects replace no name."""
    board = "0-pile-object-component" + ("@pile" if name == "geography" else "")
    alone = position_of({"game": name, "board": board})
    for position in (alone, Sum.position(components=[alone, Nim.position([1])])):
        found = explain(position, 100)
        texts = [move["text"] for move in found["winning_moves"] or [found["best_move"]]]
        _, *said = found["conclusions"]
        assert said
        for text, sentence in zip(texts[:NAMED], said, strict=False):
            if "1 from pile 1" not in text:  # which a sentence says in other words
                assert sentence.casefold().endswith(f"{text}.")


@rows("name", ON_BOARDS)
def test_boards_to_begin_with_have_moves_and_are_won_and_lost(name: str) -> None:
    keys: dict[str, Any] = {"code": "turtles"} if name == "coins" else {}
    begun = [GAMES[name].position((), board=board, **keys) for board in told_of(name).boards]
    assert len(begun) >= 8
    assert all(next(position.moves(), None) for position in begun)
    assert 0 < sum(position.wins() for position in begun) < len(begun)


DEAREST = [  # keys, how a board of a size is drawn, one that is solved and one that is not
    ("hackenbush", {}, grown, 400, None),
    ("hackenbush", {}, ring, 400, None),
    ("hackenbush", {"misere": True}, grown, 24, 400),
    ("node-kayles", {}, lambda size: lattice(5, size), 5, 40),
    ("node-kayles", {"misere": True}, lambda size: lattice(4, size), 5, 50),
    ("node-kayles", {}, path, 200, None),
    ("arc-kayles", {}, lambda size: lattice(4, size), 4, 28),
    ("arc-kayles", {"misere": True}, lambda size: lattice(3, size), 4, 40),
    ("cram", {}, lambda size: f"{size}x{size}", 20, None),
    ("cram", {}, lambda size: f"3x{size}", 7, 25),
    ("cram", {"misere": True}, lambda size: f"4x{size}", 5, 26),
    ("geography", {}, lambda size: f"{complete(size)}@0", 24, None),
    ("geography", {"misere": True}, lambda size: f"{complete(size)}@0", 9, 24),
    ("coins", {"code": "mock*mock"}, lambda size: heads(size, size), 10, None),
    ("coins", {"code": "mock", "misere": True}, lambda size: heads(1, size), 9, 100),
]


@rows(("name", "keys", "draw", "solved_at", "refused_at"), DEAREST)
def test_a_board_is_solved_or_refused_once_its_steps_are_spent(
    name: str, keys: dict[str, Any], draw: Any, solved_at: int, refused_at: int | None
) -> None:
    """All its winning moves are found, with their texts, or nothing is."""

    def steps_of(size: int) -> float:
        with Meter() as meter:
            position = GAMES[name].position((), **{**keys, "board": draw(size)})
            position.game.check(position)
            solved(position, position.solve(100))
        return meter.own

    assert 0 < steps_of(solved_at) < MAX_STEPS
    if refused_at:
        with pytest.raises(TooMuchWork):
            steps_of(refused_at)


def test_every_game_on_a_board_has_its_dearest() -> None:
    assert {name for name, *_ in DEAREST} == {*ON_BOARDS}
