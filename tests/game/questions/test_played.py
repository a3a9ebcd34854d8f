"""Moves that are illegal, ambiguous, or in another game's form. Each error has its location."""

from typing import NamedTuple

import pytest

from service.game.errors import IllegalMove
from service.game.games.euclid import Euclid
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.numbers import Numbers
from service.game.games.take_and_break import Kayles
from service.game.games.wythoff import Wythoff
from service.game.position import Position
from service.game.questions.review import review
from tests.support.minimal_games import Divisors, Passing
from tests.support.moves import Move, Taken
from tests.support.rows import rows

REQUIRED = "This is required."
TWO = "A move in this game has `removals`."
ONE = "A move in this game has `pile`, `remove` and `leaves`."
SPLIT = "A move in this game has `pile`, `remove` and `leaves_piles`."


class Wrong(NamedTuple):
    """A position with a wrong move: the location of the error, and its text."""

    position: Position
    moves: list[Move]
    place: tuple[str | int, ...]
    message: str
    code: str = "illegal-move"


WRONG = [
    Wrong(Nim.position([3]), [Move(1, 1)], (0, "pile"), "There is no pile with the index 1."),
    Wrong(Nim.position([3]), [Move(999, 1)], (0, "pile"), "There is no pile with the index 999."),
    Wrong(Nim.position([3]), [Move(0, 4)], (0, "remove"), "Can't remove 4: the pile has 3 left."),
    Wrong(Nim.position([3]), [Move(0, 0)], (0, "remove"), "A move removes at least 1 object."),
    Wrong(
        Nim.position([5]),
        [Move(0, 3, 2), Move(0, 1, 0)],
        (1, "leaves"),
        "Removing 1 from a pile of 2 leaves 1.",
    ),
    Wrong(Nim.position([3]), [Move(0, 1, leaves_piles=[2])], (0, "leaves_piles"), ONE, "conflict"),
    Wrong(Nim.position([3]), [Move(removals=[Taken(0, 1)])], (0, "removals"), ONE, "conflict"),
    Wrong(Nim.position([3]), [Move(remove=1)], (0, "pile"), REQUIRED, "required"),
    Wrong(Nim.position([3]), [Move(0)], (0, "remove"), REQUIRED, "required"),
    Wrong(
        Nim.position([5], max_remove=3),
        [Move(0, 4)],
        (0, "remove"),
        "Can't remove 4: a move removes at most 3.",
    ),
    Wrong(
        Nim.position([5], subtraction_set=[2, 3]),
        [Move(0, 3), Move(0, 1)],
        (1, "remove"),
        "Can't remove 1: it is not in the subtraction set.",
    ),
    Wrong(
        Greedy.position([3, 2]),
        [Move(1, 1)],
        (0, "pile"),
        "A move takes from a largest pile, which has 3 objects.",
    ),
    Wrong(
        Fibonacci.position([9]),
        [Move(0, 9)],
        (0, "remove"),
        "Can't remove 9: this move may take at most 8.",
    ),
    Wrong(
        Fibonacci.position([9]),
        [Move(0, 1), Move(0, 3)],
        (1, "remove"),
        "Can't remove 3: this move may take at most 2.",
    ),
    Wrong(Kayles.position([5]), [Move(0, 1, 4)], (0, "leaves"), SPLIT, "conflict"),
    Wrong(Kayles.position([5]), [Move(removals=[Taken(0, 1)])], (0, "removals"), SPLIT, "conflict"),
    Wrong(
        Kayles.position([5]),
        [Move(0, 3)],
        (0, "remove"),
        "Can't remove 3 from a pile of 5: a move knocks down one pin or two neighbours, "
        "which may split the row in two.",
    ),
    Wrong(
        Kayles.position([1]), [Move(0, 2)], (0, "remove"), "Can't remove 2: the pile has 1 left."
    ),
    Wrong(
        Kayles.position([5]),
        [Move(0, 1, leaves_piles=[1, 1])],
        (0, "leaves_piles"),
        "Removing 1 from a pile of 5 can't leave these piles.",
    ),
    Wrong(
        Kayles.position([12]),
        [Move(0, 2)],
        (0, "leaves_piles"),
        "Send what this move leaves, such as [1, 9], [2, 8], [3, 7], [4, 6], [5, 5] or [10].",
        "ambiguous-move",
    ),
    Wrong(
        Kayles.position([99]),
        [Move(0, 2)],
        (0, "leaves_piles"),
        "Send what this move leaves, such as [1, 96], [2, 95], [3, 94], [4, 93], [5, 92], "
        "[6, 91], [7, 90], [8, 89], [9, 88] or [10, 87].",
        "ambiguous-move",
    ),
    Wrong(Wythoff.position([3, 5]), [Move(0, 1)], (0, "pile"), TWO, "conflict"),
    Wrong(Wythoff.position([3, 5]), [Move(leaves=1)], (0, "leaves"), TWO, "conflict"),
    Wrong(Wythoff.position([3, 5]), [Move()], (0, "removals"), REQUIRED, "required"),
    Wrong(
        Wythoff.position([3, 5]),
        [Move(removals=[])],
        (0, "removals"),
        "A move takes from at least 1 pile.",
    ),
    Wrong(
        Wythoff.position([3, 5]),
        [Move(removals=[Taken(1, 1), Taken(0, 2)])],
        (0, "removals", 1, "remove"),
        "A move that takes from both piles takes the same number from each.",
    ),
    Wrong(
        Moore.position([3, 5], max_piles=2),
        [Move(removals=[Taken(1, 1), Taken(1, 1)])],
        (0, "removals", 1, "pile"),
        "A move takes from each pile at most once.",
    ),
    Wrong(
        Moore.position([3, 5], max_piles=2),
        [Move(removals=[Taken(1, 1, 4), Taken(0, 1, 1)])],
        (0, "removals", 1, "leaves"),
        "Removing 1 from a pile of 3 leaves 2.",
    ),
    Wrong(
        Moore.position([3, 5], max_piles=2),
        [Move(removals=[Taken(2, 1)])],
        (0, "removals", 0, "pile"),
        "There is no pile with the index 2.",
    ),
    Wrong(
        Moore.position([3, 5, 7], max_piles=2),
        [Move(removals=[Taken(0, 1), Taken(1, 1), Taken(2, 1)])],
        (0, "removals"),
        "A move takes from at most 2 piles.",
    ),
    Wrong(
        Euclid.position([8, 3]),
        [Move(0, 4)],
        (0, "remove"),
        "A move removes a multiple of 3, the size of the other pile.",
    ),
    Wrong(
        Euclid.position([8, 3]),
        [Move(1, 3)],
        (0, "remove"),
        "A move removes a multiple of 8, the size of the other pile.",
    ),
    Wrong(
        Euclid.position([3, 3]),
        [Move(0, 3), Move(1, 3)],
        (1, "pile"),
        "No move is legal once a pile is empty.",
    ),
    Wrong(
        Numbers.position([9], numbers="proper-divisors"),
        [Move(0, 2)],
        (0, "remove"),
        "Can't remove 2 from a pile of 9: a move removes a proper divisor of the pile's size.",
    ),
    Wrong(
        Divisors.position([6]),
        [Move(0, 4)],
        (0, "remove"),
        "Can't remove 4 from a pile of 6: a move removes a proper divisor of the size of a pile.",
    ),
    Wrong(
        Passing.position([3, 4]),
        [Move(removals=[]), Move(removals=[])],
        (1, "removals"),
        "A move takes from at least 1 pile.",
    ),
    Wrong(
        Passing.position([3, 4]),
        [Move(removals=[Taken(1, 3)])],
        (0, "removals"),
        "This move is not legal: a move takes one or two objects from a pile, or one from each of "
        "two piles; one of the players may pass once.",
    ),
]


@rows("wrong", WRONG)
def test_played_move_that_is_wrong_is_named(wrong: Wrong) -> None:
    with pytest.raises(IllegalMove) as error:
        review(wrong.position, wrong.moves, 100)

    assert error.value.locations == [("moves", *wrong.place)]
    assert (error.value.code, str(error.value)) == (wrong.code, wrong.message)
