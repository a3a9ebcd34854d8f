"""The contract of this service."""

from functools import cache, lru_cache
from typing import Any

import yaml
from flask import Blueprint, request

from ..api.files import File
from ..api.flask_views import add_file
from ..api.responses import JSON
from ..codec import encode
from ..environ import mount_of
from ..paths import project_file

CONTRACT = project_file("openapi.yaml")

TYPES = {"/openapi.yaml": "application/yaml", "/openapi.json": JSON}
"""The media types of the contract, by its paths."""


def blueprint() -> Blueprint:
    """The contract as YAML, as written by hand, and as JSON.

    If the application is mounted under a prefix, both contain it, and the YAML is JSON, which is
    valid YAML.
    """
    views = Blueprint("contract", __name__)

    @lru_cache(maxsize=8)
    def written(path: str, prefix: str) -> File:
        if path == "/openapi.yaml" and not prefix:
            return File(text, TYPES[path])
        servers = {"servers": [{"url": f"{prefix}/"}]}
        return File(lambda: encode(parse(text()) | servers), TYPES[path])

    text()
    for path in TYPES:
        add_file(views, path, lambda: written(request.path, mount_of(request.environ)))
    return views


@cache
def text() -> bytes:
    """The contract as it is at the start: blueprint() asks first."""
    return CONTRACT.read_bytes()


def parse(content: bytes) -> Any:
    """The value of a YAML text."""
    # Built without libyaml, PyYAML has only the slower one of two safe loaders.
    return yaml.load(content, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
