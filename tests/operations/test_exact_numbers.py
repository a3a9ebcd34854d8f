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


@pytest.mark.parametrize("number", ["3.0", "3e0", "30e-1", "0.3E1", "3.000000000000000000000"])
def test_an_integer_may_be_written_as_a_fraction(service: Service, number: str) -> None:
    reply = service.post("/move", b'{"piles": [%s]}' % number.encode())
    assert (reply.status, reply.json["nim_sum"]) == (200, 3)


def test_an_error_names_an_unknown_key_whatever_its_name(service: Service) -> None:
    reply = service.post("/move", {"piles": [3], "_schema": 1})
    assert reply.status == 422
    assert [error["pointer"] for error in reply.json["errors"]] == ["#/_schema"]
