"""Numbers are read exactly, not as the nearest floating-point number; keys are named exactly."""

import pytest

from tests.support.service import Service


@pytest.mark.parametrize(
    "number",
    [
        "4503599627370496.5",
        "1e-400",
        "3.00000000000000000001",
        "-1e-400",
        "1e-99999999999999999999",
    ],
)
def test_what_is_an_integer_only_when_rounded_is_none(service: Service, number: str) -> None:
    reply = service.post("/move", b'{"piles": [1, %s]}' % number.encode())
    assert reply.status == 422
    assert [error["pointer"] for error in reply.json["errors"]] == ["#/piles/1"]
