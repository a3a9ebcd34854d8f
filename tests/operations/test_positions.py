"""/positions and /graph: all positions that play can reach, as a table and as a graph."""

import pytest

from tests.support.problems import errors_of, unknown
from tests.support.service import Service

GRAPHVIZ = "text/vnd.graphviz"


def test_the_table_of_an_article(service: Service) -> None:
    assert service.get("/positions?piles=1,3,5").json == {
        "count": 30,
        "p_count": 5,
        "p_positions": [[], [1, 1], [2, 2], [1, 2, 3], [3, 3]],
    }


def test_every_position_is_listed_with_all(service: Service) -> None:
    table = service.get("/positions?piles=5,3,1&all=true").json

    assert len(table["positions"]) == table["count"] == 30
    assert table["positions"][-1] == {
        "piles": [1, 3, 5],
        "position_class": "N",
        "winning_results": [[1, 2, 3]],
    }
    lost = [each["piles"] for each in table["positions"] if each["position_class"] == "P"]
    assert lost == table["p_positions"]


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
        ("", [("piles", "This key is required.")]),
        ("piles=1&Misere=true", [("Misere", unknown("misere"))]),
        (
            "piles=9,9,9,9,9,9,9,9,9",
            [("piles", "More than 10,000 positions are reachable from here.")],
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
    assert errors_of(service.get(f"{path}?{query}"), "parameter") == errors


def test_the_graph_as_json_is_that_of_both_conventions(service: Service) -> None:
    normal, misere = service.get("/graph?piles=1,2"), service.get("/graph?piles=1,2&misere=true")
    assert (misere.status, misere.body) == (200, normal.body)


NORMAL = """\
digraph nim {
  "1+1" [peripheries=2, label="\\N\\n0"];
  "1" [label="\\N\\n1"];
  "0" [peripheries=2, label="\\N\\n0"];
  "1+1" -> "1";
  "1" -> "0";
}
"""
MISERE = """\
digraph nim {
  "1+1" [label="\\N\\n0"];
  "1" [peripheries=2, label="\\N\\n1"];
  "0" [label="\\N\\n0"];
  "1+1" -> "1";
  "1" -> "0";
}
"""


@pytest.mark.parametrize(("misere", "drawn"), [("false", NORMAL), ("true", MISERE)])
def test_a_drawn_graph_marks_the_lost_positions_of_the_convention(
    service: Service, misere: str, drawn: str
) -> None:
    """Two moves to one position are one arc."""
    reply = service.get(f"/graph?piles=1,1&misere={misere}", Accept=GRAPHVIZ)
    posted = service.post("/graph", {"piles": [1, 1], "misere": misere == "true"}, Accept=GRAPHVIZ)
    assert reply.body.decode() == posted.body.decode() == drawn


def test_a_position_is_written_as_a_set_of_sets(service: Service) -> None:
    reply = service.get("/graph?piles=2,0", Accept="text/plain")

    assert (reply.status, reply.body) == (200, b"{{},{{}}}")
    assert reply.headers["content-type"].startswith("text/plain")
    assert reply.headers["vary"] == "Accept"


def test_a_set_of_sets_that_is_too_long_is_rejected(service: Service) -> None:
    reply = service.post("/graph", {"piles": [15]}, Accept="text/plain")
    [error] = reply.json["errors"]

    assert (reply.status, error["pointer"], error["code"]) == (422, "#/piles", "too-much-work")


def test_ordered_positions_keep_empty_piles(service: Service) -> None:
    table = service.get("/positions?piles=2,1&ordered=true").json
    every = service.post("/positions", {"piles": [1, 3, 5], "ordered": True, "all": True}).json

    assert table == {"count": 6, "p_count": 2, "p_positions": [[0, 0], [1, 1]]}
    assert len(every["positions"]) == 48


@pytest.mark.parametrize("game", ["kayles", "grundys-game"])
def test_splits_have_no_ordered_positions(service: Service, game: str) -> None:
    body = {"game": game, "piles": [3], "ordered": True}
    [error] = service.post("/positions", body).json["errors"]

    assert (error["pointer"], error["code"]) == ("#/ordered", "not-offered")


def test_names_that_the_other_operation_would_reject_are_rejected(service: Service) -> None:
    query = "piles=" + ",".join(["1"] * 31)
    detail = (
        "The name of this position, its piles with + between, has 61 characters; "
        "at most 60 are allowed."
    )

    assert errors_of(service.get(f"/graph?{query}"), "parameter") == [("piles", detail)]
