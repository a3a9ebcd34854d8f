"""`/nimbers`: arithmetic of nimbers, and tables of their sums and products."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from service.game import nimber
from service.http.operation import Operation, TypedOperation
from service.http.request_types import Request
from service.limits import MAX_EXPONENT, MAX_NIMBER_OPERAND, MAX_NIMBER_OPERANDS, MAX_TABLE_SIZE
from service.settings import Config
from service.telemetry.metrics import Metrics

Nimber = Annotated[int, Meta(ge=0, le=MAX_NIMBER_OPERAND)]


class Operands(Request, kw_only=True):
    """The operands of a nimber sum or product."""

    operands: Annotated[
        list[Nimber], Meta(max_length=MAX_NIMBER_OPERANDS, extra={"items": "operands"})
    ]


class TwoOperands(Request, kw_only=True):
    """What is divided, and by what."""

    operands: Annotated[list[Nimber], Meta(min_length=2, max_length=2, extra={"items": "operands"})]


class OneOperand(Request, kw_only=True):
    """What the root is taken of."""

    operands: Annotated[list[Nimber], Meta(min_length=1, max_length=1, extra={"items": "operands"})]


class Power(Request, kw_only=True):
    """A nimber and an ordinary number."""

    base: Nimber
    exponent: Annotated[int, Meta(ge=0, le=MAX_EXPONENT)]


class WantedTable(Request, kw_only=True):
    """Which table of nimbers."""

    operation: Literal["sum", "product"]
    size: Annotated[int, Meta(ge=1, le=MAX_TABLE_SIZE)]


class Calculation(TypedDict):
    """A calculation with its result."""

    operation: str
    operands: Sequence[int]
    result: int


class PowerCalculation(TypedDict):
    """A power with its result."""

    operation: str
    base: int
    exponent: int
    result: int


def operations(_: Config, __: Metrics) -> list[Operation]:
    """`GET` for each operation on nimbers, and for tables of two of them."""
    nimber.product(2**31, 2**31)  # makes its tables, for which no request then waits

    def quotient(operands: list[int]) -> Calculation:
        a, b = operands
        return {"operation": "quotient", "operands": operands, "result": nimber.quotient(a, b)}

    def square_root(operands: list[int]) -> Calculation:
        (a,) = operands
        return {"operation": "square-root", "operands": operands, "result": nimber.square_root(a)}

    def power(asked: Power) -> PowerCalculation:
        result = nimber.power(asked.base, asked.exponent)
        return {
            "operation": "power",
            "base": asked.base,
            "exponent": asked.exponent,
            "result": result,
        }

    def operands_of(request: Operands | TwoOperands | OneOperand) -> list[int]:
        return request.operands

    return [
        TypedOperation(
            "GET",
            "/nimbers/sum",
            Operands,
            operands_of,
            lambda operands: nimber.calculate("sum", operands),
            work=lambda operands: 2 * len(operands),
        ),
        TypedOperation(
            "GET",
            "/nimbers/product",
            Operands,
            operands_of,
            lambda operands: nimber.calculate("product", operands),
            work=lambda operands: 16 * len(operands),
        ),
        TypedOperation(
            "GET", "/nimbers/quotient", TwoOperands, operands_of, quotient, work=lambda _: 20
        ),
        TypedOperation(
            "GET", "/nimbers/square-root", OneOperand, operands_of, square_root, work=lambda _: 20
        ),
        TypedOperation(
            "GET", "/nimbers/power", Power, lambda asked: asked, power, work=lambda _: 100
        ),
        TypedOperation(
            "GET",
            "/nimbers/table",
            WantedTable,
            lambda wanted: wanted,
            lambda wanted: nimber.table(wanted.operation, wanted.size),
        ),
    ]
