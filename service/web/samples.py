"""A request as a person writes it: with curl, in Python and in JavaScript."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from service.web.frame import ROOT

WIDEST = 76
"""Characters of a line of JSON that is not broken."""


def as_html(method: str, path: str, sent: Any) -> Iterator[str]:
    """The samples; `sent` is the value of the body, the text of the query, or None."""
    written = {
        "curl": _curl,
        "Python": _python,
        "JavaScript": _javascript,
    }
    yield '<h4>Samples</h4><div class="samples">'
    for language, write in written.items():
        code = escape(write(method, path, sent), quote=False)
        yield f'<pre class="sample" data-language="{language}"><code>{code}</code></pre>'
    yield "</div>"


def pretty(value: Any) -> str:
    """JSON for people: in lines where it is long.

    >>> pretty({"piles": [3, 4, 5]})
    '{"piles": [3, 4, 5]}'
    """
    short = json.dumps(value, ensure_ascii=False)
    if len(short) <= WIDEST or not isinstance(value, dict | list):
        return short
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {pretty(each)}" for key, each in value.items()]
        start, end = "{}"
    else:
        parts = [pretty(each) for each in value]
        start, end = "[]"
    inner = ",\n".join(parts).replace("\n", "\n  ")
    return f"{start}\n  {inner}\n{end}"


def _curl(method: str, path: str, sent: Any) -> str:
    if method == "get":
        return f"curl '{_address(path, sent)}'"
    body = json.dumps(sent, ensure_ascii=False).replace("'", r"'\''")
    return f"curl {_address(path)} \\\n  -H 'Content-Type: application/json' \\\n  -d '{body}'"


def _python(method: str, path: str, sent: Any) -> str:
    if method == "get":
        call = f'requests.get("{_address(path, sent)}")'
    else:
        call = f'requests.post("{_address(path)}", json={sent!r})'
    result = "json()" if _is_json(path) else "text"
    return f"import requests\n\nresponse = {call}\nprint(response.{result})"


def _javascript(method: str, path: str, sent: Any) -> str:
    result = "json()" if _is_json(path) else "text()"
    if method == "get":
        call = f'fetch("{_address(path, sent)}")'
    else:
        call = (
            f'fetch("{_address(path)}", {{\n'
            '  method: "POST",\n'
            '  headers: { "Content-Type": "application/json" },\n'
            f"  body: JSON.stringify({json.dumps(sent, ensure_ascii=False)}),\n"
            "})"
        )
    return f"const response = await {call};\nconsole.log(await response.{result});"


def _address(path: str, query: str | None = None) -> str:
    return ROOT + path[1:] + (f"?{query}" if query else "")


def _is_json(path: str) -> bool:
    return path not in {"/metrics", "/openapi.yaml"}
