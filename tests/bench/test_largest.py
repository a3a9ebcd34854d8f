"""Each operation whose cost grows has its largest request, of which no answer may be too large."""

from bench.largest import LARGEST
from tests.support.contract import PROBES, operations

CHEAP = {"/nimbers/sum", "/nimbers/product", "/nimbers/quotient", "/nimbers/square-root"}
"""What costs little however large it is. So do probes."""


def test_every_operation_has_its_largest_request() -> None:
    solving = {path for path, _, operation in operations() if PROBES not in operation["tags"]}
    assert {request.path.partition("?")[0] for request in LARGEST} == solving - CHEAP
