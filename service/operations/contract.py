"""The contract of this service."""

from functools import lru_cache
from typing import Any

from ..api.operation import FileOperation
from ..api.responses import JSON
from ..codec import encode
from ..environ import mount_of
from ..paths import project_file
from ..web.files import File

CONTRACT = project_file("openapi.yaml")


def contract(path: str, media_type: str) -> FileOperation:
    """`/openapi.yaml`, as written by hand, or `/openapi.json`.

    If the application is mounted under a prefix, both contain it, and `/openapi.yaml` is JSON,
    which is valid YAML.
    """
    text = CONTRACT.read_bytes()

    @lru_cache(maxsize=4)
    def written(prefix: str) -> File:
        if media_type != JSON and not prefix:
            return File(lambda: text, media_type)
        return File(lambda: encode(parse(text) | {"servers": [{"url": f"{prefix}/"}]}), media_type)

    return FileOperation(path, lambda environ: written(mount_of(environ)))


def parse(text: bytes) -> Any:
    """The value of a YAML text."""
    # Imported when it is first needed, because that takes longer than most of the start.
    import yaml  # noqa: PLC0415

    # Built without libyaml, PyYAML has only the slower one of two safe loaders.
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
