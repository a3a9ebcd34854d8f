"""The table says what was measured, and every figure can be measured."""

import pytest

from bench.figures import FIGURES, InProcess, Stall
from bench.inprocess import measure
from bench.largest import LARGEST, Largest
from service.app import create_app
from tests.support.contract import PROBES, operations
from tests.support.paths import ROOT
from tests.support.rows import rows

CHEAP = {"/nimbers/sum", "/nimbers/product", "/nimbers/quotient", "/nimbers/square-root"}
"""What costs little however large it is. So do probes."""

SOLVING = {path for path, _, operation in operations() if PROBES not in operation["tags"]}


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
@rows("request_", LARGEST)
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
