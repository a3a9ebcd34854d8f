"""Small changes to modules in Python, as Cosmic Ray makes them."""

import ast
import functools
import re
from collections import defaultdict
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

# For the values compared here, identity and equality are the same.
# Most decorators here cache results or serve the type checker.
LEFT_OUT = re.compile(
    r"core/(RemoveDecorator|ReplaceComparisonOperator_(Eq_Is|Is_Eq|NotEq_IsNot|IsNot_NotEq)$)"
)

WEIGHED = {"spend": 0, "metered": 1}
"""Functions that count work, and the place of the steps among their arguments."""

Site = list[tuple[str, int]]
"""The changes at one place in the code: an operator of Cosmic Ray, and which one of its places."""


@functools.cache
def operators() -> dict[str, Any]:
    """The operators that need no arguments, by name."""
    found = {name: get_operator(name) for name in operator_names() if not LEFT_OUT.match(name)}
    return {name: kind() for name, kind in found.items() if not kind.arguments()}


def sites(text: str) -> list[Site]:
    """The changes by their place in the code, so that every place is equally likely to be drawn."""
    nodes = list(ast_nodes(get_ast(text)))
    left_out = types_and_checks(text)
    found = defaultdict(list)
    for name, operator in operators().items():
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        for number, (start, _) in enumerate(places):
            if not any(first <= start < last for first, last in left_out):
                found[start].append((name, number))
    return list(found.values())


def change(text: str, name: str, number: int) -> str:
    """The code after one of the changes; unchanged where Cosmic Ray can't make it.

    It replaces no exception with a dotted name.
    """
    try:
        changed: str = mutate_code(text, operators()[name], number)
    except AttributeError:
        return text
    return changed


def types_and_checks(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where no test can see a change: annotations, aliases of types, `strict=` and `kw_only=`.

    The same holds of what is there for the type checker alone, of `slots=`, and of one result more
    or less that a cache keeps. How many steps something counts as is compared with the clock by
    bench/steps.py.
    """
    tree = ast.parse(text)
    found: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found.append(node.returns)
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        if isinstance(node, ast.keyword) and node.arg in {"strict", "kw_only", "maxsize", "slots"}:
            found.append(node.value)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in WEIGHED:
            found += node.args[WEIGHED[ast.unparse(node.func)] :]
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            found.append(node)
    for statement in tree.body:
        match statement:
            case ast.Assign(value=ast.Subscript() | ast.BinOp(op=ast.BitOr()) as alias):
                found.append(alias)
            case ast.Assign(targets=[ast.Name(id=name)], value=size) if name.endswith("_KEPT"):
                found.append(size)
    return [
        ((each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0))
        for each in found
        if isinstance(each, ast.expr | ast.stmt)
    ]
