"""Sentences about the parity of columns: why a position is won or lost, given its values."""

from collections.abc import Iterator, Sequence

from ..theory.columns import odd_columns
from ..theory.genus import tame_genus
from ..theory.tame import Pile, sum_of_tame
from .wording import NAMED, Reason, Theory, listed, numbers


def reasons_by_values(
    values: Sequence[int], misere: bool, wins: bool, *, which: str = "piles"
) -> Iterator[Reason]:
    """Why a position with these values is won or lost, in misère play by Ferguson's rule.

    `which` are the piles that have these values.
    """
    return map(Theory, _by_columns(values, misere, wins, which))


ALL_TAME = "All piles up to the largest are tame: in misère play, each acts like a position of Nim."


def reasons_by_genera(all_tame: str, piles: Sequence[Pile]) -> Iterator[Reason]:
    """Why a misère position of tame piles is won or lost, beginning with which piles are tame."""
    genera = [*dict.fromkeys(map(tame_genus, piles))]
    named = listed(genera[:NAMED]) + (" and others" if len(genera) > NAMED else "")
    value, is_firm = sum_of_tame(piles)
    is_one = len(piles) == 1
    if is_firm:
        yield (
            f"By its genus, {'it' if is_one else 'one of them'} acts like a pile of Nim larger "
            "than 1: in misère play, too, whoever wins normal play wins."
        )
    else:
        acts = "its genus, it acts like a pile" if is_one else "their genus, they act like piles"
        yield (f"By {acts} of Nim of at most 1: in misère play, whoever wins normal play loses.")
    are = "genera here are" if len(genera) > 1 else "genus here is"
    yield Theory(f"{all_tame} The {are} {named}.")
    wanted, which = (0, "Some") if is_firm else (1, "No")
    yield Theory(
        "A pile is firm if its genus is neither 0^120 nor 1^031. "
        f"{which} pile is firm here, so the position is lost if and only if the XOR of the values "
        f"is {wanted}. It is {value:,}."
    )


def _by_columns(values: Sequence[int], misere: bool, wins: bool, which: str) -> Iterator[str]:
    if misere and max(values) <= 1:
        yield (
            "No value is larger than 1, so in misère play the position is lost if and only if "
            f"the number of {which} with the value 1 is odd."
        )
        yield f"It is {sum(values):,}" + (", and winning moves make it odd." if wins else ".")
        return
    if misere:
        yield "Some value is larger than 1, so the columns decide as in normal play."
    odd = odd_columns(values)
    if not odd:
        yield (
            "In binary the values have an even number of 1s in every column, "
            "so the position is even."
        )
        yield (
            "Any move makes some column odd; the opponent can then make every column even again"
            + (
                ", or leave an odd number of piles with the value 1 and none with a larger value."
                if misere
                else "."
            )
        )
        return
    where = f"column {odd[0]:,}" if len(odd) == 1 else f"each of the columns {numbers(odd)}"
    yield f"In binary the values have an odd number of 1s in {where}, so the position is odd."
    if misere:
        yield (
            "The winner always leaves every column even or, once no value is larger than 1, an odd "
            "number of piles with the value 1."
        )
    else:
        yield "The player who always leaves every column even makes the last move."
