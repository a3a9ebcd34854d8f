"""A real Firefox, driven by its own remote agent: WebDriver BiDi over a websocket."""

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.browser.remote import CommandError, Remote, running
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


@contextlib.contextmanager
def run_firefox(directory: Path) -> Iterator["Window"]:
    """Firefox with a profile in this directory; stopped when the block ends."""
    (directory / "user.js").write_text(QUIET)
    log = directory / "log"
    profile = ("--no-remote", "--profile", str(directory))
    with (
        log.open("wb") as output,
        running(PROGRAM, "--headless", *profile, "--remote-debugging-port", "0", output=output),
    ):
        address = wait_until(lambda: LISTENS.findall(log.read_text(errors="replace")))
        with contextlib.closing(Window(f"{address[0]}/session")) as window:
            yield window


class Window(Remote):
    """The only window, whatever it shows."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.complaints: list[str] = []
        """The errors and warnings on the console since the page was opened."""
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        (tree,) = self.ask("browsingContext.getTree")["contexts"]
        self._context = tree["context"]
        self._left: set[str] = set()

    def hear(self, event: str, parameters: Any) -> None:
        if event != "log.entryAdded" or parameters["level"] not in {"error", "warn"}:
            return
        if parameters["source"]["realm"] not in self._left:
            self.complaints.append(str(parameters["text"]))

    def open(self, url: str) -> None:
        """Open a page, and wait until everything has been loaded.

        Requests of the previous page are aborted, and Firefox may report that afterwards, so
        complaints of previous documents do not count.
        """
        realms = self.ask("script.getRealms", context=self._context)["realms"]
        self._left.update(realm["realm"] for realm in realms)
        self.complaints.clear()
        self.ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def run(self, script: str, *arguments: Any) -> Any:
        """The result of a function body in JavaScript, or of the promise that it returns."""
        result = self.ask(
            "script.evaluate",
            expression=f"(async (...arguments) => {{ {script} }})(...{json.dumps(arguments)})"
            ".then((value) => JSON.stringify(value ?? null))",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def press(self, css: str, pointer: str) -> None:
        """Press the middle of the first matching element with the mouse, or with a finger."""
        x, y = self.run(
            "const one = document.querySelector(arguments[0]);"
            "one.scrollIntoView({ block: 'center', behavior: 'instant' });"
            "const { left, top, width, height } = one.getBoundingClientRect();"
            "return [Math.round(left + width / 2), Math.round(top + height / 2)];",
            css,
        )
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": pointer, "parameters": {"pointerType": pointer}}
        self.ask(
            "input.performActions", context=self._context, actions=[{**source, "actions": steps}]
        )

    def narrow(self, width: int) -> None:
        """Set the width of the page in CSS pixels."""
        viewport = {"width": width, "height": 740}
        self.ask("browsingContext.setViewport", context=self._context, viewport=viewport)

    def wait(self, condition: str) -> None:
        """Wait until an expression in JavaScript is true on this page or a later one."""

        def holds() -> bool:
            try:
                return bool(self.run(f"return Boolean({condition})"))
            except CommandError:  # a page that is being closed evaluates nothing
                return False

        wait_until(holds)
