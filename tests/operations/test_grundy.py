"""POST /grundy: the limits of a graph with its sums, and its other rules."""

import json
from typing import Any

import pytest

from service import limits
from service.app import create_app
from service.operations.grundy import GraphReader, GraphRequest
from service.settings import Config
from tests.support.problems import errors_of
from tests.support.service import InProcess, Service


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


@pytest.mark.parametrize(
    ("sums", "sum_", "error"),
    [
        ({"c": ["a"]}, ["c"], ("#/sum/0", "This is a sum: list its components instead.")),
        (
            {f"s{i}": [] for i in range(9_999)},
            [],
            ("#/sums", "At most 10,000 positions and sums are allowed."),
        ),
        (
            {"c": ["b"] * 200_001},
            [],
            ("#/sums", "At most 200,000 components are allowed in total."),
        ),
        (
            {"c": ["b"] * 200_000},
            [],
            ("#/sums", "At most 200,000 options and components are allowed in total."),
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_sum_has_its_pointer(
    service: Service, sums: Any, sum_: list[str], error: tuple[str, str]
) -> None:
    body = {"options": {"a": ["b"], "b": []}, "sums": sums, "sum": sum_}
    assert errors_of(service.post("/grundy", body)) == [error]


def test_options_and_components_are_counted_together(service: Service) -> None:
    half = ["b"] * 100_001
    body = {"options": {"a": half, "b": []}, "sums": {"c": half}}
    text = "At most 200,000 options and components are allowed in total."
    assert errors_of(service.post("/grundy", body)) == [("#/sums", text)]


# --- A body beyond the usual limit ----------------------------------------------------------------

USUAL = Config().max_body_bytes


def large(graph: dict[str, Any], size: int = USUAL + 1) -> bytes:
    """A graph in a body of this size."""
    return json.dumps(graph).encode().ljust(size)


def test_a_large_graph_is_read(service: Service) -> None:
    names = [f"{'x' * 50}{i}" for i in range(1_000)]
    graph = {"options": {name: names[:i][-40:] for i, name in enumerate(names)}}
    body = large(graph)
    assert len(body) > 2 * USUAL
    reply = service.post("/grundy", body)
    assert [*reply.json["grundy_values"].values()] == [i % 41 for i in range(1_000)]


TOO_MANY_OPTIONS = [("#/options", "At most 200,000 options are allowed in total.")]


@pytest.mark.parametrize(
    "body",
    [
        b'{"options":{"a":[%s"b"],"b":[]}}' % (b'"b",' * 400_000),
        b'{"options":{%s"b":[]}}' % b"".join(b'"%d":[],' % i for i in range(150_000)),
    ],
    ids=["options", "positions"],
)
def test_a_large_graph_with_too_many_strings_is_not_read(service: Service, body: bytes) -> None:
    assert USUAL < len(body) < limits.LARGEST_GRAPH
    reader = GraphReader(GraphRequest)
    reader.usual = USUAL
    assert reader.decode(body) is None
    assert errors_of(service.post("/grundy", body)) == TOO_MANY_OPTIONS


@pytest.mark.parametrize(
    "body",
    [
        large({"options": {"é": []}}),
        large({"options": {"a": 1}}),
        b'{"options": {"a": []}, "options": {"a": []}}'.ljust(USUAL + 1),
        large({"options": {}}, limits.LARGEST_GRAPH + 1),
    ],
    ids=["escape", "error", "repeated", "larger"],
)
def test_other_large_graphs_are_too_large(service: Service, body: bytes) -> None:
    reply = service.post("/grundy", body)
    assert reply.status == 413
    if len(body) <= limits.LARGEST_GRAPH:
        assert reply.json["detail"].endswith(
            "bytes long, unless it is a valid graph without escapes."
        )
    small = service.post("/grundy", body.rstrip())
    assert small.status == (200 if len(body) > limits.LARGEST_GRAPH or b"u00e9" in body else 422)


def test_no_other_body_is_larger_than_usual(service: Service) -> None:
    assert service.post("/move", b'{"piles": [3]}'.ljust(USUAL)).status == 200
    assert service.post("/move", b'{"piles": [3]}'.ljust(USUAL + 1)).status == 413


@pytest.mark.parametrize(("usual", "most"), [(2**10, 2**12), (2**20, 2**22), (2**23, 2**23)])
def test_a_setting_bounds_a_graph_too(usual: int, most: int) -> None:
    small = InProcess(create_app(ACCESS_LOG=False, MAX_BODY_BYTES=usual))
    for size, status in [(most, 200), (most + 1, 413)]:
        body = b'{"options": {"a": []}}'.ljust(size)
        assert [small.post("/grundy", body).status for _ in range(2)] == [status] * 2
