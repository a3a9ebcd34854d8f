"""An override overrides something: what a game defines, its bases know, or somebody calls it.

A hook that is renamed leaves methods behind that nothing calls, and that no answer notices: they
only made something faster.
"""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path


def classes(tree: ast.AST) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def defined(node: ast.ClassDef) -> set[str]:
    """The names that a class has of its own."""
    names = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            names.add(each.target.id)
        if isinstance(each, ast.Assign):
            names |= {
                name.id
                for target in each.targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name)
            }
    return names


def used(trees: list[ast.AST]) -> set[str]:
    """The names that code looks up anywhere, as an attribute or as a text."""
    found = set[str]()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                found.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def uncalled(trees: Sequence[ast.AST], names: set[str]) -> list[str]:
    """The private names of classes that no code looks up: nothing calls the methods."""
    return [
        f"{node.name}.{name}"
        for tree in trees
        for node in classes(tree)
        for name in sorted(defined(node) - names)
        if name.startswith("_") and not name.endswith("__")
    ]


def test_something_uses_each_private_name_of_a_class() -> None:
    code = [path for folder in ("service", "tests", "bench") for path in Path(folder).rglob("*.py")]
    trees = {path: ast.parse(path.read_bytes()) for path in code}
    checked = [
        tree
        for path, tree in trees.items()
        if path.is_relative_to("service/game") or path.is_relative_to("tests/support")
    ]
    assert len(checked) > 80
    assert uncalled(checked, used([*trees.values()])) == []


def test_a_method_that_overrides_nothing_any_more_is_found() -> None:
    """Two games kept `_reachable` when its hook became `_fast_reachable`."""
    base = ast.parse(
        "class Game:\n def _fast_reachable(self): ...\n def go(self): self._fast_reachable()"
    )
    greedy = ast.parse("class Greedy(Game):\n def _reachable(self): ...")
    assert uncalled([base, greedy], used([base, greedy])) == ["Greedy._reachable"]
