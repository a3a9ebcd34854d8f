"""Why a position is won or lost: its binary rows and columns, and the reasoning in sentences.

Write the piles in binary, one below the other. A move changes one row. A position is even where
each column holds an even number of 1s, odd otherwise; so it is even exactly where its nim-sum is 0,
and the odd columns are the binary digits of the nim-sum.

Source: Bouton's proof (see nim.py), in the words that articles for a general public use.

Sentences are for people, so they count piles from 1: pile 1 is the one with the index 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from service.game.nim import Move, PositionClass, Solution, solve

# How many winning moves the sentences name; a position can have thousands.
MOVES_NAMED = 5


@dataclass(frozen=True, slots=True)
class Binary:
    """The piles in binary: one row for each pile, one column for each place value, highest first.

    There is at least one column. `odd_columns` are the place values of the columns with an odd sum.
    """

    place_values: Sequence[int]
    rows: Sequence[Sequence[int]]
    column_sums: Sequence[int]
    odd_columns: Sequence[int]


@dataclass(frozen=True, slots=True)
class ExplainedMove:
    """A winning move, with the pile's binary row before it and after it."""

    pile: int
    remove: int
    leaves: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A solved position and why. `leading_column` is the highest odd one, None where all are even.

    `state` and the columns are arithmetic, the same in both conventions; the class and the moves
    follow from them except in the misère endgame, as the sentences then say.
    """

    nim_sum: int
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[Move]
    best_move: Move | None
    binary: Binary
    state: Literal["odd", "even"]
    leading_column: int | None
    moves: Sequence[ExplainedMove]
    sentences: Sequence[str]


def explain(piles: Sequence[int], misere: bool = False) -> Explanation:
    """Solve a position and say why.

    >>> for sentence in explain([1, 3, 5]).sentences:
    ...     print(sentence)
    The player to move can win.
    Columns 4, 2 and 1 hold an odd number of 1s, so the position is odd.
    Whoever always leaves every column even takes the last object.
    Such a move changes a pile with a 1 in the leading odd column, 4: only pile 3 has one.
    Take 3 from pile 3: 5 becomes 2.
    """
    solution = solve(piles, misere)
    binary = binary_rows(piles)
    width = len(binary.place_values)
    moves = [
        ExplainedMove(
            pile=move["pile"],
            remove=move["remove"],
            leaves=move["leaves"],
            before=f"{piles[move['pile']]:0{width}b}",
            after=f"{move['leaves']:0{width}b}",
        )
        for move in solution["winning_moves"]
    ]
    return Explanation(
        **solution,
        binary=binary,
        state="odd" if binary.odd_columns else "even",
        leading_column=binary.odd_columns[0] if binary.odd_columns else None,
        moves=moves,
        sentences=list(_sentences(piles, misere, solution, binary.odd_columns)),
    )


def binary_rows(piles: Sequence[int]) -> Binary:
    """The piles in binary, and the sum of each column.

    >>> binary_rows([2, 3]).rows, binary_rows([2, 3]).column_sums
    ([[1, 0], [1, 1]], [2, 1])
    """
    width = max(1, max(piles, default=0).bit_length())
    place_values = [1 << i for i in reversed(range(width))]
    rows = [[int(digit) for digit in f"{p:0{width}b}"] for p in piles]
    sums = [sum(column) for column in zip(*rows, strict=True)] if rows else [0] * width
    odd = [value for value, total in zip(place_values, sums, strict=True) if total % 2]
    return Binary(place_values, rows, sums, odd)


def _sentences(
    piles: Sequence[int], misere: bool, solution: Solution, odd_columns: Sequence[int]
) -> Iterator[str]:
    if not any(piles):
        yield "No object is left, so there is no move."
        if misere:
            yield "Whoever took the last object has lost: the player to move has won."
        else:
            yield "Whoever took the last object has won: the player to move has lost."
        return
    if solution["to_move_wins"]:
        yield "The player to move can win."
    else:
        yield "The player to move loses if the opponent makes no mistake."
    large = [i for i, p in enumerate(piles) if p > 1]
    if misere and len(large) <= 1:
        yield from _endgame(piles, large)
    else:
        if misere:
            yield (
                "Two or more piles are larger than 1, so the columns decide as in normal play, "
                "until the misère endgame."
            )
        yield from _parity(misere, solution, odd_columns)
    yield from _moves(piles, solution)


def _endgame(piles: Sequence[int], large: Sequence[int]) -> Iterator[str]:
    """Why the misère endgame, with at most one pile larger than 1, is won or lost."""
    ones = sum(p == 1 for p in piles)
    if large:
        yield (
            f"In this misère endgame only pile {large[0] + 1} is larger than 1: "
            "whoever leaves an odd number of 1s and nothing else wins."
        )
        yield (
            f"Besides it there {_counted(ones, 'pile')} of 1, "
            f"so it must {'go altogether' if ones % 2 else 'become 1'}."
        )
    else:
        yield (
            "In this misère endgame no pile is larger than 1: "
            "each move takes a whole pile, and only their number counts."
        )
        if ones % 2:
            yield f"It is odd, {ones}, so the player to move takes the last object and loses."
        else:
            yield f"It is even, {ones}, so the opponent takes the last object and loses."


def _parity(misere: bool, solution: Solution, odd_columns: Sequence[int]) -> Iterator[str]:
    """Why the parity of the columns decides."""
    if not odd_columns:
        yield "Every column holds an even number of 1s, so the position is even."
        yield (
            "Any move makes some column odd; the opponent can then make every column even again"
            + (", or leave an odd number of 1s and nothing else." if misere else ".")
        )
        return
    if len(odd_columns) == 1:
        columns = f"Column {odd_columns[0]} holds"
    else:
        columns = f"Columns {_listed(odd_columns)} hold"
    yield f"{columns} an odd number of 1s, so the position is odd."
    if misere:
        yield (
            "Whoever always leaves every column even is the one who later meets "
            "a single pile larger than 1, and wins from there."
        )
    else:
        yield "Whoever always leaves every column even takes the last object."
    having = [move["pile"] + 1 for move in solution["winning_moves"]]
    if len(having) == 1:
        piles_having = f"only pile {having[0]} has one"
    elif len(having) <= MOVES_NAMED:
        piles_having = f"piles {_listed(having)} have one"
    else:
        piles_having = f"{len(having)} piles have one"
    yield (
        "Such a move changes a pile with a 1 in the leading odd column, "
        f"{odd_columns[0]}: {piles_having}."
    )


def _moves(piles: Sequence[int], solution: Solution) -> Iterator[str]:
    """What to do about it, in a position with a legal move."""
    winning, best = solution["winning_moves"], solution["best_move"]
    for move in winning[:MOVES_NAMED]:
        i = move["pile"]
        yield f"Take {move['remove']} from pile {i + 1}: {piles[i]} becomes {move['leaves']}."
    if len(winning) > MOVES_NAMED:
        yield f"There {_counted(len(winning) - MOVES_NAMED, 'more winning move')}."
    if not winning and best:
        yield (
            "No move wins; the suggested one takes as little as possible: "
            f"1 from pile {best['pile'] + 1}."
        )


def _counted(count: int, noun: str) -> str:
    """How many there are of what `noun` names, with the verb.

    >>> _counted(0, "pile"), _counted(1, "pile"), _counted(2, "pile")
    ('is no pile', 'is 1 pile', 'are 2 piles')
    """
    return f"are {count} {noun}s" if count > 1 else f"is {count or 'no'} {noun}"


def _listed(numbers: Sequence[int]) -> str:
    """Two numbers or more, as a person lists them.

    >>> _listed([128, 4, 1])
    '128, 4 and 1'
    """
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}"
