"""Published Grundy values of games by rule, with their sources. Nothing here is computed.

A-numbers refer to the On-Line Encyclopedia of Integer Sequences. Values start with the empty pile.
"""

from typing import NamedTuple


class KnownCode(NamedTuple):
    """A take-and-break game: its first values, and its preperiod and period or None."""

    code: str
    values: list[int]
    preperiod: int | None
    period: int | None


CODES = {
    # A002186
    "Kayles": KnownCode("0.77", [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], 71, 12),
    # A002187
    "Dawson's chess": KnownCode("0.137", [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5], 52, 34),
    # A002187, shifted by one
    "Dawson's Kayles": KnownCode(
        "0.07", [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5], 53, 34
    ),
    # A002188
    "Grundy's game": KnownCode(
        "4!.0", [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0], None, None
    ),
    # Closed form: n, but with 4k + 3 and 4k + 4 exchanged
    "Lasker's Nim": KnownCode("4.[3]", [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11], 1, 4),
    # A071074
    "Kayles with up to four pins": KnownCode(
        "0.7777", [0, 1, 2, 3, 4, 5, 6, 7, 3, 2, 8, 9], 142, 24
    ),
    "Nim": KnownCode("0.[3]", list(range(20)), 0, 1),
}

# Codes without a period within reach
UNKNOWN_PERIODS = ["0.127", "0.56", "4!.0"]

# Code, preperiod, period and an author of the work that proves them. T. Czajka's table of solved
# octal games confirms them, and A071436 and A071464 name games with equal values.
PUBLISHED_PERIODS = [
    ("0.16", 105_351, 149_459, "Gangolli"),
    ("0.56", 326_640, 144, "Gangolli"),
    ("0.560", 326_640, 144, "Gangolli"),
    ("0.563", 326_640, 144, "Gangolli"),
    ("0.127", 46_578, 4, "Plambeck"),
    ("0.1271", 46_578, 4, "Plambeck"),
    ("0.376", 2_268_248, 4, "Plambeck"),
    ("0.354", 10_061_916, 1_180, "Flammenkamp"),
    ("0.1777", 160_949_018, 60_620_715, "Flammenkamp"),  # A071509: last exception 160,949,017
    ("0.17771", 160_949_018, 60_620_715, "Flammenkamp"),  # also A071509
]

# A071509, starting at the empty pile; also the values of 0.17771
VALUES_OF_01777 = [
    *[0, 1, 1, 2, 2, 3, 4, 1, 1, 6, 6, 3, 2, 2, 1, 1, 6, 6, 8, 4, 4, 5, 10, 1, 1, 8, 3, 3, 4, 4, 7],
    *[6, 6, 8, 8, 4, 1, 1, 6, 7, 8, 4, 4, 5, 10, 8, 1, 1, 15, 5, 4, 4, 7, 6, 6, 1, 1, 4, 3, 3, 6],
]

# T. Czajka found that a table of equal codes was wrong here: these two differ first at this pile.
ALMOST_EQUAL = ("0.161", "0.36", 519)

# Kayles, A002186: 12 values that repeat, starting at 72; the exceptions are the bold numbers of the
# table in E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", chapter 4.
KAYLES_FROM_72 = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
KAYLES_EXCEPTIONS = {
    0: 0,
    3: 3,
    6: 3,
    9: 4,
    11: 6,
    15: 7,
    18: 3,
    21: 4,
    22: 6,
    28: 5,
    34: 6,
    39: 3,
    57: 4,
    70: 6,
}

# Misère Kayles: the rows of up to 20 pins that are lost for the player to move
MISERE_KAYLES_LOST = [1, 4, 9, 12, 20]


class KnownSet(NamedTuple):
    """A subtraction set: its first values, preperiod and period."""

    numbers: tuple[int, ...]
    values: list[int]
    preperiod: int
    period: int


SETS = [
    KnownSet((1, 2, 3), [0, 1, 2, 3, 0, 1, 2, 3], 0, 4),
    KnownSet((1, 3, 4), [0, 1, 0, 1, 2, 3, 2, 0, 1], 0, 7),
    KnownSet((2, 3, 7), [0, 0, 1, 1, 2, 0], 0, 5),
    KnownSet((2, 4, 7), [0, 0, 1, 1, 2, 2, 0, 3], 8, 3),
    KnownSet((2, 5, 7), [0, 0, 1, 1], 0, 22),
]
