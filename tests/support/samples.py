"""Requests that belong to no operation, with every type that a request may have."""

from typing import Annotated, Any, Literal

from hypothesis import strategies as st
from msgspec import Meta

from service.api.request_types import Request, reject_repeated
from service.limits import LARGEST_PILE

Number = Annotated[int, Meta(ge=0, le=LARGEST_PILE)]
Digit = Annotated[int, Meta(ge=1, le=9)]
Digits = Annotated[
    list[Digit],
    Meta(
        min_length=1,
        max_length=4,
        extra_json_schema={"uniqueItems": True},
        extra={"items": "digits"},
    ),
]


Code = Annotated[str, Meta(min_length=3, max_length=5, extra={"example": "0.77"})]
Name = Annotated[str, Meta(min_length=1, max_length=8)]


class Leaf(Request, kw_only=True):
    """The innermost object."""

    size: Number
    digits: Digits | None = None
    word: Literal["sum", "product", "table"] | None = None

    def __post_init__(self) -> None:
        if self.digits:
            reject_repeated(self.digits)


class Branch(Request, kw_only=True):
    """An object within an object."""

    leaves: Annotated[list[Leaf], Meta(max_length=3, extra={"items": "leaves"})]
    rows: list[Annotated[list[Number], Meta(max_length=2)]] | None = None


class Tree(Request, kw_only=True):
    """An object of objects."""

    numbers: Annotated[list[Number], Meta(max_length=300, extra={"items": "numbers"})]
    code: Code | None = None
    name: Name | None = None
    flag: bool | None = None
    names: (
        Annotated[dict[Name, Annotated[list[Name], Meta(max_length=2)]], Meta(max_length=3)] | None
    ) = None
    digits: Digits | None = None
    branch: Branch | None = None
    branches: Annotated[list[Branch], Meta(max_length=200)] | None = None
    leaf_of: dict[str, Leaf] | None = None

    def __post_init__(self) -> None:
        if self.digits:
            reject_repeated(self.digits)


class Wanted(Request, kw_only=True):
    """A query."""

    numbers: Annotated[list[Number], Meta(max_length=2_000, extra={"items": "numbers"})]
    size: Number | None = None
    code: Code | None = None
    flag: bool | None = None
    word: Literal["sum", "product"] | None = None
    digits: Digits | None = None
    others: Annotated[list[Number], Meta(max_length=9)] | None = None

    def __post_init__(self) -> None:
        if self.digits:
            reject_repeated(self.digits)


# --- Values, many of them wrong ------------------------------------------------------------------

FEW = st.integers(0, 3)
NUMBERS: st.SearchStrategy[Any] = st.integers(-1, 10) | st.sampled_from(
    [LARGEST_PILE, LARGEST_PILE + 1, 2**64, 3.0, 1e2, 3.5, -0.0, 1e300, 5e-324]
)
SCALARS = NUMBERS | st.sampled_from([None, True, False, "", "a", "3", "sum", "0.77", "9", "0,7"])
STRANGE = ["_schema", "a/b~c", "number", "Digits", "käy", ""]
KEYS = [*Tree.__struct_fields__, *Branch.__struct_fields__, *Leaf.__struct_fields__, *STRANGE]
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
    ),
    max_leaves=6,
)


def mostly(right: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Values, three quarters of which are right or almost right."""
    return st.one_of(right, right, right, ANYTHING)


def an_object(required: dict[str, Any], optional: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Objects with these keys, some with one key more or less."""
    right = st.fixed_dictionaries(required, optional=optional)
    more = st.dictionaries(st.sampled_from(STRANGE), SCALARS, min_size=1, max_size=2)
    without = st.fixed_dictionaries({}, optional=required | optional)
    wrong = st.tuples(right, more).map(lambda both: both[0] | both[1])
    return st.one_of(right, right, right, right, wrong, without)


DIGITS = mostly(st.lists(st.integers(1, 9), min_size=1, max_size=4))
NAMES = mostly(
    st.dictionaries(
        st.sampled_from(["a", "b", "eight888", "nine99999", *STRANGE]),
        mostly(st.lists(st.sampled_from(["x", "y"]), max_size=2)),
        max_size=3,
    )
)
LEAF = mostly(
    an_object(
        {"size": mostly(FEW)},
        {"digits": DIGITS, "word": mostly(st.sampled_from(["sum", "product", "table"]))},
    )
)
BRANCH = mostly(
    an_object(
        {"leaves": mostly(st.lists(LEAF, max_size=3))},
        {
            "rows": mostly(st.lists(mostly(st.lists(FEW, max_size=2)), max_size=2)),
        },
    )
)
TREE = mostly(
    an_object(
        {"numbers": mostly(st.lists(FEW, max_size=4))},
        {
            "code": mostly(st.sampled_from(["0.7", "0.777", "0.7777"])),
            "name": mostly(st.sampled_from(["a", "eight888"])),
            "flag": mostly(st.booleans()),
            "names": NAMES,
            "digits": DIGITS,
            "branch": BRANCH,
            "branches": mostly(st.lists(BRANCH, max_size=2)),
            "leaf_of": mostly(st.dictionaries(st.sampled_from(STRANGE), LEAF, max_size=2)),
        },
    )
)
