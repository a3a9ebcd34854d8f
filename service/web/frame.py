"""The frame that every page has around its own contents.

That is most of its head, the navigation, and the notice that a script is missing.
"""

import re
from collections.abc import Mapping
from urllib.parse import urljoin

NAVIGATION = {
    "index": ("./", "Play"),
    "learn": ("learn", "Learn"),
    "see": ("see", "See it"),
    "docs": ("docs", "API"),
}
"""The links of the navigation, by the names of their pages: address and text."""

HEAD = """  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" type="image/svg+xml" href="static/icon.svg">
  <link rel="apple-touch-icon" href="static/touch.png">
  <link rel="manifest" href="static/manifest.webmanifest">
  <meta property="og:type" content="website">
  <meta property="og:site_name" content="Nim">
  <meta property="og:title" content="{title}">
  <meta property="og:description" content="{description}">
  <meta property="og:image" content="{root}static/card.png">
  <meta name="twitter:card" content="summary_large_image">
  <script src="static/start.js"></script>
{preloads}"""

HEADER = """  <header class="site">
    <{tag} class="brand"><img src="static/icon.svg" alt="" width="26" height="26"> Nim</{tag}>
    <nav aria-label="Site">{links}</nav>
  </header>
  <div id="failed" class="site" role="alert" hidden>
    <p>The page could not be loaded completely.
      <button id="reload" type="button">Load it again</button>
      If that does not help, the browser may be too old: Safari 15.4, Chrome 100, Firefox 100 and
      newer ones work.</p>
  </div>
"""

_IMPORT = re.compile(r'^import .* from "(.+)";$', re.MULTILINE)
_MODULE = re.compile(r'<script type="module" src="static/([a-z-]+\.js)">')
_ADDRESS = re.compile(r'((?:href|src)=")(?!#|[a-z]+:)')


ROOT = "{root}"
"""The placeholder for the service's address, which other sites need for a page's picture."""


def frame_page(name: str, source: str, modules: Mapping[str, str]) -> str:
    """A page's source with its frame; `modules` are the sources of the scripts by their names."""
    head = HEAD.format(
        title=_between(source, "<title>", "</title>"),
        description=_between(source, '<meta name="description" content="', '"'),
        root=ROOT,
        preloads="".join(
            f'  <link rel="modulepreload" href="static/{module}">\n'
            for start in _MODULE.findall(source)
            for module in imported(start, modules)
        ),
    )
    header = HEADER.format(tag="p" if "<h1" in source else "h1", links=_links(name))
    source = source.replace("<head>\n", "<head>\n" + head, 1)
    return source.replace("<body>\n", "<body>\n" + header, 1)


def imported(start: str, modules: Mapping[str, str]) -> list[str]:
    """All modules that one imports, directly or not, but for itself.

    >>> imported("a.js", {"a.js": 'import { b } from "./b.js";', "b.js": ""})
    ['b.js']
    """
    found, waiting = set(), {start}
    while waiting:
        found |= waiting
        names = [name for module in waiting for name in _IMPORT.findall(modules[module])]
        waiting = {urljoin(start, name) for name in names} - found
    return sorted(found - {start})


def deeper(page: str, depth: int) -> str:
    """A page with links for an address that has `depth` more slashes than the others.

    >>> deeper('<a href="learn">', 1)
    '<a href="../learn">'
    """
    return _ADDRESS.sub(lambda match: match[1] + "../" * depth, page)


def _links(current: str) -> str:
    marked = ' aria-current="page"'
    return " ".join(
        f'<a href="{address}"{marked if name == current else ""}>{text}</a>'
        for name, (address, text) in NAVIGATION.items()
    )


def _between(text: str, before: str, after: str) -> str:
    return text.partition(before)[2].partition(after)[0]
