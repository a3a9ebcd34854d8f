"""`/nimbers`: arithmetic of nimbers, and tables of their sums and products."""

from collections.abc import Callable, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from service.api.errors import FieldError, InvalidRequest
from service.api.operation import Operation, TypedOperation
from service.api.request_types import Request
from service.game.theory import nimber
from service.game.theory.grundy import nim_sum
from service.limits import (
    MAX_EXCLUDING_OPERAND,
    MAX_EXPONENT,
    MAX_NIMBER_OPERAND,
    MAX_NIMBER_OPERANDS,
    MAX_TABLE_SIZE,
)
from service.settings import Config

Nimber = Annotated[int, Meta(ge=0, le=MAX_NIMBER_OPERAND)]


class OperandsRequest(Request, kw_only=True):
    """The operands of a nimber sum or product."""

    operands: Annotated[
        list[Nimber], Meta(max_length=MAX_NIMBER_OPERANDS, extra={"items": "operands"})
    ]


class ExcludingRequest(OperandsRequest, kw_only=True):
    """The operands; with `excluded` there are two, and the numbers that a definition excludes."""

    excluded: bool | None = None


class QuotientRequest(OperandsRequest, kw_only=True):
    """The dividend and the divisor."""

    operands: Annotated[list[Nimber], Meta(min_length=2, max_length=2, extra={"items": "operands"})]


class RootRequest(OperandsRequest, kw_only=True):
    """The nimber whose square root is wanted."""

    operands: Annotated[list[Nimber], Meta(min_length=1, max_length=1, extra={"items": "operands"})]


class PowerRequest(Request, kw_only=True):
    """The base, a nimber, and the exponent, an ordinary number."""

    base: Nimber
    exponent: Annotated[int, Meta(ge=0, le=MAX_EXPONENT)]


class TableRequest(Request, kw_only=True):
    """The operation of a table, and the number of its rows."""

    operation: Literal["sum", "product"]
    size: Annotated[int, Meta(ge=1, le=MAX_TABLE_SIZE)]


class Calculation(TypedDict):
    """A calculation with its result."""

    operation: str
    operands: Sequence[int]
    result: int
    excluded: NotRequired[Sequence[int]]


class PowerCalculation(TypedDict):
    """A power with its result."""

    operation: str
    base: int
    exponent: int
    result: int


class NimberTable(TypedDict):
    """The sums or products of all pairs below `size`: row a, column b holds that of a and b."""

    operation: str
    size: int
    rows: Sequence[Sequence[int]]


def operations(_: Config) -> list[Operation]:
    """`GET` for each operation on nimbers, and for tables of two of them."""

    def table(request: TableRequest) -> NimberTable:
        rows = nimber.table(request.operation, request.size)
        return {"operation": request.operation, "size": request.size, "rows": rows}

    return [
        *calculations("GET"),
        TypedOperation("GET", "/nimbers/table", TableRequest, lambda request: request, table),
    ]


def calculations(method: str) -> list[Operation]:
    """The operations on nimbers by a method."""

    def power(request: PowerRequest) -> PowerCalculation:
        base, exponent = request.base, request.exponent
        result = nimber.power(base, exponent)
        return {"operation": "power", "base": base, "exponent": exponent, "result": result}

    return [
        excluding(method, "sum", nim_sum, work=lambda operands: 2 * len(operands)),
        excluding(
            method,
            "product",
            nimber.product_of,
            work=lambda operands: nimber.work_of_tables() + 16 * len(operands),
        ),
        calculation(
            method,
            "quotient",
            QuotientRequest,
            lambda pair: nimber.quotient(*pair),
            work=lambda _: nimber.work_of_tables() + 20,
        ),
        calculation(
            method,
            "square-root",
            RootRequest,
            lambda single: nimber.square_root(*single),
            work=lambda _: nimber.work_of_tables() + 20,
        ),
        TypedOperation(
            method,
            "/nimbers/power",
            PowerRequest,
            lambda request: request,
            power,
            work=lambda _: nimber.work_of_tables() + 100,
        ),
    ]


def excluding(
    method: str,
    name: Literal["sum", "product"],
    calculate: Callable[[list[int]], int],
    work: Callable[[list[int]], int],
) -> Operation:
    """A calculation that can list the numbers which its definition excludes."""

    def parse(request: ExcludingRequest) -> ExcludingRequest:
        if request.excluded:
            text = f"Must be {MAX_EXCLUDING_OPERAND} or less."
            errors = [
                FieldError(("operands", i), "too-large", text)
                for i, operand in enumerate(request.operands)
                if operand > MAX_EXCLUDING_OPERAND
            ]
            if len(request.operands) != 2:
                code = "too-few" if len(request.operands) < 2 else "too-many"
                text = "With excluded there are exactly 2 operands."
                errors = [FieldError(("operands",), code, text)]
            if errors:
                raise InvalidRequest(errors)
        return request

    def calculated(request: ExcludingRequest) -> Calculation:
        operands = request.operands
        found: Calculation = {
            "operation": name,
            "operands": operands,
            "result": calculate(operands),
        }
        if request.excluded:
            found["excluded"] = nimber.excluded(name, *operands)
        return found

    return TypedOperation(
        method,
        f"/nimbers/{name}",
        ExcludingRequest,
        parse,
        calculated,
        work=lambda request: work(request.operands) + (5_000 if request.excluded else 0),
    )


def calculation(
    method: str,
    name: str,
    request: type[OperandsRequest],
    calculate: Callable[[list[int]], int],
    work: Callable[[list[int]], int],
) -> Operation:
    """A calculation with operands."""

    def calculated(operands: list[int]) -> Calculation:
        return {"operation": name, "operands": operands, "result": calculate(operands)}

    return TypedOperation(
        method,
        f"/nimbers/{name}",
        request,
        lambda request: request.operands,
        calculated,
        work=work,
    )
