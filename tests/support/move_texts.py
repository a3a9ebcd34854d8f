"""Moves in words, read back by what the words say."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.support.cases import Case
from tests.support.rule_oracle import Piles
from tests.support.rules import Move, State, components_of

NUMBER = r"(\d{1,3}(?:,\d{3})*)"

UNITS = {"staircase": "step", "chomp": "row", "octal": "row", "welter": "coin"}
UNITS |= dict.fromkeys(["kayles", "dawsons-kayles", "dawsons-chess"], "row")
UNITS |= dict.fromkeys(["laskers-nim", "grundys-game"], "row")
"""What the piles of a game are called, if not piles."""


def untold(value: Any) -> Any:
    """A response without the texts of its moves, which `read` compares with the moves."""
    if isinstance(value, dict):
        return {key: untold(each) for key, each in value.items() if key != "text"}
    return type(value)(map(untold, value)) if isinstance(value, (list, tuple)) else value


def read(text: str, case: Case, state: State) -> Move:
    """The move that a text says, in the form of the contract."""
    if case.parts:
        i, rest = found(f"in game {NUMBER}, (.+)", text)
        parts = components_of(state)
        return {"component": i - 1, **read(rest, case.parts[i - 1].case, parts[i - 1])}
    return read_in(text, case.game.name, case.game.form, state)


def read_in(text: str, name: str, form: str, state: State) -> Move:
    """The move that a text says in a game that is no sum."""
    if text == "pass":
        return {"removals": []}
    return READERS.get(name, READERS[form])(text, state.piles, UNITS.get(name, "pile"))


def read_square(text: str, piles: Piles, unit: str) -> Move:
    pattern = f"take square {NUMBER} of {unit} {NUMBER} with all right of it and below"
    column, row = found(pattern, text)
    longer = [i for i, each in enumerate(piles) if i >= row - 1 and each >= column]
    return {"removals": [removal(piles, i, piles[i] - column + 1) for i in longer]}


def read_step(text: str, piles: Piles, unit: str) -> Move:
    count, above, to = found(f"move {NUMBER} from {unit} {NUMBER} (.+)", text)
    assert to == (f"to step {above - 1:,}" if above > 1 else "out of the game")
    return removal(piles, above - 1, count)


def read_coin(text: str, piles: Piles, unit: str) -> Move:
    place, left = found(f"move the {unit} on square {NUMBER} to square {NUMBER}", text)
    return removal(piles, piles.index(place), place - left)


def read_growth(text: str, piles: Piles, unit: str) -> Move:
    if text.startswith("add"):
        count, pile = found(f"add {NUMBER} to {unit} {NUMBER}", text)
        return {"pile": pile - 1, "leaves": piles[pile - 1] + count}
    pile, factor = found(f"multiply {unit} {NUMBER} by {NUMBER}", text)
    return {"pile": pile - 1, "leaves": piles[pile - 1] * factor}


def read_size(text: str, piles: Piles, unit: str) -> Move:  # noqa: ARG001
    pile, size = found(f"change {unit} {NUMBER} to {NUMBER}", text)
    return {"pile": pile - 1, "leaves": size}


def read_split(text: str, piles: Piles, unit: str) -> Move:  # noqa: ARG001
    if text.startswith("split"):
        pile, first, second = found(f"split {unit} {NUMBER} into {NUMBER} and {NUMBER}", text)
        return {"pile": pile - 1, "remove": 0, "leaves_piles": [first, second]}
    count, pile, left = found(f"take {NUMBER} from {unit} {NUMBER}, leaving (.+)", text)
    parts = [] if left == "nothing" else [number(each) for each in str(left).split(" and ")]
    return {"pile": pile - 1, "remove": count, "leaves_piles": parts}


def read_removals(text: str, piles: Piles, unit: str) -> Move:
    (all_of_them,) = found("take (.+)", text)
    each = [
        found(f"{NUMBER} from {unit} {NUMBER}", one)
        for one in re.split(", | and ", str(all_of_them))
    ]
    return {"removals": [removal(piles, pile - 1, count) for count, pile in each]}


def read_removal(text: str, piles: Piles, unit: str) -> Move:
    [move] = read_removals(text, piles, unit)["removals"]
    return dict(move)


READERS: Mapping[str, Callable[[str, Piles, str], Move]] = {
    "removal": read_removal,
    "removals": read_removals,
    "split": read_split,
    "replacement": read_size,
    "chomp": read_square,
    "staircase": read_step,
    "growing": read_growth,
    "welter": read_coin,
}
"""How to read the text of a move, by the game if it has words of its own, else by the form."""


def removal(piles: Piles, pile: int, remove: int) -> Move:
    return {"pile": pile, "remove": remove, "leaves": piles[pile] - remove}


def number(text: str) -> int:
    assert re.fullmatch(NUMBER, text), text
    return int(text.replace(",", ""))


def found(pattern: str, text: str) -> list[Any]:
    """The groups of a pattern, as numbers if they are."""
    match = re.fullmatch(pattern, text)
    assert match, (pattern, text)
    return [number(each) if re.fullmatch(NUMBER, each) else each for each in match.groups()]
