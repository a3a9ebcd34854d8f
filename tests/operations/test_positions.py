"""/positions and /graph: the form of reachable positions."""

import pytest

from tests.support.service import Service

GRAPHVIZ = "text/vnd.graphviz"


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


def test_the_graph_as_json_is_that_of_both_conventions(service: Service) -> None:
    normal, misere = service.get("/graph?piles=1,2"), service.get("/graph?piles=1,2&misere=true")
    assert (misere.status, misere.body) == (200, normal.body)
