"""Answers of one version of the service, asked again of another.

`python -m bench.replay record FILE CHECKOUT [COUNT [SEED]]` sends random requests of all kinds to
the service in a checkout, such as a work tree of the last release, and writes each with its answer.
`python -m bench.replay compare FILE` sends them to this one. It prints what differs, and fails if a
request that was answered is refused, or if an answer has lost anything.
"""

import json
import logging
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

Body = dict[str, Any]

LARGEST = 2**53 - 1
SIZES = {"tiny": 4, "small": 9, "medium": 25, "large": 400, "huge": 20_000, "any": LARGEST}
SHOWN = 3
"""Requests of each kind of difference that are shown."""


# --- Requests -------------------------------------------------------------------------------------


def rules(random: Random) -> Body:
    """A game with its keys; some of them are random."""
    from tests.support.positions import EACH, rules_of  # noqa: PLC0415  # of the checkout

    if random.random() < 0.15:
        digits = "".join(random.choice("01234567") for _ in range(random.randint(1, 5)))
        return {"game": "octal", "code": random.choice(["0.", "4.", "4!."]) + digits}
    if random.random() < 0.1:
        most = random.choice([9, 60, 9_000])
        return {"subtraction_set": sorted(random.sample(range(1, most + 1), random.randint(1, 6)))}
    if random.random() < 0.1:
        return {
            "game": "growing",
            "add": [1, random.randint(2, 9)],
            "target": random.randint(9, 99),
        }
    some = [each for each in EACH if "components" not in each]
    return rules_of(random.choice(some))


def position(random: Random, size: str) -> Body:
    """A position of any game but a sum, which most games take as it is."""
    keys = rules(random)
    count = {"wythoff": 2, "euclid": 2, "fibonacci": 1}.get(keys.get("game", ""))
    count = random.randint(0, 5) if count is None else count
    piles = [random.randint(0, SIZES[size]) for _ in range(count)]
    if keys.get("game") == "chomp":
        piles.sort(reverse=True)
    return {**keys, "piles": piles}


def requests(random: Random) -> Iterator[tuple[str, str | None, Body]]:
    """One request after another: the path, what is accepted, and the body."""
    for number in range(sys.maxsize):
        size = random.choice([*SIZES, "small", "medium", "medium"])
        misere = random.random() < 0.5
        one = {**position(random, size), "misere": misere}
        if random.random() < 0.25:
            parts = [position(random, random.choice(["tiny", size])) for _ in range(3)]
            one = {"game": "sum", "components": parts, "misere": misere}
        is_little = size in {"tiny", "small"}
        yield "/explanation", None, one
        yield "/move", None, one
        if is_little or random.random() < 0.3:
            yield "/analysis", None, {**one, "moves": random.random() < 0.6}
        if "components" not in one and (is_little or random.random() < 0.2):
            yield "/positions", None, {**one, "all": random.random() < 0.5}
            yield "/positions", None, {**one, "all": True, "ordered": True}
            yield "/graph", random.choice([None, "text/vnd.graphviz"]), one
        played = [{"pile": random.randint(0, 2), "remove": 1} for _ in range(random.randint(0, 4))]
        yield "/review", None, {**one, "moves": played}
        if number % 8 == 0:
            many = [position(random, random.choice([*SIZES])) for _ in range(12)]
            yield "/moves", None, {"positions": many}
            yield "/moves", None, {"positions": [one] * random.choice([2, 40, 300])}
            keys = {key: one[key] for key in one if key not in {"piles", "misere", "components"}}
            if one.get("game") != "sum":
                yield "/values", None, {**keys, "size": random.choice([1, 30, 1_000])}
                yield "/values", None, {**keys, "size": random.choice([9, 25]), "genus": True}
            starts = {"pile": 0, "from": 0, "to": random.choice([10, 200])}
            yield "/analysis", None, {**one, "starts": starts}
            yield "/grundy", None, graph(random, misere)


def graph(random: Random, misere: bool) -> Body:
    """A game as a graph, and a sum of its positions."""
    count = random.choice([5, 12, 40])
    options = {
        f"{i}": [f"{random.randrange(i)}" for _ in range(random.randint(0, 3))] if i else []
        for i in range(count)
    }
    return {"options": options, "sum": random.choices([*options], k=3), "misere": misere}


# --- Answers --------------------------------------------------------------------------------------


class Service:
    """The service of the checkout whose modules are found first."""

    def __init__(self) -> None:
        from service.app import create_app  # noqa: PLC0415  # of the checkout

        logging.disable(logging.CRITICAL)
        self._client = create_app(ACCESS_LOG=False).test_client()

    def answer(self, path: str, accept: str | None, body: Body) -> tuple[int, str, float]:
        """The status, the content, and the seconds of CPU."""
        headers = {"Accept": accept} if accept else {}
        started = process_time()
        reply = self._client.open(path, method="QUERY", json=body, headers=headers)
        return reply.status_code, reply.get_data(as_text=True), process_time() - started


def record(file: Path, checkout: str, count: int = 4_000, seed: int = 1) -> int:
    """Write requests and answers, one a line."""
    sys.path.insert(0, checkout)
    service = Service()
    with file.open("w", encoding="utf-8") as out:
        for _, request in zip(range(count), requests(Random(seed)), strict=False):
            out.write(json.dumps([*request, *service.answer(*request)]) + "\n")
    return 0


def compare(file: Path) -> int:
    """Ask all again; 1 if an answer was lost, or a part of one."""
    service, kinds, seconds, before = Service(), Counter[str](), 0.0, 0.0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            path, accept, body, status, text, spent = json.loads(line)
            now, found, took = service.answer(path, accept, body)
            seconds, before = seconds + took, before + spent
            kind = difference(status, text, now, found)
            kinds[kind] += 1
            if kind not in USUAL and kinds[kind] <= SHOWN:
                print(f"{kind}: {path} {json.dumps(body)[:300]}", *parting(text, found), sep="\n  ")
    print(dict(kinds), f"{before:.1f} s of CPU then, {seconds:.1f} now")
    return int(bool(kinds[REFUSED] or kinds[LOST]))


USUAL = "the same", "refused in other words"
REFUSED, LOST = "REFUSED", "LOST"


def difference(status: int, text: str, now: int, found: str) -> str:
    """What became of an answer."""
    if (status, text) == (now, found):
        return "the same"
    if status != 200:
        return "answered" if now == 200 else "refused in other words"
    if now != 200:
        return REFUSED
    try:
        return "more" if is_in(json.loads(text), json.loads(found)) else LOST
    except ValueError:
        return LOST


WORDS = {"text", "sentences", "reasons", "conclusions", "voices"}
"""Keys of texts, which may say the same otherwise."""


def is_in(before: Any, after: Any) -> bool:
    """Whether a JSON value has all that it had.

    A list may have become longer. Then it has no `more` beside it any more, or moves between.
    """
    if before is None:
        return True
    if isinstance(before, dict) and isinstance(after, dict):
        return all(
            key == "more" or (key in after and (key in WORDS or is_in(value, after[key])))
            for key, value in before.items()
        )
    if isinstance(before, list) and isinstance(after, list):
        if len(before) == len(after):
            return all(map(is_in, before, after))
        return len(before) < len(after) and all(each in after for each in before)
    return bool(before == after)


def parting(before: str, after: str) -> Iterator[str]:
    """Where two texts part."""
    at = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    for text in (before, after):
        yield text[max(0, at - 80) : at + 120]


if __name__ == "__main__":
    command, name, *others = sys.argv[1:]
    if command == "record":
        checkout, *numbers = others
        sys.exit(record(Path(name), checkout, *map(int, numbers)))
    sys.exit(compare(Path(name)))
