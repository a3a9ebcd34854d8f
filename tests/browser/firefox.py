"""A real Firefox, driven by its own remote agent: WebDriver BiDi over a websocket."""

import json
import re
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import websocket

from tests.support.waiting import wait_until

PROGRAM = "firefox-esr"

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

QUIET = """
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "");
"""
"""Preferences without which Firefox asks other hosts for news when it starts."""


class Firefox:
    """One window; stopped when the block ends."""

    def __init__(self, directory: Path) -> None:
        (directory / "user.js").write_text(QUIET)
        self._said = directory / "said"
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                [
                    *(PROGRAM, "--headless", "--no-remote", "--profile", str(directory)),
                    *("--remote-debugging-port", "0"),
                ],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
        self._number = 0
        self.complaints: list[str] = []

    def __enter__(self) -> Self:
        try:
            address = wait_until(lambda: LISTENS.findall(self._said.read_text(errors="replace")))
            self._socket = websocket.create_connection(
                f"{address[0]}/session", timeout=60, suppress_origin=True
            )
            self.ask("session.new", capabilities={})
            self.ask("session.subscribe", events=["log.entryAdded"])
            (tree,) = self.ask("browsingContext.getTree")["contexts"]
            self._context = tree["context"]
        except BaseException:
            self._process.kill()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)

    def ask(self, method: str, **parameters: Any) -> Any:
        """The result of a command; what the console says meanwhile becomes a complaint."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(command))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] in {"error", "warn"}:
                    self.complaints.append(str(entry["text"]))
            if message.get("id") == self._number:
                assert message["type"] == "success", message
                return message["result"]

    def open(self, url: str) -> None:
        """Open a page, and wait until all that it names has been loaded."""
        self.complaints.clear()
        self.ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function body in JavaScript returns, or what the promise comes to."""
        result = self.ask(
            "script.evaluate",
            expression=f"(async (...arguments) => {{ {script} }})(...{json.dumps(arguments)})"
            ".then((value) => JSON.stringify(value ?? null))",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def narrow(self, width: int) -> None:
        """Give the page this width in CSS pixels."""
        viewport = {"width": width, "height": 740}
        self.ask("browsingContext.setViewport", context=self._context, viewport=viewport)

    def wait(self, condition: str) -> None:
        """Wait until an expression in JavaScript is true."""
        wait_until(lambda: self.run(f"return Boolean({condition})"))
