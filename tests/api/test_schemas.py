"""The errors that marshmallow's schema of a type finds in a wrong value."""

from typing import Any

import pytest

from service.api.nearest import nearest
from service.api.schemas import find_errors
from tests.support.samples import Tree

OBJECT = 'Must be an object, such as {"numbers": [3, 4, 5]}.'
UNKNOWN = "Unknown key; the keys are leaves and rows."
LEAVES = 'Must be an object, such as {"leaves": [{"size": 3}]}.'

Errors = list[tuple[str, str, str]]


def errors_in(value: Any) -> Errors:
    """The errors of a value, with their locations as programs write them.

    As in a query, they don't say what came: test_errors_texts.py shows that.
    """
    return [
        (".".join(map(str, error.location)), error.code, error.detail)
        for error in find_errors(Tree, value, is_query=True)
    ]


@pytest.mark.parametrize(
    ("value", "errors"),
    [
        ([], [("", "not-an-object", OBJECT)]),
        (None, [("", "not-an-object", OBJECT)]),
        ({}, [("numbers", "required", "This key is required.")]),
        ({"numbers": None}, [("numbers", "not-a-list", "Must be a list, such as [3, 4, 5].")]),
        (
            {"numbers": "3,4"},
            [("numbers", "not-a-list", "Must be a list, such as [3, 4, 5].")],
        ),
        (
            {"numbers": [0, -1, 2**53, True, "3", 3.5, None]},
            [
                ("numbers.1", "too-small", "Must be 0 or more."),
                ("numbers.2", "too-large", "Must be 9,007,199,254,740,991 or less."),
                ("numbers.3", "not-an-integer", "Must be an integer."),
                ("numbers.4", "not-an-integer", "Must be an integer."),
                ("numbers.5", "not-an-integer", "Must be an integer."),
                ("numbers.6", "not-an-integer", "Must be an integer."),
            ],
        ),
        ({"numbers": [-1] * 301}, [("numbers", "too-many", "At most 300 numbers are allowed.")]),
    ],
)
def test_the_errors_of_a_value(value: Any, errors: Errors) -> None:
    assert errors_in(value) == errors


@pytest.mark.parametrize(
    ("key", "value", "errors"),
    [
        ("flag", 1, [("", "not-a-boolean", "Must be true or false.")]),
        ("flag", "true", [("", "not-a-boolean", "Must be true or false.")]),
        ("name", 3, [("", "not-a-string", "Must be a string.")]),
        ("name", "", [("", "too-few", "Must not be empty.")]),
        ("name", "n" * 9, [("", "too-long", "At most 8 characters are allowed.")]),
        ("code", 0.77, [("", "not-a-string", 'Must be a string, such as "0.77".')]),
        ("code", "0.7777", [("", "too-long", "At most 5 characters are allowed.")]),
        ("digits", [], [("", "too-few", "Must not be empty.")]),
        ("digits", [1] * 5, [("", "too-many", "At most 4 digits are allowed.")]),
        (
            "digits",
            [1, 2, 1, 1],
            [
                (".2", "repeated", "This number is given more than once."),
                (".3", "repeated", "This number is given more than once."),
            ],
        ),
        ("names", [], [("", "not-an-object", 'Must be an object, such as {"a": ["a", "b"]}.')]),
        ("names", dict.fromkeys("abcd"), [("", "too-many", "At most 3 items are allowed.")]),
        (
            "names",
            {"_schema": 1, "n" * 9: ["x"], "": ["", 1]},
            [
                ("._schema", "not-a-list", 'Must be a list, such as ["a", "b"].'),
                ("." + "n" * 9, "too-long", "At most 8 characters are allowed."),
                (".", "too-few", "Must not be empty."),
                ("..0", "too-few", "Must not be empty."),
                ("..1", "not-a-string", "Must be a string."),
            ],
        ),
        ("branch", 7, [("", "not-an-object", LEAVES)]),
        ("branch", [[]], [("", "not-an-object", LEAVES)]),
        ("branch", {"leaves": [], "_schema": {}}, [("._schema", "unknown", UNKNOWN)]),
        ("branches", [7], [(".0", "not-an-object", LEAVES)]),
        (
            "branch",
            {"leaves": [{"size": 1, "word": "quotient"}, {"size": 1, "word": 1}]},
            [
                (".leaves.0.word", "not-a-choice", "Must be sum, product or table."),
                (".leaves.1.word", "not-a-choice", "Must be sum, product or table."),
            ],
        ),
        (
            "leaf_of",
            {"a/b": {"size": 1, "digits": [3, 3]}},
            [(".a/b.digits.1", "repeated", "This number is given more than once.")],
        ),
    ],
)
def test_the_errors_of_a_key(key: str, value: Any, errors: Errors) -> None:
    found = [(key + place, code, detail) for place, code, detail in errors]
    assert errors_in({"numbers": [], key: value}) == found


# --- Unknown keys ---------------------------------------------------------------------------------

ALL = "; the keys are numbers, code, name, flag, names, digits, branch, branches and leaf_of."


@pytest.mark.parametrize(
    ("key", "advice"),
    [
        ("number", "; perhaps you mean numbers."),
        ("Numbers", "; perhaps you mean numbers."),
        ("leafOf", "; perhaps you mean leaf_of."),
        ("nàmes", "; perhaps you mean names."),
        ("leaf", "; perhaps you mean leaf_of."),
        ("x", ALL),
        ("_schema", ALL),
        ("a/b~c", ALL),
        ("", ALL),
    ],
)
def test_the_error_of_an_unknown_key_names_the_nearest_known_one(key: str, advice: str) -> None:
    assert errors_in({"numbers": [], key: 1}) == [(key, "unknown", f"Unknown key{advice}")]


def test_a_missing_key_comes_after_the_one_that_may_stand_for_it() -> None:
    assert errors_in({"number": [1], "flag": 1}) == [
        ("flag", "not-a-boolean", "Must be true or false."),
        ("number", "unknown", "Unknown key; perhaps you mean numbers."),
        ("numbers", "required", "This key is required."),
    ]


@pytest.mark.parametrize("value", [[1, 2], "1,2", "1"])
def test_an_unknown_key_whose_value_fits_a_missing_one_means_it(value: object) -> None:
    said = ("heaps", "unknown", "Unknown key; perhaps you mean numbers.")
    assert errors_in({"heaps": value}) == [said, ("numbers", "required", "This key is required.")]


@pytest.mark.parametrize("value", [{}, ["a"], "1;2", 1, "1," * 50])
def test_an_unknown_key_whose_value_does_not_fit_means_no_missing_one(value: object) -> None:
    assert errors_in({"heaps": value})[0] == ("heaps", "unknown", f"Unknown key{ALL}")


def test_the_keys_of_a_position_are_found_from_what_people_write() -> None:
    known = ("piles", "misere", "game", "max_remove", "subtraction_set", "max_piles", "quota")
    near = {
        "piles": ["pile", "Piles", "PILE", "pilse", "piless"],
        "misere": ["misère", "Misère", "missere", "mizere"],
        "max_remove": ["maxRemove", "max-remove", "MaxRemoves"],
        "max_piles": ["maxPiles", "max_pile"],
        "subtraction_set": ["subtractionSet", "substraction_set"],
    }
    for key, written in near.items():
        assert {nearest(each, known) for each in written} == {key}


@pytest.mark.parametrize("key", ["", "k", "max", "moves", "max_", "heap", "m", "numbers" * 100_000])
def test_no_known_key_is_near_to_one_of_other_letters_or_to_a_short_part(key: str) -> None:
    assert nearest(key, ("piles", "misere", "max_remove", "max_piles", "numbers")) is None


def test_unknown_keys_come_in_the_order_of_the_body_and_end_with_the_101st() -> None:
    keys = [f"k{i}" for i in range(10_000, 0, -1)]
    found = errors_in({"numbers": []} | dict.fromkeys(keys))
    assert [place for place, _, _ in found] == keys[:101]
