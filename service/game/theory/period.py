"""The Grundy values of the piles 0, 1, 2 … of a game, with the period that is known of them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, NotRequired, TypedDict


class Period(NamedTuple):
    """The smallest preperiod n₀ and period p: G(n + p) = G(n) + saltus for every n ≥ n₀.

    `proof` says whether the values that were computed prove it, or a publication: `reference`.
    """

    preperiod: int
    period: int
    saltus: int
    proof: Literal["computed", "published"]
    reference: str | None = None


class ValueSequence(TypedDict):
    """The values of the piles 0, 1, 2 … and, where they are known, the preperiod and period.

    Both are the smallest. Starting at the preperiod, the value of a pile that is larger by the
    period is larger by `saltus`, which is 0 where the values repeat. `proof` says whether that is
    proven by what was computed here, or published by others, with their work as `reference`. Where
    neither is so, all are None, which does not say that there is no period.
    """

    values: Sequence[int]
    preperiod: int | None
    period: int | None
    saltus: int | None
    proof: Literal["computed", "published"] | None
    reference: NotRequired[str]
    genus: NotRequired[Sequence[str]]


def sequence_of(values: Sequence[int], found: Period | None) -> ValueSequence:
    """The sequence of these values, with the period that is known."""
    listed: ValueSequence = {
        "values": [*values],
        "preperiod": found and found.preperiod,
        "period": found and found.period,
        "saltus": found and found.saltus,
        "proof": found and found.proof,
    }
    if found and found.reference:
        listed["reference"] = found.reference
    return listed
