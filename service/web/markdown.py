"""Markdown as HTML, for the theory and for the texts of the contract."""

import re
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


# The texts are the service's own, and pages are made again for each address of the service.
@cache
def as_html(text: str, heading: str = "h3") -> str:
    """Convert a document to HTML. Headings of the second level become `heading` and get an id.

    >>> as_html("## What we promise").strip()
    '<h3 id="what-we-promise">What we promise</h3>'
    """
    tokens = _PARSER.parse(text)
    deeper = int(heading[1:]) - 2
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", anchor(inside.content))
        if opening.type in {"heading_open", "heading_close"}:
            opening.tag = f"h{int(opening.tag[1:]) + deeper}"
    if tokens and tokens[-1].type == "heading_close":
        tokens[-1].tag = f"h{int(tokens[-1].tag[1:]) + deeper}"
    html = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return str(html)


@cache
def inline(text: str) -> str:
    """Convert a line of text to HTML.

    >>> inline("`a < b`")
    '<code>a &lt; b</code>'
    """
    return str(_PARSER.renderInline(" ".join(text.split())))


def anchor(title: str) -> str:
    """The id of a heading.

    >>> anchor("What we promise")
    'what-we-promise'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
