"""The contract as a page: each operation with its keys, its responses and samples."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

from service.codec import encode
from service.web import samples
from service.web.markdown import anchor, as_html, inline

Schema = Mapping[str, Any]

OPERATORS = "Probes"
"""The tag of the operators' endpoints, which are listed apart from the API."""

JSON = "application/json"


class Example(NamedTuple):
    """A request to try: its name, and the query or the body."""

    name: str
    value: Any


class Reference:
    """The parts of the page that documents a contract, an OpenAPI document."""

    def __init__(self, contract: Schema) -> None:
        self._contract = contract
        self._operations = [
            (path, method, operation)
            for path, methods in contract["paths"].items()
            for method, operation in methods.items()
        ]

    def contents(self) -> str:
        """The table of contents, for the sidebar."""
        guide = [
            line.removeprefix("## ")
            for line in self._contract["info"]["description"].splitlines()
            if line.startswith("## ")
        ]
        parts = [_group("Guide", [(anchor(title), inline(title)) for title in guide])]
        for tag in self._contract["tags"]:
            links = [
                (operation["operationId"], f"{_method(method)} <code>{escape(path)}</code>")
                for path, method, operation in self._tagged(tag["name"])
            ]
            parts.append(_group(tag["name"], links))
        return "\n".join(parts)

    def body(self) -> str:
        """The texts and the operations."""
        info = self._contract["info"]
        parts = [f'<section class="guide">{as_html(info["description"], "h2")}</section>']
        for tag in self._contract["tags"]:
            kind = "operators" if tag["name"] == OPERATORS else "api"
            parts += [
                f'<section class="{kind}" aria-labelledby="tag-{anchor(tag["name"])}">',
                f'<h2 id="tag-{anchor(tag["name"])}">{escape(tag["name"])}</h2>',
                as_html(tag["description"]),
                *(self._operation(*each) for each in self._tagged(tag["name"])),
                "</section>",
            ]
        return "\n".join(parts)

    def _tagged(self, tag: str) -> Iterator[tuple[str, str, Schema]]:
        return (each for each in self._operations if tag in each[2]["tags"])

    def _operation(self, path: str, method: str, operation: Schema) -> str:
        body = operation.get("requestBody", {}).get("content", {}).get(JSON)
        parameters = [self._resolved(each) for each in operation.get("parameters", [])]
        examples = _bodies(body) if body else _queries(parameters)
        success = self._resolved(operation["responses"]["200"])
        ident = operation["operationId"]
        heading = f"{_method(method)} <code>{escape(path)}</code>"
        summary = inline(operation["summary"])
        first = examples[0] if examples else Example("", None)
        return "\n".join(
            [
                f'<article class="operation" id="{ident}" aria-labelledby="{ident}-title">',
                f'<h3 id="{ident}-title">{heading} <span class="summary">{summary}</span></h3>',
                as_html(operation["description"]),
                *self._request(body, parameters),
                *self._responses(success, operation["responses"]),
                *samples.as_html(method, path, first.value),
                *_try_it(ident, method, path, examples),
                "</article>",
            ]
        )

    def _request(self, body: Schema | None, parameters: list[Schema]) -> Iterator[str]:
        if body:
            schema = self._resolved(body["schema"])
            yield f"<h4>Keys of the body</h4>{self._keys(schema)}"
        elif parameters:
            yield "<h4>Parameters</h4><dl>"
            for each in parameters:
                required = each.get("required", False)
                text = each.get("description", "")
                yield self._key(each["name"], each["schema"], text, is_required=required)
            yield "</dl>"

    def _responses(self, success: Schema, responses: Schema) -> Iterator[str]:
        yield f"<h4>Response</h4>{as_html(success['description'])}"
        media = success.get("content", {}).get(JSON, {})
        if schema := media.get("schema"):
            yield self._keys(self._resolved(schema))
        if found := media.get("examples"):
            value = next(iter(found.values()))["value"]
            yield f'<pre class="response"><code>{_pretty(value)}</code></pre>'
        links = [
            f'<li><a href="{target}">{status}</a></li>'
            for status, response in responses.items()
            if (target := _problem(self._resolved(response)))
        ]
        if links:
            yield f'<h4>Errors</h4><ul class="statuses">{"".join(links)}</ul>'

    def _keys(self, schema: Schema) -> str:
        required = schema.get("required", [])
        keys = [
            self._key(name, each, self._text(each), is_required=name in required)
            for name, each in schema.get("properties", {}).items()
        ]
        return f"<dl>{''.join(keys)}</dl>" if keys else ""

    def _key(self, name: str, schema: Schema, text: str, *, is_required: bool) -> str:
        required = ' <span class="required">required</span>' if is_required else ""
        kind = escape(self._type(schema))
        return (
            f'<dt><code>{escape(name)}</code> <span class="type">{kind}</span>{required}</dt>'
            f"<dd>{inline(text)}</dd>"
        )

    def _text(self, schema: Schema) -> str:
        text: str = schema.get("description") or self._resolved(schema).get("description", "")
        return text

    def _type(self, schema: Schema) -> str:
        """The type of a value in a word or a few."""
        if "$ref" in schema:
            return self._type(self._resolved(schema))
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return " or ".join(self._type(each) for each in schema[choice])
        if words := schema.get("enum") or schema.get("x-extensible-enum"):
            return " | ".join(map(str, words))
        if "const" in schema:
            return str(schema["const"])
        kinds = schema.get("type", "object")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        names = [
            f"array of {self._type(schema['items'])}"
            if kind == "array" and "items" in schema
            else kind
            for kind in kinds
        ]
        return " or ".join(names) + _bounds(schema)

    def _resolved(self, value: Schema) -> Schema:
        while "$ref" in value:
            target: Any = self._contract
            for part in value["$ref"].removeprefix("#/").split("/"):
                target = target[part]
            value = target
        return value


def _group(title: str, links: list[tuple[str, str]]) -> str:
    items = "".join(f'<li><a href="#{target}">{text}</a></li>' for target, text in links)
    return f"<h2>{escape(title)}</h2><ul>{items}</ul>"


def _method(method: str) -> str:
    return f'<span class="method {method}">{method.upper()}</span>'


def _bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None or high is None:
        return "" if low is None else f", {low} or more"
    return f", {low} to {high:,}"


def _pretty(value: Any) -> str:
    return escape(samples.pretty(value), quote=False)


def _problem(response: Schema) -> str | None:
    """The anchor on the page at which a response's first problem is described."""
    for media in response.get("content", {}).values():
        for example in media.get("examples", {}).values():
            if isinstance(example["value"], dict) and "type" in example["value"]:
                kind: str = example["value"]["type"]
                return kind.removeprefix("/docs")
    return None


# --- Requests to try ------------------------------------------------------------------------------


def _bodies(media: Schema) -> list[Example]:
    return [
        Example(example.get("summary", name), example["value"])
        for name, example in media.get("examples", {}).items()
    ]


def _queries(parameters: list[Schema]) -> list[Example]:
    """The examples of a query: those of its parameters that have the same name, together."""
    required = [each for each in parameters if each.get("required")]
    names = {name: None for each in required for name in each.get("examples", {})}
    return [Example(name, _query(name, parameters)) for name in names]


def _query(name: str, parameters: list[Schema]) -> str:
    parts = []
    for each in parameters:
        examples = each.get("examples", {})
        if name in examples:
            example = examples[name]
        elif each.get("required") and examples:
            example = next(iter(examples.values()))
        else:
            continue
        parts.append(f"{each['name']}={_in_query(example['value'])}")
    return "&".join(parts)


def _in_query(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(_in_query, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return quote(str(value), safe="!.")


def _try_it(ident: str, method: str, path: str, examples: list[Example]) -> Iterator[str]:
    """A form that sends a request; the script makes it work."""
    yield f'<form class="try" data-method="{method}" data-path="{escape(path[1:])}">'
    yield "<h4>Try it</h4>"
    if len(examples) > 1:
        options = "".join(
            f'<option value="{escape(_text_of(each.value))}">{escape(each.name)}</option>'
            for each in examples
        )
        yield f'<label for="{ident}-example">Example</label>'
        yield f'<select id="{ident}-example" autocomplete="off">{options}</select>'
    if examples:
        text = escape(_text_of(examples[0].value))
        common = f'id="{ident}-sent" class="sent" spellcheck="false" autocomplete="off"'
        if method == "post":
            yield f'<label for="{ident}-sent">Body</label>'
            yield f'<textarea {common} rows="4">{text}</textarea>'
        else:
            yield f'<label for="{ident}-sent">Query</label>'
            yield f'<input {common} value="{text}">'
    yield '<button type="submit" class="primary">Send</button>'
    yield '<p class="status" role="status"></p><pre class="received" hidden><code></code></pre>'
    yield "</form>"


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else encode(value).decode()
