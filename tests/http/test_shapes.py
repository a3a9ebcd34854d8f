"""Both compilers of a shape accept the same requests: msgspec, and marshmallow, which explains."""

from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.codec import RepeatedName, decode, encode
from service.http.faults import CODES, InvalidRequest
from service.http.shapes.fields import ListOf, StrictBoolean
from service.http.shapes.shape import Shape
from service.limits import MAX_ERRORS, MAX_PILE
from service.operations import all_operations
from service.settings import Config
from service.telemetry.metrics import Metrics
from tests.support.tries import tries

OPERATIONS = all_operations(Config(), Metrics(on=False))
OPERATION_OF = {each.shape: each.name for each in reversed(OPERATIONS) if each.shape}
SHAPES = {name: shape for shape, name in OPERATION_OF.items()}
"""Each shape once, by the first operation that has it."""

POSITION, BATCH = SHAPES["POST /move"], SHAPES["POST /moves"]
INNER = {
    f"{name} {key}": field.item
    for name, shape in SHAPES.items()
    for key, field in shape.fields.items()
    if isinstance(field, ListOf) and isinstance(field.item, Shape)
}

NUMBERS: st.SearchStrategy[Any] = st.integers(-1, 3) | st.sampled_from(
    [MAX_PILE, MAX_PILE + 1, 10_000, 10_001, 2**64, 3.0, 3.5, -0.0, 1e300, 256, 257]
)
SCALARS = NUMBERS | st.booleans() | st.none() | st.sampled_from(["", "a", "3", "0.77", "sum"])
KEYS = sorted({key for shape in SHAPES.values() for key in shape.fields} | {"x", "_schema", "pile"})
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=6,
)
PILES = st.lists(st.integers(0, 3), max_size=3) | st.lists(NUMBERS, max_size=3)
SETS = PILES | st.sampled_from([[1, 1], [2, 1, 2]])
CODES_ALMOST = st.tuples(
    st.sampled_from(["0", "4", "4!", "!"]),
    st.sampled_from([".", ".", ".", "", ".["]),
    st.text("0738", max_size=9),
    st.sampled_from(["", "", "[3]", "[8]", "]", "\n", "[33]"]),
).map("".join)
NAMES = st.lists(st.sampled_from(["a", "b", "n" * 60, "n" * 61, 1]), max_size=3)
ALMOST: dict[str, st.SearchStrategy[Any]] = {
    "piles": PILES,
    "of": PILES,
    "misere": st.booleans(),
    "max_remove": NUMBERS,
    "subtraction_set": SETS,
    "size": NUMBERS,
    "code": st.sampled_from(["0.77", "4!.0", "4.[3]", "7", "0.8"]) | CODES_ALMOST,
    "operation": st.sampled_from(["sum", "product", "difference"]),
    "options": st.dictionaries(st.sampled_from(["a", "b", "n" * 61]), NAMES, max_size=3),
    "sums": st.dictionaries(st.sampled_from(["c", "_schema"]), NAMES, max_size=2),
    "sum": NAMES,
    "pile": NUMBERS,
    "remove": NUMBERS,
    "leaves": NUMBERS,
    "moves": st.lists(
        st.fixed_dictionaries(
            {"pile": NUMBERS, "remove": NUMBERS}, optional={"leaves": NUMBERS, "x": st.none()}
        ),
        max_size=3,
    ),
    "positions": st.lists(
        st.fixed_dictionaries(
            {"piles": PILES},
            optional={"misere": SCALARS, "max_remove": NUMBERS, "subtraction_set": SETS},
        )
        | ANYTHING,
        max_size=3,
    ),
}


def mutated(shape: Shape) -> st.SearchStrategy[Any]:
    """Objects with the shape's keys and values of their kind, some of them wrong, or anything."""
    known = {key: ALMOST.get(key, ANYTHING) for key in shape.fields}
    some = st.fixed_dictionaries({}, optional={**known, "x": ANYTHING})
    return st.fixed_dictionaries(known) | some | ANYTHING


@pytest.mark.parametrize("shape", [*SHAPES.values(), *INNER.values()], ids=[*SHAPES, *INNER])
@given(data=st.data())
def test_msgspec_accepts_what_marshmallow_finds_no_fault_with(
    shape: Shape, data: st.DataObject
) -> None:
    value = decode(encode(data.draw(mutated(shape))))
    accepted = shape.accept(value)
    if [*shape.explain(value)]:
        # A fault between the keys of an item is found by the list's own shape.
        assert accepted is None or [*shape.check(shape.arrange(accepted, is_bare=False))]
    else:
        assert accepted is not None


@pytest.mark.parametrize("name", SHAPES)
@given(data=st.data())
@tries(60)
def test_a_body_is_read_at_once_as_it_is_read_carefully(name: str, data: st.DataObject) -> None:
    shape = SHAPES[name]
    body = encode(data.draw(mutated(shape)))
    one, other = loaded(shape, body), checked(shape, decode(body))
    assert getattr(one, "positions", one) == getattr(other, "positions", other)


def loaded(shape: Shape, body: bytes) -> Any:
    try:
        return shape.load_body(body)
    except RepeatedName:
        return "repeated"
    except InvalidRequest as error:
        return error.faults


def checked(shape: Shape, value: Any) -> Any:
    try:
        made = shape.convert(value)
    except InvalidRequest as error:
        return error.faults
    arranged = shape.arrange(made, is_bare=False)
    return [*shape.check(arranged)] or arranged


class Declared(Shape):
    first = StrictBoolean(required=True)


class Inheriting(Declared):
    second = StrictBoolean(required=True)


def test_a_shape_has_the_keys_of_its_bases_its_own_and_those_it_is_given() -> None:
    faults = Inheriting(third=StrictBoolean(required=True)).explain({})
    assert [fault.place for fault in faults] == [("first",), ("second",), ("third",)]


# --- Piles -----------------------------------------------------------------------------------


def is_pile(item: Any) -> bool:
    """Whether JSON Schema would call the item an integer in range."""
    if isinstance(item, bool) or not isinstance(item, int | float):
        return False
    return item == item // 1 and 0 <= item <= MAX_PILE


ITEMS: st.SearchStrategy[Any] = (
    st.integers(-1, 3)
    | st.integers(MAX_PILE - 2, MAX_PILE + 2)
    | st.sampled_from([True, False, None, "3", [], {}, 3.0, 3.5, -0.0, 1e300, -1.0])
)


@given(st.lists(ITEMS))
def test_piles_are_accepted_or_each_fault_is_named(piles: list[Any]) -> None:
    wrong = [("piles", index) for index, item in enumerate(piles) if not is_pile(item)]
    found = loaded(POSITION, encode({"piles": piles}))
    if wrong:
        assert [fault.place for fault in found] == wrong
    else:
        assert found.piles == piles
        assert {type(pile) for pile in found.piles} <= {int}


# --- Positions of a batch ----------------------------------------------------------------------


@example([{"piles": [1], "subtraction_set": [1, 1]}])
@given(st.lists(ALMOST["positions"].map(lambda some: some[0] if some else {}), max_size=4))
def test_a_batch_has_the_faults_of_its_positions(positions: list[Any]) -> None:
    expected = []
    for i, position in enumerate(positions):
        found = loaded(POSITION, encode(position))
        if isinstance(found, list):
            expected += [fault.within("positions", i) for fault in found]
    together = loaded(BATCH, encode({"positions": positions}))
    assert (together if isinstance(together, list) else []) == expected


@given(st.lists(st.fixed_dictionaries({"piles": PILES}, optional={"misere": st.booleans()})))
def test_a_batch_is_read_as_its_positions_are(positions: list[Any]) -> None:
    read = [loaded(POSITION, encode(position)) for position in positions]
    together = loaded(BATCH, encode({"positions": positions}))
    if not any(isinstance(each, list) for each in read):
        assert [*map(msgspec.to_builtins, together.positions)] == [*map(msgspec.to_builtins, read)]


# --- Faults ----------------------------------------------------------------------------------


@given(name=st.sampled_from([*SHAPES]), data=st.data())
@tries(300)
def test_every_fault_has_a_code_of_the_list(name: str, data: st.DataObject) -> None:
    found = loaded(SHAPES[name], encode(data.draw(mutated(SHAPES[name]))))
    if isinstance(found, list):
        assert {fault.code for fault in found} <= CODES.keys()


def test_faults_are_looked_for_no_longer_than_they_are_listed() -> None:
    found = loaded(POSITION, encode({"piles": [-1] * 5_000}))
    assert len(found) == MAX_ERRORS


def test_unknown_keys_are_named_in_the_same_order_each_time() -> None:
    found = loaded(POSITION, b'{"piles": [], "z": 1, "a": 1, "m": 1}')
    assert [fault.place for fault in found] == [("a",), ("m",), ("z",)]


@pytest.mark.parametrize(
    "body",
    [
        b'{"piles": [1], "piles": [1]}',
        b'{"piles": [1], "misere": true, "misere": true}',
        b'{"piles": [1], "p\\u0069les": [1]}',
    ],
)
def test_a_name_given_twice_is_found_however_it_is_written(body: bytes) -> None:
    with pytest.raises(RepeatedName):
        POSITION.load_body(body)


def test_a_name_given_twice_is_found_in_a_batch_that_lacks_another() -> None:
    """It has as many colons as one without a fault."""
    found = loaded(BATCH, b'{"positions": [{"piles": [1], "piles": [2]}, {}]}')
    assert found == "repeated"


def test_as_many_names_are_looked_for_as_are_required() -> None:
    """With fewer, a bare body would be read in the slow way; with more, a lost name missed."""
    positions = {"positions": [{"piles": [1]}, {"piles": []}]}
    assert POSITION.least_names(POSITION.accept({"piles": [1], "misere": True})) == 1
    assert BATCH.least_names(BATCH.accept(positions)) == 3


def test_no_more_faults_are_looked_for_than_are_shown() -> None:
    assert len([*BATCH.explain({"positions": [{}] * 1_000})]) == MAX_ERRORS + 1
