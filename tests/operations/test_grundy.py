"""POST /grundy: games given as graphs, and graphs that are not games."""

from typing import Any

import pytest

from tests.support.problems import errors_of, unknown
from tests.support.service import Service

KEY = "#/options"
UNKNOWN = (
    "This is not a position of the graph: add it to options as a key, with [] if it has no moves."
)
LIST = 'Must be a list, such as ["a", "b", "c"].'
NO_STRING = 'Must be a list, such as ["a", "b", "c"], not a string.'
OBJECT = 'Must be an object, such as {"a": ["b"], "b": []}.'


def test_a_chain_of_10000_positions_is_solved(service: Service) -> None:
    chain = {str(i): [str(i + 1)] if i < 9_999 else [] for i in range(10_000)}

    values = service.post("/grundy", {"options": chain}).json["grundy_values"]
    assert values == {str(i): (9_999 - i) % 2 for i in range(10_000)}


@pytest.mark.parametrize(
    "name", ["", "_schema", "a/b~c", "ä ö", "options", "0", '"', "\\", "x" * 60], ids=repr
)
def test_a_position_may_have_any_name(service: Service, name: str) -> None:
    body = {"options": {name: ["end"], "end": []}, "sum": [name]}

    assert service.post("/grundy", body).json == {
        "grundy_values": {name: 1, "end": 0},
        "position_classes": {name: "N", "end": "P"},
        "sum": {
            "nim_sum": 1,
            "position_class": "N",
            "to_move_wins": True,
            "winning_moves": [{"component": 0, "to": "end"}],
        },
    }


def test_an_empty_sum_differs_from_no_sum(service: Service) -> None:
    with_sum = service.post("/grundy", {"options": {}, "sum": []}).json

    assert service.post("/grundy", {"options": {}}).json == {
        "grundy_values": {},
        "position_classes": {},
    }
    assert with_sum["sum"] == {
        "nim_sum": 0,
        "position_class": "P",
        "to_move_wins": False,
        "winning_moves": [],
    }


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, [(KEY, "This key is required.")]),
        ({"options": None}, [(KEY, OBJECT)]),
        ({"options": []}, [(KEY, OBJECT)]),
        ({"options": {"a": None}}, [("#/options/a", LIST)]),
        ({"options": {"a": "b", "b": []}}, [("#/options/a", NO_STRING)]),
        ({"options": {"a": "b", "b": 1}}, [("#/options/a", NO_STRING), ("#/options/b", LIST)]),
        ({"options": {"a": {"b": 1}, "b": []}}, [("#/options/a", LIST)]),
        (
            {"options": {"a": ["b", 1, None], "b": [["a"]]}},
            [
                ("#/options/a/1", "Must be a string."),
                ("#/options/a/2", "Must be a string."),
                ("#/options/b/0", "Must be a string."),
            ],
        ),
        ({"options": {"_schema": [1]}}, [("#/options/_schema/0", "Must be a string.")]),
        ({"options": {"a/b~": [1]}}, [("#/options/a~1b~0/0", "Must be a string.")]),
        ({"options": {"a": ["b"]}}, [("#/options/a/0", UNKNOWN)]),
        ({"options": {"_schema": ["a b"]}}, [("#/options/_schema/0", UNKNOWN)]),
        ({"options": {"a b": ["c"]}}, [("#/options/a%20b/0", UNKNOWN)]),
        (
            {"options": {"a": ["x"]}, "sum": ["a", "y"]},
            [("#/options/a/0", UNKNOWN), ("#/sum/1", UNKNOWN)],
        ),
        ({"options": {"a": []}, "sum": "a"}, [("#/sum", NO_STRING)]),
        ({"options": {"a": []}, "sum": ["a", 1]}, [("#/sum/1", "Must be a string.")]),
        (
            {"options": {}, "start": "a"},
            [
                (
                    "#/start",
                    unknown(known="the keys are options, sums, sum, misere and grundy_values"),
                )
            ],
        ),
        (
            {"options": {"a": [1]}, "sum": [None], "x": 1},
            [
                ("#/options/a/0", "Must be a string."),
                ("#/sum/0", "Must be a string."),
                ("#/x", unknown(known="the keys are options, sums, sum, misere and grundy_values")),
            ],
        ),
    ],
    ids=str,
)
def test_each_error_has_its_pointer(
    service: Service, body: Any, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(service.post("/grundy", body)) == errors


@pytest.mark.parametrize(
    ("options", "way"),
    [
        ({"a": ["a"]}, "a → a"),
        ({"a": ["b"], "b": ["c", "a"], "c": []}, "a → b → a"),
        (
            {str(i): [str((i + 1) % 1000)] for i in range(1000)},
            "0 → 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8 → 9 → (990 more) → 0",
        ),
    ],
    ids=["itself", "two", "thousand"],
)
def test_an_endless_game_shows_its_cycle(
    service: Service, options: dict[str, list[str]], way: str
) -> None:
    detail = f"The game must end, but it can return to a position: {way}."

    assert errors_of(service.post("/grundy", {"options": options})) == [(KEY, detail)]


def test_an_option_that_is_listed_twice_is_one_move(service: Service) -> None:
    body = {"options": {"a": ["b"] * 10_001, "b": []}, "sum": ["a"]}
    assert service.post("/grundy", body).json["sum"]["winning_moves"] == [
        {"component": 0, "to": "b"}
    ]


@pytest.mark.parametrize("values", [{"a": 7}, {}, None, {"x": 1}])
def test_grundy_values_that_are_sent_are_ignored(service: Service, values: object) -> None:
    body = {"options": {"a": ["b"], "b": []}}

    assert (
        service.post("/grundy", {**body, "grundy_values": values}).json
        == service.post("/grundy", body).json
    )


def test_a_repeated_position_is_rejected(service: Service) -> None:
    body = b'{"options": {"a": [], "a": ["b"], "b": []}}'

    assert errors_of(service.post("/grundy", body)) == [
        ("#", "The name 'a' is given more than once.")
    ]


# --- Sums ---------------------------------------------------------------------------------------


def test_a_move_may_lead_to_a_sum(service: Service) -> None:
    """Rows of up to three pins in Kayles: from three, the middle one leaves two rows of one."""
    kayles = {"k0": [], "k1": ["k0"], "k2": ["k1", "k0"], "k3": ["k2", "k1", "k1+k1"]}
    reply = service.post("/grundy", {"options": kayles, "sums": {"k1+k1": ["k1", "k1"]}})
    assert reply.json["grundy_values"] == {"k0": 0, "k1": 1, "k2": 2, "k3": 3, "k1+k1": 0}


@pytest.mark.parametrize(
    ("sums", "sum_", "error"),
    [
        ([], [], ("#/sums", 'Must be an object, such as {"a+a": ["a", "a"]}.')),
        ({"c": "a"}, [], ("#/sums/c", NO_STRING)),
        ({"c": [1]}, [], ("#/sums/c/0", "Must be a string.")),
        ({"a": ["b"]}, [], ("#/sums/a", "This is also a position with options of its own.")),
        ({"c": ["a"]}, ["c"], ("#/sum/0", "This is a sum: list its components instead.")),
        ({"c": ["x"]}, [], ("#/sums/c/0", UNKNOWN)),
        (
            {"c": ["c"]},
            [],
            ("#/sums", "The game must end, but it can return to a position: c → c."),
        ),
        (
            {f"s{i}": [] for i in range(9_999)},
            [],
            ("#/sums", "At most 10,000 positions and sums are allowed."),
        ),
        (
            {"c": ["b"] * 100_001},
            [],
            ("#/sums", "At most 100,000 components are allowed in total."),
        ),
        (
            {"c": ["b"] * 100_000},
            [],
            ("#/sums", "At most 100,000 options and components are allowed in total."),
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_sum_has_its_pointer(
    service: Service, sums: Any, sum_: list[str], error: tuple[str, str]
) -> None:
    body = {"options": {"a": ["b"], "b": []}, "sums": sums, "sum": sum_}
    assert errors_of(service.post("/grundy", body)) == [error]
