"""The table says what was measured, and every figure can be measured."""

import pytest

from bench.figures import FIGURES, InProcess, Stall, UnderLoad, chosen
from bench.inprocess import measure
from bench.largest import LARGEST, Largest
from bench.stacks import STACKS
from bench.table import Row, at_least, at_most, markdown
from service.app import create_app
from tests.support.contract import PROBES, operations
from tests.support.paths import ROOT

CHEAP = {"/nimbers/sum", "/nimbers/product", "/nimbers/quotient", "/nimbers/square-root"}
"""What costs little however large it is. So do probes."""

SOLVING = {path for path, _, operation in operations() if PROBES not in operation["tags"]}


def test_the_table_shows_medians_and_misses() -> None:
    rows = [
        Row.of("speed", at_least(1.1, 2), [9, 1.2, 1]),
        Row.of("slowness", at_least(2), [1.99]),
        Row.of("cost", at_most(1.25, 0.5), [1.25]),
        Row.of("size", at_most(1), [1.006]),
        Row.of("products", at_least(100_000), [123_456.7]),
        Row.of("another's", None, [0.5]),
    ]
    assert [row.ok for row in rows] == [True, False, True, False, True, True]
    assert markdown(rows).splitlines() == [
        "| figure | must | goal | reached | |",
        "|---|---|---|---|---|",
        "| speed | ≥ 1.1 | ≥ 2 | 1.20 | ok |",
        "| slowness | ≥ 2 |  | 1.99 | **missed** |",
        "| cost | ≤ 1.25 | ≤ 0.5 | 1.25 | ok |",
        "| size | ≤ 1 |  | 1.01 | **missed** |",
        "| products | ≥ 100,000 |  | 123,457 | ok |",
        "| another's |  |  | 0.50 |  |",
    ]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["move/f"], ["move/fastapi", "move/fastapi-single", "move/falcon"]),
        (["products of 64", "rest"], ["rest/start", "rest/memory", "process/products"]),
        (["a review"], ["stall/review"]),
        (["no such"], []),
    ],
)
def test_figures_are_chosen_by_name_or_by_their_text(words: list[str], names: list[str]) -> None:
    assert [figure.name for figure in chosen(words)] == names


def test_without_a_choice_all_figures_are_measured() -> None:
    assert chosen([]) == FIGURES


def test_no_two_figures_have_one_name() -> None:
    names = [figure.name for figure in FIGURES]
    assert sorted(set(names)) == sorted(names)


def test_the_duels_name_every_server_and_no_other() -> None:
    duels = [figure.source.duel for figure in FIGURES if isinstance(figure.source, UnderLoad)]
    assert {name for duel in duels for name in (duel.ours, duel.other)} == set(STACKS)


@pytest.mark.long
def test_each_cost_in_the_process_is_measured() -> None:
    """Also by a process of its own, whose arguments are these."""
    keys = [figure.source.key for figure in FIGURES if isinstance(figure.source, InProcess)]
    found = measure(1, keys)
    assert found.keys() == set(keys)
    assert all(value > 0 for rounds in found.values() for value in rounds)


def test_every_operation_has_its_largest_request() -> None:
    measured = {figure.source.request for figure in FIGURES if isinstance(figure.source, Stall)}
    paths = {request.path.partition("?")[0] for request in measured}
    assert paths == SOLVING - CHEAP


@pytest.mark.long
@pytest.mark.parametrize("request_", LARGEST, ids=lambda request: request.name)
def test_a_largest_request_has_the_status_of_its_row(request_: Largest) -> None:
    client = create_app().test_client()
    if request_.body is None:
        reply = client.get(request_.path)
    else:
        reply = client.post(request_.path, data=request_.body, content_type="application/json")
    assert reply.status_code == request_.status


def test_the_manual_lists_every_figure_and_its_bounds() -> None:
    manual = (ROOT / "bench" / "README.md").read_text()
    rows = [line for line in manual.splitlines() if line.startswith("| `")]
    stalls = [figure.bound for figure in FIGURES if isinstance(figure.source, Stall)]
    [all_stalls] = set(stalls)
    others = [figure for figure in FIGURES if not isinstance(figure.source, Stall)]
    texts = [(figure.name, figure.text, figure.bound) for figure in others]
    beside = "worst `/healthz` latency while the largest request of each operation runs (ms)"
    expected = [*texts, ("stall/…", beside, all_stalls)]
    assert sorted(rows) == sorted(
        f"| `{name}` | {text} | {bound.shown(bound.must)} | {bound.shown(bound.goal)} |"
        if bound
        else f"| `{name}` | {text} |  |  |"
        for name, text, bound in expected
    )
