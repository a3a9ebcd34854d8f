"""Take-and-break games by the texts of their codes, and the values of their piles."""

from service.game.games.take_and_break import Octal
from service.game.games.take_and_break.code import Code, parse_code
from service.game.games.take_and_break.values import grundy_values
from tests.support import rule_oracle


def code(text: str) -> Code:
    """The code that a text stands for."""
    return parse_code(text, max_digits=8)


def game(text: str) -> Octal:
    """The game of a code."""
    return Octal(code(text))


def first_values(text: str, size: int) -> list[int]:
    """The first values by the service."""
    return list(grundy_values(code(text), size)[:size])


def plain_values(text: str, size: int) -> list[int]:
    """The first values by plain recursion."""
    before_point, digits = text.split(".")
    numbers = [int(digit) for digit in digits.strip("[]").replace("[", "")]
    moves = rule_oracle.taking_and_breaking(before_point, numbers, "[" in digits)
    return rule_oracle.take_and_break_table(moves, size)
