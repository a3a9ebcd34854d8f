"""The Grundy values of the piles 0, 1, 2 … of a game, with their period if it is known."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, NotRequired, TypedDict


class Period(NamedTuple):
    """The smallest preperiod n₀ and period p: G(n + p) = G(n) + saltus for every n ≥ n₀.

    `proof` is "computed" if the values computed here prove it, and "published" if the work in
    `reference` does. `largest` is the largest of all values: None if they grow, or if not all of
    the first n₀ + p values are computed here.
    """

    preperiod: int
    period: int
    saltus: int
    proof: Literal["computed", "published"]
    reference: str | None = None
    largest: int | None = None

    @property
    def last_exception(self) -> int | None:
        """The largest pile with a value that the period does not give; None if there is none."""
        return self.preperiod - 1 if self.preperiod else None


class ValueSequence(TypedDict):
    """The values of the piles 0, 1, 2 … and, if they are known, the preperiod and period.

    Both are the smallest. Starting at the preperiod, the value of a pile that is larger by the
    period is larger by `saltus`, which is 0 if the values repeat. `proof` is "computed" if the
    values computed here prove that, and "published" if the work in `reference` does. Otherwise all
    are None, though there may be a period. `last_exception` and `largest` are those of a `Period`.
    """

    values: Sequence[int]
    preperiod: int | None
    period: int | None
    saltus: int | None
    proof: Literal["computed", "published"] | None
    last_exception: int | None
    largest: int | None
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
        "last_exception": found and found.last_exception,
        "largest": found and found.largest,
    }
    if found and found.reference:
        listed["reference"] = found.reference
    return listed
