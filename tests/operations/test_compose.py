"""The service of compose.yaml, run by podman-compose."""

import json
import re
import sys
from functools import partial

from tests.support.containers import inspect, needs_image, podman
from tests.support.http_client import ask, free_port, is_ready
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import run
from tests.support.waiting import wait_until

pytestmark = [needs("podman"), needs_image]

(COMMAND,) = re.findall(r"^docker compose (.+)$", (ROOT / "README.md").read_text(), re.MULTILINE)


def test_the_readmes_command_runs_the_service(image: str) -> None:
    """It runs within the restrictions of the README."""
    port = free_port()
    project = f"nim-test-{port}"
    name = f"{project}_nim_1"
    environment = {"IMAGE": image, "PORT": str(port)}

    def compose(*arguments: str) -> None:
        command = [sys.executable, "-m", "podman_compose", "--project-name", project, *arguments]
        said = run(command, environment=environment)
        assert said.returncode == 0, said.stderr

    try:
        # The image is built already, and the others can't be had on every machine.
        compose(*COMMAND.replace("--build", "--no-build").split(), "nim")
        wait_until(partial(is_ready, port))

        status, body = ask(port, "/move", {"piles": [19, 20, 21]})
        assert status == 200
        assert json.loads(body)["nim_sum"] == 18

        description = inspect(name)
        host = description["HostConfig"]
        assert host["ReadonlyRootfs"] is True
        assert not description["EffectiveCaps"]
        assert "no-new-privileges" in str(host["SecurityOpt"])
        assert host["Memory"] == 128 * 2**20
        assert host["PidsLimit"] == 64
        podman("healthcheck", "run", name)  # fails where the container is not healthy
    finally:
        compose("--file", "deploy/compose.yaml", "down", "--volumes", "--timeout", "0")
