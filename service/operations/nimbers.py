"""`/nimbers`: sums and products of nimbers, and tables of them."""

from typing import Any

from service.game import nimber
from service.http.operation import ALWAYS, Operation
from service.http.shapes.fields import Choice, Integer, ListOf
from service.http.shapes.shape import Shape
from service.limits import MAX_NIMBER_OPERAND, MAX_NIMBER_OPERANDS, MAX_TABLE_SIZE
from service.settings import Config
from service.telemetry.metrics import Metrics


class Operands(Shape):
    """The operands of a nimber sum or product."""

    of = ListOf(
        Integer(highest=MAX_NIMBER_OPERAND),
        longest=MAX_NIMBER_OPERANDS,
        items="operands",
        required=True,
    )


class Table(Shape):
    """Which table of nimbers."""

    operation = Choice("sum", "product", required=True)
    size = Integer(lowest=1, highest=MAX_TABLE_SIZE, required=True)


def operations(_: Config, __: Metrics) -> list[Operation]:
    """`GET /nimbers/sum`, `GET /nimbers/product` and `GET /nimbers/table`."""

    def add(operands: Any) -> nimber.Calculation:
        return nimber.calculate("sum", operands.of)

    def multiply(operands: Any) -> nimber.Calculation:
        return nimber.calculate("product", operands.of)

    def tabulate(table: Any) -> nimber.Table:
        return nimber.table(table.operation, table.size)

    operands = Operands()
    return [
        Operation("GET", "/nimbers/sum", add, operands),
        Operation("GET", "/nimbers/product", multiply, operands),
        Operation("GET", "/nimbers/table", tabulate, Table(), inline=ALWAYS),
    ]
