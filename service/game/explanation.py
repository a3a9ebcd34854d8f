"""Why a position is won or lost: its binary rows and columns, and the reasoning in sentences.

Write the piles in binary, one below the other; under a rule, write their Grundy values. A move
changes one row. A position is even where each column holds an even number of 1s, odd otherwise; so
it is even exactly where its nim-sum is 0, and the odd columns are the binary digits of the nim-sum.

Source: Bouton's proof (see nim.py), in the words that articles for a general public use.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NotRequired, TypedDict

from service.game.nim import Move, PositionClass, Solution
from service.game.rules.any_number import NIM
from service.game.rules.rule import RemovalRule


class Binary(TypedDict):
    """The rows in binary: one for each pile, one column for each place value, highest first.

    There is at least one column. `odd_columns` are the place values of the columns with an odd sum.
    """

    place_values: Sequence[int]
    rows: Sequence[Sequence[int]]
    column_sums: Sequence[int]
    odd_columns: Sequence[int]


class ExplainedMove(Move):
    """A winning move, with the pile's binary row before it and after it."""

    before: str
    after: str


class Explanation(TypedDict):
    """A solved position and why. `leading_column` is the highest odd one, None where all are even.

    `state` and the columns are arithmetic, the same in both conventions; the class and the moves
    follow from them except in the misère endgame, as the sentences then say. Under a rule the rows
    are the Grundy values of the piles.
    """

    nim_sum: int
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[ExplainedMove]
    best_move: Move | None
    binary: Binary
    state: Literal["odd", "even"]
    leading_column: int | None
    sentences: Sequence[str]
    grundy_values: NotRequired[Sequence[int]]


def explain(
    piles: Sequence[int], misere: bool = False, rule: RemovalRule | None = None
) -> Explanation:
    """Solve a position and say why. Raises PileTooLarge.

    >>> for sentence in explain([1, 3, 5])["sentences"]:
    ...     print(sentence)
    The player to move can win.
    Columns 4, 2 and 1 hold an odd number of 1s, so the position is odd.
    The player who always leaves every column even takes the last object.
    Such a move changes a pile with a 1 in the leading odd column, 4: only the third pile has one.
    Take 3 from the third pile: 5 becomes 2.
    """
    solver = (rule or NIM).up_to(max(piles, default=0))
    solution = solver.solve(piles, misere)
    values = solution.get("grundy_values")
    binary = binary_rows(piles if values is None else values)
    sentences = [*solver.sentences(piles, misere, solution, binary["odd_columns"])]
    explanation = _explanation(solution, binary, solver.value, sentences)
    if values is not None:
        explanation["grundy_values"] = values
    return explanation


def binary_rows(rows: Sequence[int]) -> Binary:
    """The rows in binary, and the sum of each column.

    >>> binary_rows([2, 3])["rows"], binary_rows([2, 3])["column_sums"]
    ([[1, 0], [1, 1]], [2, 1])
    """
    width = max(1, max(rows, default=0).bit_length())
    place_values = [1 << i for i in reversed(range(width))]
    digits = [[int(digit) for digit in f"{row:0{width}b}"] for row in rows]
    sums = [sum(column) for column in zip(*digits, strict=True)] if rows else [0] * width
    odd = [value for value, total in zip(place_values, sums, strict=True) if total % 2]
    return {"place_values": place_values, "rows": digits, "column_sums": sums, "odd_columns": odd}


def _explanation(
    solution: Solution, binary: Binary, row_of: Callable[[int], int], sentences: Sequence[str]
) -> Explanation:
    """The explanation, given the row that a pile stands for."""
    before = ["".join(map(str, row)) for row in binary["rows"]]
    width = len(binary["place_values"])
    # All winning moves in a pile lead to the same row, and there can be many.
    after = {move["pile"]: move["leaves"] for move in solution["winning_moves"]}
    rows = {pile: f"{row_of(leaves):0{width}b}" for pile, leaves in after.items()}
    odd = binary["odd_columns"]
    return {
        "nim_sum": solution["nim_sum"],
        "position_class": solution["position_class"],
        "to_move_wins": solution["to_move_wins"],
        "winning_moves": [
            {**move, "before": before[move["pile"]], "after": rows[move["pile"]]}
            for move in solution["winning_moves"]
        ],
        "best_move": solution["best_move"],
        "binary": binary,
        "state": "odd" if odd else "even",
        "leading_column": odd[0] if odd else None,
        "sentences": sentences,
    }
