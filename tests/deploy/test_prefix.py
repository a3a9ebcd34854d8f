"""The shipped probe and proxy with the service under a path."""

import json
import subprocess
from pathlib import Path

from tests.support.http_client import ask
from tests.support.monitoring import blackbox_exporter
from tests.support.needs import needs
from tests.support.paths import DEPLOY
from tests.support.proxies import haproxy
from tests.support.servers import Server
from tests.support.yaml_files import read_yaml

PREFIX = "/games/nim"


@needs("prometheus-blackbox-exporter")
def test_the_probe_succeeds_under_the_path_and_nowhere_else(tmp_path: Path) -> None:
    config = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")
    (probe,) = [job for job in config["scrape_configs"] if job["job_name"] == "nim-probe"]
    (module,) = probe["params"]["module"]
    with Server(NIM_PATH_PREFIX=PREFIX) as server, blackbox_exporter(tmp_path) as exporter:
        found = {}
        for path in ("", PREFIX):
            target = target_of_compose(tmp_path, path).replace(
                "nim:8000", f"127.0.0.1:{server.port}"
            )
            status, body = ask(exporter, f"/probe?module={module}&target={target}")
            assert status == 200
            found[path] = b"\nprobe_success 1\n" in body
    assert found == {"": False, PREFIX: True}


def target_of_compose(directory: Path, prefix: str) -> str:
    """The target that the container of Prometheus writes before it starts."""
    service = read_yaml(DEPLOY / "compose.yaml")["services"]["prometheus"]
    (command,) = service["command"]
    written = command.replace("${NIM_PATH_PREFIX:-}", prefix).replace(
        " /prometheus/", f" {directory}/"
    )
    started = written.replace("exec /bin/prometheus", "exec echo")
    subprocess.run([*service["entrypoint"], started], check=True, capture_output=True)
    ((group,),) = [json.loads((directory / "probe.json").read_text())]
    (target,) = group["targets"]
    return str(target)


@needs("haproxy")
def test_the_proxy_counts_no_files_under_the_path(tmp_path: Path) -> None:
    few = {"gt 1000": "gt 20"}
    with (
        Server(NIM_PATH_PREFIX=PREFIX) as server,
        haproxy(tmp_path, server.port, server.port, replaced=few, NIM_PATH_PREFIX=PREFIX) as proxy,
    ):
        for _ in range(50):
            assert ask(proxy.port, f"{PREFIX}/static/core/base.css")[0] == 200
        statuses = [ask(proxy.port, f"{PREFIX}/move?piles=1")[0] for _ in range(30)]
    assert statuses[:15] == [200] * 15
    assert statuses[-1] == 429
