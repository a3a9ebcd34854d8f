"""The dearest requests that are answered: what they need, any change must leave them."""

from typing import Any


def _sum(*components: dict[str, Any], misere: bool = False) -> dict[str, Any]:
    return {"game": "sum", "components": components, "misere": misere}


def _code(code: str, pile: int, **keys: Any) -> dict[str, Any]:
    return {"game": "octal", "code": code, "piles": [pile], **keys}


_CODES = [f"0.7{a}{b}{c}7" for a in range(4) for b in range(5) for c in range(5)]

DEAREST: list[tuple[str, dict[str, Any]]] = [
    ("/move", _sum(*[_code(code, 1_000) for code in _CODES])),
    ("/moves", {"positions": [_code(code, 1_000) for code in _CODES]}),
    ("/positions", {"game": "staircase", "piles": [0, 139], "all": True}),
    ("/positions", {**_code("4.[7]", 25), "all": True}),
    ("/move", _sum({"game": "moore", "max_piles": 2, "piles": [20, 20, 20]})),
    ("/moves", {"positions": [
        _sum({"piles": [690 - n]}, {"game": "wythoff", "piles": [1, 2]}, misere=True)
        for n in range(100)]}),
    ("/move", _sum(
        {"game": "moore", "max_piles": 2, "piles": [20, 20, 20]},
        {"game": "wythoff", "piles": [90, 90]},
        {"game": "euclid", "piles": [1_000, 618]})),
    ("/analysis", {"piles": [100, 200], "moves": True}),
    ("/analysis", {
        **_sum(*[{"game": "greedy", "piles": []}] * 99, {"piles": [340]}), "moves": True}),
    ("/analysis", {**_sum(*[{"game": "greedy", "piles": [2]}] * 100, misere=True), "moves": True}),
    ("/graph", {"piles": [345]}),
    ("/values", {"game": "octal", "code": "4.77777777", "size": 1_000}),
]  # fmt: skip
