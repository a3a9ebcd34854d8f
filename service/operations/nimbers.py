"""Arithmetic of nimbers, and tables of their sums and products."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, NotRequired, TypedDict

from msgspec import Meta

from ..api.errors import FieldError, InvalidRequest
from ..api.operation import TypedOperation
from ..api.request_types import Request, reject_larger
from ..game.theory import nimber
from ..game.theory.grundy import nim_sum
from ..limits import (
    LARGEST_EXACT,
    MAX_EXCLUDING_OPERAND,
    MAX_EXPONENT,
    MAX_NIMBER_OPERAND,
    MAX_NIMBER_OPERANDS,
    MAX_TABLE_SIZE,
)

Nimber = Annotated[int, Meta(ge=0, extra={"most": MAX_NIMBER_OPERAND})]


class OperandsRequest(Request, kw_only=True):
    """The operands of a nimber sum or product."""

    main_key = "operands"

    operands: Annotated[
        list[Nimber], Meta(max_length=MAX_NIMBER_OPERANDS, extra={"items": "operands"})
    ]

    def __post_init__(self) -> None:
        reject_larger(self.operands, MAX_NIMBER_OPERAND)


class ExcludingRequest(OperandsRequest, kw_only=True):
    """The operands. With `excluded` there are two, and the response lists the excluded numbers."""

    excluded: bool | None = None


class QuotientRequest(OperandsRequest, kw_only=True):
    """The dividend and the divisor."""

    operands: Annotated[list[Nimber], Meta(min_length=2, max_length=2, extra={"items": "operands"})]


class RootRequest(OperandsRequest, kw_only=True):
    """The nimber under the square root."""

    operands: Annotated[list[Nimber], Meta(min_length=1, max_length=1, extra={"items": "operands"})]


class PowerRequest(Request, kw_only=True):
    """The base, a nimber, and the exponent, an ordinary number."""

    base: Nimber
    exponent: Annotated[int, Meta(ge=0, le=MAX_EXPONENT)]

    def __post_init__(self) -> None:
        reject_larger([self.base], MAX_NIMBER_OPERAND)


class TableRequest(Request, kw_only=True):
    """The operation of a table, and the number of its rows."""

    operation: Literal["sum", "product"]
    size: Annotated[int, Meta(ge=1, le=MAX_TABLE_SIZE)]


class Result(TypedDict):
    """A result, or the digits of one that some clients would round."""

    result: int | None
    text: NotRequired[str]


class Calculation(Result):
    """A calculation with its result, and perhaps the numbers that its definition excludes."""

    operation: str
    operands: Sequence[int | None]
    operand_texts: NotRequired[Sequence[str]]
    excluded: NotRequired[Sequence[int]]


class PowerCalculation(Result):
    """A power with its result."""

    operation: str
    base: int | None
    base_text: NotRequired[str]
    exponent: int


class NimberTable(TypedDict):
    """The sums or products of all pairs below `size`; row a, column b is that of a and b."""

    operation: str
    size: int
    rows: Sequence[Sequence[int]]


def exact(number: int) -> int | None:
    """A number, or None if some clients would round it: then its digits are sent as a text.

    >>> exact(6), exact(2**64 - 1)
    (6, None)
    """
    return number if number <= LARGEST_EXACT else None


def calculated(name: str, operands: Sequence[int], result: int) -> Calculation:
    """A calculation with its result, and with the digits of what is large.

    >>> calculated("sum", [5, 2**64 - 1], 2**64 - 6)["operand_texts"]
    ['5', '18446744073709551615']
    """
    sent = [*map(exact, operands)]
    found: Calculation = {"operation": name, "operands": sent, "result": exact(result)}
    if found["result"] is None:
        found["text"] = str(result)
    if None in sent:
        found["operand_texts"] = [*map(str, operands)]
    return found


# --- Operations -----------------------------------------------------------------------------------


class Excluding(TypedOperation[ExcludingRequest, ExcludingRequest]):
    """A calculation that can list the numbers excluded by its definition."""

    query, may_be_quick = ExcludingRequest, True
    name: ClassVar[Literal["sum", "product"]]

    @abstractmethod
    def calculate(self, operands: list[int], /) -> int:
        """The result."""

    def parse(self, request: ExcludingRequest) -> ExcludingRequest:
        if request.excluded:
            text = f"Must be {MAX_EXCLUDING_OPERAND} or less."
            errors = [
                FieldError(("operands", i), "too-large", text)
                for i, operand in enumerate(request.operands)
                if operand > MAX_EXCLUDING_OPERAND
            ]
            if len(request.operands) != 2:
                code = "too-few" if len(request.operands) < 2 else "too-many"
                text = "`excluded` needs exactly 2 operands."
                errors = [FieldError(("operands",), code, text)]
            if errors:
                raise InvalidRequest(errors)
        return request

    def handle(self, request: ExcludingRequest) -> Calculation:
        operands, name = request.operands, self.name
        found = calculated(name, operands, self.calculate(operands))
        if request.excluded:
            found["excluded"] = nimber.excluded(name, *operands)
        return found


class AddNimbers(Excluding):
    """`/nimbers/sum`."""

    name = "sum"
    calculate = staticmethod(nim_sum)


class MultiplyNimbers(Excluding):
    """`/nimbers/product`."""

    name = "product"
    calculate = staticmethod(nimber.product_of)


class DivideNimbers(TypedOperation[QuotientRequest, QuotientRequest]):
    """`/nimbers/quotient`."""

    query, may_be_quick = QuotientRequest, True

    def handle(self, request: QuotientRequest) -> Calculation:
        pair = request.operands
        return calculated("quotient", pair, nimber.quotient(*pair))


class NimberSquareRoot(TypedOperation[RootRequest, RootRequest]):
    """`/nimbers/square-root`."""

    query, may_be_quick = RootRequest, True

    def handle(self, request: RootRequest) -> Calculation:
        single = request.operands
        return calculated("square-root", single, nimber.square_root(*single))


class NimberPower(TypedOperation[PowerRequest, PowerRequest]):
    """`/nimbers/power`."""

    query, may_be_quick = PowerRequest, True

    def handle(self, request: PowerRequest) -> PowerCalculation:
        base, exponent = request.base, request.exponent
        result = nimber.power(base, exponent)
        found: PowerCalculation = {
            "operation": "power",
            "base": exact(base),
            "exponent": exponent,
            "result": exact(result),
        }
        if found["base"] is None:
            found["base_text"] = str(base)
        if found["result"] is None:
            found["text"] = str(result)
        return found


class ListNimbers(TypedOperation[TableRequest, TableRequest]):
    """`/nimbers/table`."""

    query = TableRequest

    def handle(self, request: TableRequest) -> NimberTable:
        rows = nimber.table(request.operation, request.size)
        return {"operation": request.operation, "size": request.size, "rows": rows}
