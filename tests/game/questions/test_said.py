"""Moves that are sent as a text alone: the texts of answers, and what people make of them."""

import pytest

from service.game.errors import AmbiguousMove, IllegalMove
from service.game.games.chomp import Chomp
from service.game.games.growing import Growing
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.staircase import Staircase
from service.game.games.sum import Sum
from service.game.games.take_and_break import GrundysGame, Kayles
from service.game.games.welter import Welter
from service.game.moves import Move
from service.game.position import Position
from service.game.questions.said import move_played
from tests.support import moves
from tests.support.cases import CASES, Case
from tests.support.rows import rows
from tests.support.tries import at_most


def read(position: Position, text: str, component: int | None = None) -> Move:
    return move_played(position, moves.Move(text=text, component=component))


@rows("case", CASES)
def test_the_text_of_each_legal_move_is_read_as_that_move(case: Case) -> None:
    for piles in case.some(at_most(20, quick=5)):
        position = case.position(piles)
        texts = {move: position.game.text_of(position, move) for move in position.moves()}
        assert {text: read(position, text) for text in texts.values()} == {
            text: move for move, text in texts.items()
        }
        assert len({*texts.values()}) == len(texts)


LARGE = 2**53 - 1
SUM = Sum.position(components=[Nim.position([3, 5]), Kayles.position([4]), Nim.position([0, 7])])

READ: list[tuple[Position, str, Move]] = [
    (Nim.position([3000]), "Take 2000 from  pile 1.", Move(((0, (1000,)),))),
    (Nim.position([LARGE]), f"take {LARGE:,} from pile 1", Move(((0, (0,)),))),
    (Moore.position([2, 2, 9], max_piles=3), "take 1 from pile 3", Move(((2, (8,)),))),
    (Kayles.position([2]), "take 2 from row 1", Move(((0, ()),))),
    (Kayles.position([9]), "take 1 from row 1, leaving 5 and 3", Move(((0, (3, 5)),))),
    (
        Growing.position([2], add=[2], multiply=[2], target=9),
        "multiply pile 1 by 2",
        Move(((0, (4,)),)),
    ),
    (Chomp.position([3, 2]), "take square 2 of row 1", Move(((0, (1,)), (1, (1,))))),
    (
        Staircase.position([0] * 1200 + [5]),
        "move 5 from step 1201 to step 1,200",
        Move(((1200, (0,)),)),
    ),
    (
        Welter.position([LARGE, 4]),
        f"move the coin on square {LARGE} to square 0",
        Move(((0, (0,)),)),
    ),
    (SUM, "in game 3, take 7 from pile 2", Move(((1, (0,)),), 2)),
    (SUM, "take 2 from row 1, leaving 1 and 1", Move(((0, (1, 1)),), 1)),
    (SUM, "take 6 from pile 2", Move(((1, (1,)),), 2)),
]


@pytest.mark.parametrize(("position", "text", "move"), READ)
def test_a_text_is_read_as_a_person_means_it(position: Position, text: str, move: Move) -> None:
    assert read(position, text) == move


def test_a_component_is_named_by_its_index_or_in_the_text() -> None:
    assert read(SUM, "take 1 from pile 2", 0) == Move(((1, (4,)),), 0)
    assert read(SUM, "in game 1, take 1 from pile 2", 0) == Move(((1, (4,)),), 0)
    with pytest.raises(IllegalMove) as raised:
        read(SUM, "in game 1, take 1 from pile 2", 2)
    assert raised.value.locations == [("component",)]


OTHER_WORDS = 'This is no move in the words of Nim; write it like "take 1 from pile 1".'

WRONG: list[tuple[Position, str, str]] = [
    (Nim.position([3]), "", OTHER_WORDS),
    (Nim.position([]), "take 1", "This is no move in the words of Nim; none is legal."),
    (Nim.position([3]), "take 4 from pile 1", "Can't remove 4: the pile has 3 left."),
    (Nim.position([3]), "take 0 from pile 1", "A move removes at least 1 object."),
    (Nim.position([3]), "take 1 from pile 0", "There is no pile 0."),
    (Nim.position([3]), "take 1 from pile 2", "There is no pile 2."),
    (Nim.position([3]), "take 1 from pile 3", "There is no pile 3."),
    (Nim.position([3]), "take 1 from pile 1000", "There is no pile 1,000."),
    (Nim.position([9]), f"take {'9' * 5000} from pile 1", OTHER_WORDS),
    (
        Nim.position([3], max_remove=2),
        "take 3 from pile 1",
        "Can't remove 3: a move removes at most 2.",
    ),
    (Nim.position([3]), "pass", OTHER_WORDS),
    (
        Moore.position([2, 2], max_piles=1),
        "take 1 from pile 1 and 1 from pile 2",
        "A move takes from at most 1 pile.",
    ),
    (
        Moore.position([2, 2], max_piles=2),
        "take 1 from pile 1 and 1 from pile 1",
        "A move takes from each pile at most once.",
    ),
    (
        Kayles.position([9]),
        "take 1 from row 1, leaving 5 and 4",
        "Removing 1 from a pile of 9 can't leave these piles.",
    ),
    (
        GrundysGame.position([3]),
        "split row 1 into 1 and 1",
        "Removing 0 from a pile of 3 can't leave these piles.",
    ),
    (Growing.position([3], add=[1, 3], target=9), "add 2 to pile 1", "A move can't add 2 here."),
    (Growing.position([3], multiply=[2], target=9), "multiply pile 2 by 2", "There is no pile 2."),
    (
        Chomp.position([3, 2]),
        "take square 1 of row 1",
        "The first square of the first row is never taken.",
    ),
    (Chomp.position([3, 2]), "take square 3 of row 2", "There is no square 3 of row 2."),
    (
        Staircase.position([0, 3]),
        "move 1 from step 2 to step 3",
        "A move goes to the next lower step, from step 1 out of the game.",
    ),
    (
        Welter.position([2, 4]),
        "move the coin on square 3 to square 0",
        "There is no coin on square 3.",
    ),
    (
        Welter.position([2, 4]),
        "move the coin on square 4 to square 2",
        "There is a coin on square 2.",
    ),
    (
        Welter.position([2, 4]),
        "move the coin on square 2 to square 3",
        "A coin moves to a lower square.",
    ),
    (
        SUM,
        "take 9 from pile 1",
        'This is no legal move in any component; begin with "in game 1, ".',
    ),
    (SUM, "in game 4, take 9 from pile 1", "There is no game 4."),
    (SUM, "in game 0, take 9 from pile 1", "There is no game 0."),
    (SUM, "in game 1, take 9 from pile 1", "Can't remove 9: the pile has 3 left."),
]


@pytest.mark.parametrize(("position", "text", "says"), WRONG)
def test_the_error_of_a_text_says_what_to_write(position: Position, text: str, says: str) -> None:
    with pytest.raises(IllegalMove) as raised:
        read(position, text)
    assert (str(raised.value), raised.value.locations) == (says, [("text",)])


AMBIGUOUS: list[tuple[Position, str, str]] = [
    (
        Kayles.position([7]),
        "take 2 from row 1",
        (
            'Say what it leaves, such as "take 2 from row 1, leaving 1 and 4" '
            'or "take 2 from row 1, leaving 2 and 3".'
        ),
    ),
    (SUM, "take 3 from pile 2", 'This is a legal move in game 1 or 3; begin with "in game 1, ".'),
    (
        SUM,
        "take 1 from row 1",
        (
            'Say what it leaves, such as "take 1 from row 1, leaving 1 and 2" '
            'or "take 1 from row 1, leaving 3".'
        ),
    ),
]


@pytest.mark.parametrize(("position", "text", "says"), AMBIGUOUS)
def test_a_text_that_says_several_moves_is_ambiguous(
    position: Position, text: str, says: str
) -> None:
    with pytest.raises(AmbiguousMove) as raised:
        read(position, text)
    assert (str(raised.value), raised.value.locations) == (says, [("text",)])


def test_a_text_beside_the_keys_of_a_move_is_not_read() -> None:
    played = moves.Move(pile=0, remove=1, text="take 2 from pile 1")
    assert move_played(Nim.position([3]), played) == Move(((0, (2,)),))
