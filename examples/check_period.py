"""Prove the periods of take-and-break games anew: check_period.py 0.77 0.137"""

import json
import os
import sys
from urllib.request import urlopen

SERVICE = os.environ.get("NIM", "http://localhost:8000")


def values_of(code, count):
    """The first Grundy values of a code such as 4.077: the mex of what each digit allows."""
    first, digits = code.split(".")
    rules = list(enumerate(map(int, (first or "0") + digits)))
    values = bytearray()
    for n in range(count):
        options = set()
        for removed, digit in rules:
            left = n - removed
            if digit & 1 and left == 0:
                options.add(0)
            if digit & 2 and removed and left > 0:
                options.add(values[left])
            if digit & 4 and left > 1:  # all splits at once: the row XOR the same row backwards
                row = values[1:left]
                pairs = int.from_bytes(row, "big") ^ int.from_bytes(row, "little")
                options.update(pairs.to_bytes(len(row), "big"))
        values.append(min(set(range(len(options) + 1)) - options))
    return values


def flaw(code, claim):
    """What is wrong with the values, preperiod and period claimed for a code; None if nothing."""
    start, period, saltus = claim["preperiod"], claim["period"], claim["saltus"]
    most = len(code.partition(".")[2].rstrip("0"))  # that a move removes
    # Guy and Smith: what repeats up to here, starting at 1 or later, repeats for ever.
    end = 2 * max(start, 1) + period + most
    values = values_of(code, max(end + period, len(claim["values"])))
    repeats = [values[n + period] == values[n] for n in range(end)]
    if claim["values"] != list(values[: len(claim["values"])]):
        return "a value is wrong"
    if saltus or not all(repeats[start:]):
        return "the values do not repeat"
    if start and repeats[start - 1]:
        return "the values repeat earlier"
    cycle = values[start : start + period]
    if any(cycle == cycle[n:] + cycle[:n] for n in range(1, period)):
        return "the values repeat sooner"
    return None


if __name__ == "__main__":
    for code in sys.argv[1:] or ["0.77", "0.137", "4.07"]:
        with urlopen(f"{SERVICE}/values?game=octal&size=1000&code={code}", timeout=60) as response:
            claim = json.load(response)
        if claim["proof"] != "computed" or "[" in code:
            print(f"{code}: no proof to check")
        else:
            text = f"{code}: a period of {claim['period']} from {claim['preperiod']} upward"
            print(f"{text}: {flaw(code, claim) or 'proven'}")
