"""The little of Markdown that the contract's texts use, as HTML."""

import re
from html import escape

_INLINE = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])"), r"<em>\1</em>"),
)


def as_html(text: str, heading: str = "h3") -> str:
    """Paragraphs, headings of one level, lists, code and emphasis.

    >>> as_html("Piles of *objects*.")
    '<p>Piles of <em>objects</em>.</p>'
    """
    blocks = [block for block in re.split(r"\n\s*\n", text.strip()) if block]
    return "\n".join(_block(block, heading) for block in blocks)


def inline(text: str) -> str:
    """A line of text.

    >>> inline("`a < b`")
    '<code>a &lt; b</code>'
    """
    found = escape(" ".join(text.split()), quote=False)
    for pattern, replacement in _INLINE:
        found = pattern.sub(replacement, found)
    return found


def anchor(title: str) -> str:
    """The id of a heading.

    >>> anchor("What we promise")
    'what-we-promise'
    """
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _block(block: str, heading: str) -> str:
    if block.startswith("## "):
        title = block.removeprefix("## ")
        return f'<{heading} id="{anchor(title)}">{inline(title)}</{heading}>'
    if block.startswith("- "):
        # A line that is indented goes on with the item before it.
        items = re.split(r"\n- ", block.removeprefix("- "))
        return f"<ul>{''.join(f'<li>{inline(item)}</li>' for item in items)}</ul>"
    return f"<p>{inline(block)}</p>"
