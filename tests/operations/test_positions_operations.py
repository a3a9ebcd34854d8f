"""GET /positions and GET /graph: all that play can come to, as a table and as a graph."""

import pytest

from tests.support.problems import faults
from tests.support.service import Service

GRAPHVIZ = "text/vnd.graphviz"


def test_the_table_of_an_article(service: Service) -> None:
    assert service.get("/positions?piles=1,3,5").json == {
        "count": 30,
        "p_count": 5,
        "p_positions": [[], [1, 1], [2, 2], [1, 2, 3], [3, 3]],
    }


def test_every_position_is_listed_when_asked_for(service: Service) -> None:
    table = service.get("/positions?piles=5,3,1&all=true").json

    assert len(table["positions"]) == table["count"] == 30
    assert table["positions"][-1] == {
        "piles": [1, 3, 5],
        "position_class": "N",
        "winning_results": [[1, 2, 3]],
    }
    lost = [each["piles"] for each in table["positions"] if each["position_class"] == "P"]
    assert lost == table["p_positions"]


def test_the_convention_and_the_rule_count(service: Service) -> None:
    query = "piles=6&max_remove=2&misere=true"

    assert service.get(f"/positions?{query}").json == {
        "count": 7,
        "p_count": 2,
        "p_positions": [[1], [4]],
    }


def test_a_position_from_which_no_move_is_legal(service: Service) -> None:
    assert service.get("/positions?piles=1,1&subtraction_set=2&all=true").json == {
        "count": 1,
        "p_count": 1,
        "p_positions": [[1, 1]],
        "positions": [{"piles": [1, 1], "position_class": "P", "winning_results": []}],
    }


@pytest.mark.parametrize(
    "query", ["piles=2,3,4", "piles=4,4&max_remove=2", "piles=9&subtraction_set=2,3", "piles="]
)
def test_the_graph_is_solved_by_the_other_operation(service: Service, query: str) -> None:
    """It is sent as it came, and has the lost positions of the table."""
    graph = service.get(f"/graph?{query}").json
    classes = service.post("/grundy", graph).json["position_classes"]
    table = service.get(f"/positions?{query}").json

    assert list(classes) == list(graph["options"])
    assert {name for name in classes if classes[name] == "P"} == {
        "+".join(map(str, piles)) or "0" for piles in table["p_positions"]
    }


def test_the_graph_of_2_3_4(service: Service) -> None:
    options = service.get("/graph?piles=2,3,4").json["options"]
    drawn = service.get("/graph?piles=2,3,4", Accept=GRAPHVIZ)
    lines = drawn.body.decode().splitlines()

    assert (len(options), sum(map(len, options.values()))) == (28, 114)
    assert drawn.headers["content-type"] == GRAPHVIZ
    assert sum(" -> " in line for line in lines) == 114
    assert sum("peripheries=2" in line for line in lines) == 5


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("text/html, */*;q=0.8", "application/json"),
        (f"{GRAPHVIZ}, application/json;q=0.5", GRAPHVIZ),
        (f"{GRAPHVIZ};q=0.5, application/json", "application/json"),
        ("image/png", "application/json"),
    ],
)
def test_the_form_is_what_accept_prefers(service: Service, accept: str, media_type: str) -> None:
    reply = service.get("/graph?piles=1", Accept=accept)

    assert (reply.status, reply.headers["content-type"]) == (200, media_type)
    assert reply.headers["vary"] == "Accept"


def test_both_forms_are_cached_by_names_of_their_own(service: Service) -> None:
    as_json = service.get("/graph?piles=1,2")
    as_dot = service.get("/graph?piles=1,2", Accept=GRAPHVIZ)
    etag = as_json.headers["etag"]

    assert as_json.headers["cache-control"] == "public, max-age=86400"
    assert etag != as_dot.headers["etag"]
    assert service.get("/graph?piles=1,2", **{"If-None-Match": etag}).status == 304
    known = {"If-None-Match": etag, "Accept": GRAPHVIZ}
    assert service.get("/graph?piles=1,2", **known).status == 200


@pytest.mark.parametrize("path", ["/positions", "/graph"])
@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("", [("piles", "This is required.")]),
        ("piles=1&size=3", [("size", "This parameter is not known.")]),
        (
            "piles=9,9,9,9,9,9,9,9,9",
            [("piles", "Play from here can come to more than 10,000 positions.")],
        ),
        (
            "piles=1&max_remove=1&subtraction_set=1",
            [("subtraction_set", "Give max_remove or subtraction_set, not both.")],
        ),
    ],
)
def test_a_wrong_query_names_its_parameter(
    service: Service, path: str, query: str, errors: list[tuple[str, str]]
) -> None:
    assert faults(service.get(f"{path}?{query}"), "parameter") == errors


def test_the_graph_is_that_of_both_conventions(service: Service) -> None:
    assert faults(service.get("/graph?piles=1&misere=true"), "parameter") == [
        ("misere", "This parameter is not known.")
    ]


def test_names_that_the_other_operation_would_refuse_are_refused(service: Service) -> None:
    query = "piles=" + ",".join(["1"] * 31)
    detail = (
        "The name of this position, its piles with + between, has 61 characters; "
        "at most 60 are allowed."
    )

    assert faults(service.get(f"/graph?{query}"), "parameter") == [("piles", detail)]
