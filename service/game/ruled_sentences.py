"""Why a position is won or lost under a rule, in sentences that a person can read."""

from collections.abc import Iterator, Sequence

from service.game.rule import MaxRemove, Rule, SubtractionSet
from service.game.sentences import LOSES, WINS
from service.game.subtraction import RuledSolution, value_of
from service.game.subtraction_values import Table, table
from service.game.wording import NAMED, counted, listed, ordinal, piles_have


def ruled_sentences(
    piles: Sequence[int],
    misere: bool,
    rule: Rule,
    solution: RuledSolution,
    odd_columns: Sequence[int],
) -> Iterator[str]:
    """The reasons for the class of a position, and what to do about it.

    `odd_columns` are the place values of the columns that hold an odd number of 1s, the rows being
    the Grundy values.
    """
    if solution["best_move"] is None:
        yield "No move is legal."
        if misere:
            yield "In misère play a player who can't move wins, so the player to move has won."
        else:
            yield "In normal play a player who can't move loses, so the player to move has lost."
        return
    yield WINS if solution["to_move_wins"] else LOSES
    yield from _origins(piles, rule, solution["grundy_values"])
    if isinstance(rule, MaxRemove) and sum(p > 0 for p in piles) == 1:
        yield from _multiples(max(piles), misere, rule, solution["to_move_wins"])
    elif misere:
        yield from _misere(solution, odd_columns)
    else:
        yield from _parity(odd_columns)
        if odd_columns:
            yield "The player who always leaves every column even makes the last move."
        else:
            yield (
                "Any move makes some column odd; "
                "the opponent can then make every column even again."
            )
    yield from _moves(piles, rule, solution)


# --- Where the values come from -------------------------------------------------------------------


def _origins(piles: Sequence[int], rule: Rule, values: Sequence[int]) -> Iterator[str]:
    indexes: dict[int, list[int]] = {}
    for i, p in enumerate(piles):
        indexes.setdefault(p, []).append(i)
    if isinstance(rule, MaxRemove):
        yield (
            f"A move takes {_up_to(rule.most)}, so the Grundy value of a pile "
            f"is the remainder when its size is divided by {rule.most + 1}."
        )
    else:
        yield (
            f"A move takes {_one_of(rule.numbers)}; the Grundy value of a pile is the least "
            "number missing among the values of the piles that a move can leave."
        )
        known = table(rule.numbers, max(piles), rule.most_values)
    for p in list(indexes)[:NAMED]:
        if isinstance(rule, MaxRemove):
            value = values[indexes[p][0]]
            reason = f"{p} leaves {value} when divided by {rule.most + 1}"
        else:
            reason = _origin(p, rule, known)
        yield f"{reason}, so {piles_have(indexes[p])} the value {values[indexes[p][0]]}."
    if len(indexes) > NAMED:
        yield "The other values are found in the same way."


def _up_to(most: int) -> str:
    return "1 object" if most == 1 else f"1 to {most} objects"


def _one_of(numbers: Sequence[int]) -> str:
    if len(numbers) > NAMED:
        return f"one of the {len(numbers)} numbers of the set"
    return f"{listed(numbers, 'or')} object{'s' if numbers != (1,) else ''}"


def _origin(pile: int, rule: SubtractionSet, known: Table) -> str:
    """Why a pile has its value: what repeats, if it does, and the values that its moves lead to."""
    if known.preperiod is None or known.period is None or pile < known.preperiod + known.period:
        reason = _missing(pile, rule, known)
        return reason[0].upper() + reason[1:]
    equal = known.preperiod + (pile - known.preperiod) % known.period
    start = f"From a pile of {known.preperiod} on the" if known.preperiod else "The"
    return (
        f"{start} values repeat every {known.period} objects, so {pile} has the value of {equal}; "
        f"{_missing(equal, rule, known)}"
    )


def _missing(pile: int, rule: SubtractionSet, known: Table) -> str:
    reached = sorted({known.values[pile - s] for s in rule.numbers if s <= pile})
    if not reached:
        return f"no move is legal from {pile}"
    return (
        f"a move from {pile} leaves a pile with the value {listed(reached, 'or')}, "
        f"and the least number missing is {known.values[pile]}"
    )


# --- Why they decide ------------------------------------------------------------------------------


def _multiples(pile: int, misere: bool, rule: MaxRemove, wins: bool) -> Iterator[str]:
    """What teachers teach about a single pile."""
    modulus = rule.most + 1
    target = f"{'1 more than ' if misere else ''}a multiple of {modulus}"
    yield (
        f"With a single pile, the player who always leaves {target} wins: "
        f"after the opponent takes {_up_to(rule.most)}, "
        f"taking the rest of {modulus} leaves such a number again"
        + (", until the opponent has to take the last object." if misere else ".")
    )
    if not wins:
        yield f"{pile} is {target} already, and no move leaves another one."


def _parity(odd_columns: Sequence[int]) -> Iterator[str]:
    if not odd_columns:
        yield (
            "In binary the values have an even number of 1s in every column, "
            "so the position is even."
        )
    else:
        columns = "column" if len(odd_columns) == 1 else "columns"
        yield (
            "In binary the values have an odd number of 1s "
            f"in {columns} {listed(odd_columns)}, so the position is odd."
        )


def _misere(solution: RuledSolution, odd_columns: Sequence[int]) -> Iterator[str]:
    values = solution["grundy_values"]
    if max(values) <= 1:
        ones = sum(values)
        yield (
            "No value is larger than 1, so in misère play the position is lost exactly if "
            "the number of piles with the value 1 is odd."
        )
        yield f"It is {ones}" + (
            ", and winning moves make it odd." if solution["to_move_wins"] else "."
        )
        return
    yield "Some value is larger than 1, so the columns decide as in normal play."
    yield from _parity(odd_columns)
    if odd_columns:
        yield (
            "The player wins who always leaves every column even, "
            "or an odd number of piles with the value 1 once no value is larger."
        )
    else:
        yield (
            "Any move makes some column odd; the opponent can then make every column even again, "
            "or leave an odd number of piles with the value 1 and none with a larger one."
        )


# --- What to do about it --------------------------------------------------------------------------


def _moves(piles: Sequence[int], rule: Rule, solution: RuledSolution) -> Iterator[str]:
    winning, best = solution["winning_moves"], solution["best_move"]
    value = value_of(rule, max(piles))
    for move in winning[:NAMED]:
        i, leaves = move["pile"], move["leaves"]
        yield (
            f"Take {move['remove']} from the {ordinal(i)} pile: "
            f"{piles[i]} becomes {leaves}, with the value {value(leaves)}."
        )
    if len(winning) > NAMED:
        yield f"There {counted(len(winning) - NAMED, 'more winning move')}."
    if not winning and best:
        yield (
            "No move wins; the suggested one takes as little as possible: "
            f"{best['remove']} from the {ordinal(best['pile'])} pile."
        )
