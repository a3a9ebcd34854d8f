"""Rows without names: one test goes through all of them."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

Test = Callable[..., None]


def rows(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but in one test; a failure names its row.

    Collecting and reporting a thousand tests takes each process seconds. If there are very many
    rows, or a table makes them, nobody runs one by its name.
    """
    keys = (names,) if isinstance(names, str) else names
    listed = [*values]
    assert listed, "a test without rows tests nothing"

    def decorate(test: Test) -> Test:
        @wraps(test)
        def through_all(**others: Any) -> None:
            for value in listed:
                row = dict(zip(keys, [value] if isinstance(names, str) else value, strict=True))
                try:
                    test(**row, **others)
                except BaseException as error:
                    error.add_note(f"row: {shown(row)}")
                    raise

        # pytest hands a test the fixtures that its signature names.
        others = [each for name, each in signature(test).parameters.items() if name not in keys]
        vars(through_all)["__signature__"] = signature(test).replace(parameters=others)
        return through_all

    return decorate


def shown(row: dict[str, Any]) -> str:
    """A row as text, which is truncated."""
    return ", ".join(f"{name}={value!s:.200}" for name, value in row.items())
