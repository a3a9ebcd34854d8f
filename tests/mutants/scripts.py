"""Small changes to scripts in JavaScript: an operator, a number or a truth value is another one."""

import re
from collections.abc import Iterator

OTHERS = {
    "===": ["!=="],
    "!==": ["==="],
    "<": ["<=", ">"],
    ">": [">=", "<"],
    "<=": ["<", ">="],
    ">=": [">", "<="],
    "&&": ["||"],
    "||": ["&&"],
    "??": ["&&"],
    "+": ["-"],
    "-": ["+"],
    "*": ["/"],
    "/": ["*"],
    "%": ["*"],
    "+=": ["-="],
    "-=": ["+="],
    "++": ["--"],
    "--": ["++"],
    "!": [""],
    "true": ["false"],
    "false": ["true"],
}
"""What may stand in place of a token."""

TOKEN = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<text> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | (?P<word> [A-Za-z_$#][\w$]* )
    | (?P<number> \d[\d_]*(?:\.\d+)? )
    | (?P<sign> => | [=!]== | [<>]= | (?:&&|\|\||\?\?)=? | [+-]= | \+\+ | -- | \*\* | \?\.
        | \.\.\. | \S )
    | (?P<space> \s+ )
    """,
    re.VERBOSE | re.DOTALL,
)

REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")

Site = list[tuple[int, int, str]]
"""The changes at one place: its start, its end, and what stands there instead."""


def sites(text: str) -> list[Site]:
    """The changes by their place in the code."""
    return [
        [(start, start + len(token), other) for other in others_of(token)]
        for start, token in tokens(text)
        if others_of(token)
    ]


def change(text: str, start: int, end: int, other: str) -> str:
    """The script after one of the changes."""
    return text[:start] + other + text[end:]


def others_of(token: str) -> list[str]:
    """What may stand in place of a token."""
    if token[0].isdigit():
        number = float(token.replace("_", ""))
        return [f"{number + 1:g}", f"{number - 1:g}"] if number else ["1"]
    return OTHERS.get(token, [])


def tokens(text: str) -> Iterator[tuple[int, str]]:
    """The signs, numbers and words of a script, each with its place, without texts and comments.

    What a template has in braces is code; the braces that are open are in a stack.
    """
    position, before, stack = 0, "", list[str]()
    while position < len(text):
        if text[position] == "`" or (text[position] == "}" and stack and stack[-1] == "`"):
            if text[position] == "}":
                stack.pop()
            end = re.compile(r"(?:\\.|(?!\$\{)[^`\\])*(\$\{|`)", re.DOTALL).match(
                text, position + 1
            )
            assert end, "a template that does not end"
            if end[1] == "${":
                stack.append("`")
            position, before = end.end(), "`" if end[1] == "`" else "("
            continue
        # After a value, a slash divides.
        is_value = before and (
            before[-1] in ")]}`\"'" or before[-1].isalnum() or before[-1] in "_$"
        )
        is_value = is_value and before not in {"return", "of", "in", "case"}
        if text[position] == "/" and text[position + 1] not in "/*" and not is_value:
            regex = REGEX.match(text, position)
            assert regex, "a regular expression that does not end"
            position, before = regex.end(), "`"
            continue
        token = TOKEN.match(text, position)
        assert token
        kind, found = str(token.lastgroup), token[0]
        if found == "{":
            stack.append("{")
        if found == "}":
            stack.pop()
        if kind in {"word", "number", "sign"}:
            yield position, found
        position, before = token.end(), before if kind in {"comment", "space"} else found
