"""haproxy with the configuration of deploy/."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.http_client import ask, free_port
from tests.support.paths import DEPLOY
from tests.support.programs import running
from tests.support.scraping import Samples, samples

CONFIG = DEPLOY / "haproxy" / "haproxy.cfg"
UNLIMITED: Mapping[str, str] = {"gt 1000": "gt 1000000000"}
"""The change that lets a client send any number of requests."""


@dataclass(frozen=True)
class Proxy:
    """A running haproxy."""

    port: int
    """Its port for requests."""
    metrics_port: int
    tls_port: int
    """Its port for requests over TLS, if that is switched on."""
    process: int
    written: Path
    """Its output: the log and its own messages."""

    @property
    def log(self) -> list[Any]:
        """The lines that it has logged, one for each request that has ended."""
        lines = self.written.read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def logged(self, **fields: Any) -> list[Any]:
        """The lines of the log that have these fields."""
        return [line for line in self.log if fields.items() <= line.items()]

    @property
    def metrics(self) -> Samples:
        """Its metrics."""
        status, body = ask(self.metrics_port, "/metrics")
        assert status == 200
        return samples(body.decode())


def switched_on(config: str, *blocks: str) -> str:
    """The configuration with the optional lines of these blocks, which end with an empty line."""
    for block in blocks:
        before, heading, rest = config.partition(f"    # {block}: ")
        assert heading, block
        lines, _, after = rest.partition("\n\n")
        lines = re.sub("^    #: ", "    ", lines, flags=re.MULTILINE)
        config = f"{before}{heading}{lines}\n\n{after}"
    return config


@contextmanager
def haproxy(
    directory: Path,
    *replicas: int,
    blocks: tuple[str, ...] = (),
    replaced: Mapping[str, str] = UNLIMITED,
    in_place_of: Proxy | None = None,
    **environment: str,
) -> Iterator[Proxy]:
    """haproxy in front of the replicas on two ports, once it has found both.

    `blocks` are optional blocks to switch on, and keywords are their variables. `replaced` maps
    texts of the configuration to others. A proxy that replaces another gets its addresses, and
    doesn't wait for the replicas.
    """
    ports = [free_port(), free_port(), free_port()]
    expected = {200}
    if in_place_of:
        ports = [in_place_of.port, in_place_of.metrics_port, in_place_of.tls_port]
        expected = {200, 503}
    addresses = [f"127.0.0.1:{port}" for port in ports]
    variables = dict(zip(["LISTEN", "METRICS", "LISTEN_TLS"], addresses, strict=True))
    variables |= {f"REPLICA_{n}": f"127.0.0.1:{port}" for n, port in enumerate(replicas, 1)}
    config, log = directory / "haproxy.cfg", directory / "haproxy.log"
    text = switched_on(CONFIG.read_text(), *blocks)
    for old, new in replaced.items():
        assert old in text
        text = text.replace(old, new)
    config.write_text(text)
    shutil.copytree(CONFIG.with_name("errors"), directory / "errors", dirs_exist_ok=True)
    with running(
        ["haproxy", "-db", "-f", config],
        lambda: ask(ports[0], "/replicas")[0] in expected,
        log=log,
        environment=variables | environment,
    ) as process:
        yield Proxy(ports[0], ports[1], ports[2], process, log)
