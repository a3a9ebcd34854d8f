"""A page as a test reads it."""

from html.parser import HTMLParser
from urllib.parse import urljoin


class Html(HTMLParser):
    """The tags of a page in order, with their attributes. An end tag is "/name"."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", {}))

    def of(self, tag: str, **attributes: str) -> list[dict[str, str]]:
        """The attributes of each tag of a name that has at least these."""
        return [
            given
            for name, given in self.tags
            if name == tag and attributes.items() <= given.items()
        ]

    @property
    def addresses(self) -> list[str]:
        """The addresses that it links to or loads."""
        return [given[key] for _, given in self.tags for key in ("href", "src") if key in given]

    @property
    def files(self) -> set[str]:
        """The addresses of the files that it loads."""
        resolved = {urljoin("/", address) for address in self.addresses}
        return {address for address in resolved if address.startswith("/static/")}

    @property
    def navigation(self) -> list[dict[str, str]]:
        """The attributes of the links between the pages."""
        start = self.tags.index(("nav", self.of("nav", **{"aria-label": "Site"})[0]))
        end = self.tags.index(("/nav", {}), start)
        return [given for tag, given in self.tags[start:end] if tag == "a"]
