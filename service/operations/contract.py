"""`/openapi.yaml` and `/openapi.json`: the contract of this service."""

from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote
from wsgiref.types import WSGIEnvironment

from service.codec import encode
from service.http.answers import JSON, REVALIDATE, Answer, answer_file
from service.http.operation import Operation
from service.settings import Config
from service.telemetry.metrics import Metrics
from service.web.files import File

CONTRACT = Path(__file__).parent.parent / "openapi.yaml"

SERVERS = b"\nservers:\n  - url: %b\n"
"""Where the contract names the address that its paths begin with."""


def operations(_: Config, __: Metrics) -> list[Operation]:
    """`GET /openapi.yaml` as it was written, and `GET /openapi.json`."""
    text = CONTRACT.read_bytes()

    @lru_cache(maxsize=2)
    def as_yaml(prefix: str) -> File:
        here = encode(prefix + "/") if prefix else b"/"
        return File(text.replace(SERVERS % b"/", SERVERS % here), "application/yaml")

    @lru_cache(maxsize=2)
    def as_json(prefix: str) -> File:
        return File(encode(parse(as_yaml(prefix).content)), JSON)

    def give_yaml(environ: WSGIEnvironment) -> Answer:
        return answer_file(environ, as_yaml(mount_of(environ)), REVALIDATE)

    def give_json(environ: WSGIEnvironment) -> Answer:
        return answer_file(environ, as_json(mount_of(environ)), REVALIDATE)

    return [
        Operation("GET", "/openapi.yaml", give_yaml),
        Operation("GET", "/openapi.json", give_json),
    ]


def mount_of(environ: WSGIEnvironment) -> str:
    """The path at which the application is mounted; none where it has a server of its own.

    >>> mount_of({"SCRIPT_NAME": "/games/nim"})
    '/games/nim'
    """
    return quote(environ.get("SCRIPT_NAME", "").encode("latin-1"))


def parse(text: bytes) -> Any:
    """The value of a YAML text."""
    # Imported when it is first asked for: the parser takes 25 ms.
    import yaml  # noqa: PLC0415

    # Built without libyaml, PyYAML has only the slower one of two safe loaders.
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
