"""A real Chromium with one page, driven by its own remote agent: the DevTools protocol."""

import contextlib
import json
import select
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.browser.remote import CommandError, Remote, running
from tests.browser.scripts import WHEN_PARSED
from tests.support.waiting import wait_until

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    # Chromium limits changes of the address; tests make more of them than people do.
    "--disable-ipc-flooding-protection",
    # Less work for two cores: no 3D, no spare process for another site, no cached previous page,
    # no new frame for each page.
    "--disable-software-rasterizer",
    "--disable-features=SpareRendererForSitePerProcess,BackForwardCache,RenderDocument",
    # Pages are closed before compiling their scripts a second time pays off.
    "--js-flags=--no-opt --no-maglev",
    "--remote-debugging-port=0",
)

# The same engine without its user interface, if installed, takes half of the work. It draws only
# when it is told to.
SHELL = "/usr/lib/chromium/chromium-headless-shell"
DRAWS_WHEN_TOLD = ("--enable-begin-frame-control", "--run-all-compositor-stages-before-draw")

SELDOM, OFTEN = 0.2, 1 / 60
"""Seconds between two frames: usually, and where a test needs them as a person does.

Usually only a page's observers wait for them.
"""

# Chromium's message about a script that was running when another page loaded.
INTERRUPTED = ("Inspected target navigated or closed", "Execution context was destroyed.")

# The texts of special keys, and their key codes.
WRITES = {"Enter": "\r"}
NUMBERS = {
    "Backspace": 8,
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
}


@contextlib.contextmanager
def run_chromium() -> Iterator["Tab"]:
    """Debian's Chromium with a separate profile, stopped when the block ends."""
    has_shell = Path(SHELL).exists()
    command = (SHELL, *FLAGS, *DRAWS_WHEN_TOLD) if has_shell else ("chromium", *FLAGS)
    with (
        tempfile.TemporaryDirectory(prefix="nim-chromium-", ignore_cleanup_errors=True) as profile,
        running(*command, f"--user-data-dir={profile}", "about:blank"),
    ):
        listens = Path(profile, "DevToolsActivePort")
        wait_until(lambda: listens.exists() and listens.read_text().count("\n"))
        port, path = listens.read_text().splitlines()
        agent = f"ws://127.0.0.1:{port}"
        with contextlib.closing(Remote(agent + path)) as browser:
            targets = browser.ask("Target.getTargets")["targetInfos"]
        (page,) = (target["targetId"] for target in targets if target["type"] == "page")
        with contextlib.closing(Tab(f"{agent}/devtools/page/{page}", has_shell)) as tab:
            yield tab


class Tab(Remote):
    """The only page, whatever it shows."""

    def __init__(self, address: str, draws_when_told: bool) -> None:
        super().__init__(address)
        self.messages: list[str] = []
        """The messages on the console: errors, violated policies, failed requests, and others."""
        self._loaded = ""
        self._draws_when_told = draws_when_told
        self._interval, self._are_seen = SELDOM, False
        self._frame = 0
        """The number of the last frame's command while it has no result, otherwise 0."""
        self._drawn_at = 0.0
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Page.setLifecycleEventsEnabled", enabled=True)

    def hear(self, event: str, parameters: Any) -> None:
        if event == "Page.lifecycleEvent" and parameters["name"] == "load":
            self._loaded = parameters["loaderId"]
        if event == "Log.entryAdded":
            entry = parameters["entry"]
            self.messages.append(f"{entry.get('url')}: {entry['text']}")
        if event == "Runtime.consoleAPICalled":
            self.messages.append(f"console: {parameters['args']}")
        if event == "Runtime.exceptionThrown":
            self.messages.append(f"exception: {parameters['exceptionDetails']}")

    @contextlib.contextmanager
    def frames(self, *, are_seen: bool = False) -> Iterator[None]:
        """Give the page as many frames as a person's browser while the block waits for a result.

        Nothing is drawn of those that nobody sees.
        """
        self._interval, self._are_seen = OFTEN, are_seen
        try:
            yield
        finally:
            self._interval, self._are_seen = SELDOM, False

    def ask(self, method: str, **parameters: Any) -> Any:
        """The result of a command. Earlier events are handled first."""
        self._draw_if_due()
        return super().ask(method, **parameters)

    def receive(self) -> Any:
        """The browser's next message, handled if it is an event."""
        while not select.select([self._socket], [], [], self._interval)[0]:
            self._draw_if_due()
        message = super().receive()
        if message.get("id") == self._frame:
            self._frame = 0
        return message

    def _draw_if_due(self) -> None:
        """Run what waits for the next frame."""
        now = time.monotonic()
        if self._draws_when_told and not self._frame and now - self._drawn_at >= self._interval:
            begin = "HeadlessExperimental.beginFrame"
            self._frame, self._drawn_at = self.send(begin, noDisplayUpdates=not self._are_seen), now

    def load(self, url: str) -> str:
        """Load a page completely; returns the error if it failed, else an empty text."""
        went: dict[str, str] = self.ask("Page.navigate", url=url)
        while went.get("loaderId", self._loaded) != self._loaded:
            self.receive()
        return went.get("errorText", "")

    def reload(self) -> str:
        """Reload the page; returns the same as `load`."""
        before = self._loaded
        self.ask("Page.reload")
        while self._loaded == before:
            self.receive()
        return ""

    def run(self, script: str, *arguments: Any) -> Any:
        """The result of a function body in JavaScript, or of the promise that it returns.

        A page that a click has led to may still be arriving: its elements are waited for.
        """
        call = f"() => (function () {{ {script}\n}})(...{json.dumps(arguments)})"
        return self.evaluate(f"{WHEN_PARSED}({call})", returnByValue=True).get("value")

    def evaluate(self, expression: str, **options: Any) -> Any:
        """An expression's result as Chromium describes it, with the permissions of a click."""
        always = {"expression": expression, "awaitPromise": True, "userGesture": True}
        while True:
            try:
                response = self.ask("Runtime.evaluate", **always, **options)
            except CommandError as error:
                if not any(words in str(error) for words in INTERRUPTED):
                    raise
            else:
                assert "exceptionDetails" not in response, response
                return response["result"]

    def press(self, *keys: str) -> None:
        """Press keys one after another: characters, or keys by their names."""
        for key in keys:
            text = key if len(key) == 1 else WRITES.get(key, "")
            pressed = {"key": key, "code": key, "windowsVirtualKeyCode": NUMBERS.get(key, 0)}
            down = "keyDown" if text else "rawKeyDown"
            self.ask("Input.dispatchKeyEvent", type=down, text=text, **pressed)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **pressed)
