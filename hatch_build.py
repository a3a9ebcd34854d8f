"""The metadata that depend on the address of the repository, made when the package is built."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)")
"""A link to a file of the repository, or a picture, in Markdown."""


class AddressHook(MetadataHookInterface):
    """Links the README to the repository, if `address` in pyproject.toml is set."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README and the links of the project."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if address := self.config["address"]:
            text = absolute(text, address)
            metadata["urls"] = {
                "Source": address,
                "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, address: str) -> str:
    """A text of the repository with absolute links.

    >>> absolute("![Nim](nim.png) [API](docs/api.md#games) [GitHub](https://a.example)", "https://h")
    '![Nim](https://h/raw/HEAD/nim.png) [API](https://h/blob/HEAD/docs/api.md#games) [GitHub](https://a.example)'
    """

    def link(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        return f"{picture}[{words}]({address}/{'raw' if picture else 'blob'}/HEAD/{path})"

    return LINK.sub(link, text)
