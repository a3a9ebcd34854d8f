"""Why a position of Nim is won or lost, in sentences that a person can read."""

from collections.abc import Iterator, Sequence

from service.game.nim import Solution
from service.game.wording import NAMED, counted, listed, ordinal, piles_have

WINS = "The player to move can win."
LOSES = "The player to move loses if the opponent makes no mistake."
CANT_MOVE = {
    False: "In normal play a player who can't move loses, so the player to move has lost.",
    True: "In misère play a player who can't move wins, so the player to move has won.",
}


def nim_sentences(
    piles: Sequence[int], misere: bool, solution: Solution, odd_columns: Sequence[int]
) -> Iterator[str]:
    """The reasons for the class of a position, and what to do about it.

    `odd_columns` are the place values of the columns that hold an odd number of 1s.
    """
    if not any(piles):
        yield "No object is left, so there is no move."
        yield CANT_MOVE[misere]
        return
    yield WINS if solution["to_move_wins"] else LOSES
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
            f"In this misère endgame only the {ordinal(large[0])} pile is larger than 1: "
            "the player who leaves an odd number of 1s and nothing else wins."
        )
        yield (
            f"Besides it there {counted(ones, 'pile')} of 1, "
            f"so it must {'be taken whole' if ones % 2 else 'become 1'}."
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
    columns = "Column" if len(odd_columns) == 1 else "Columns"
    hold = "holds" if len(odd_columns) == 1 else "hold"
    yield (f"{columns} {listed(odd_columns)} {hold} an odd number of 1s, so the position is odd.")
    if misere:
        yield (
            "The player who always leaves every column even is the one who later meets "
            "a single pile larger than 1, and wins from there."
        )
    else:
        yield "The player who always leaves every column even takes the last object."
    having = [move["pile"] for move in solution["winning_moves"]]
    only = "only " if len(having) == 1 else ""
    yield (
        "Such a move changes a pile with a 1 in the leading odd column, "
        f"{odd_columns[0]}: {only}{piles_have(having)} one."
    )


def _moves(piles: Sequence[int], solution: Solution) -> Iterator[str]:
    """What to do about it, in a position with a legal move."""
    winning, best = solution["winning_moves"], solution["best_move"]
    for move in winning[:NAMED]:
        i = move["pile"]
        yield (
            f"Take {move['remove']} from the {ordinal(i)} pile: "
            f"{piles[i]} becomes {move['leaves']}."
        )
    if len(winning) > NAMED:
        yield f"There {counted(len(winning) - NAMED, 'more winning move')}."
    if not winning and best:
        yield (
            "No move wins; the suggested one takes as little as possible: "
            f"1 from the {ordinal(best['pile'])} pile."
        )
