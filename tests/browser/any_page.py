"""Any page of the service in a real Chromium: its window, and reading and using it."""

import contextlib
import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.browser.chromium import Tab
from tests.browser.scripts import (
    CHOOSE,
    CLICK,
    FOCUS,
    LOOKS,
    MIDDLE,
    NEXT_FRAME,
    ONLY_LOOKS,
    SET,
    TEXTS,
    WIDTH,
)
from tests.support.waiting import wait_until

BLANK = "/healthz"
"""Where a test begins: nothing to draw, but the pages' origin, so that no new process starts."""

DESKTOP = (1280, 900)
PHONE = (360, 740)

# Chromium stops loading whenever a network interface appears or disappears, even for addresses on
# this machine; tests that start containers cause that.
NETWORK_CHANGED = "net::ERR_NETWORK_CHANGED"

# Chromium loads the manifest's icon late, and says this if a test opens the next page before then.
ICON_GIVEN_UP = "(Download error or resource isn't a valid image)"

# The rules of axe-core about colours.
COLOURS = ["color-contrast", "link-in-text-block"]
ABOUT_COLOURS = {"runOnly": {"type": "rule", "values": COLOURS}}


def axe_source() -> str:
    """The accessibility checker axe-core, from a test dependency."""
    spec = find_spec("axe_playwright_python")
    assert spec
    assert spec.origin
    return (Path(spec.origin).parent / "axe.min.js").read_text()


class AnyPage:
    """A page of the service, in the one tab of a browser."""

    def __init__(self, tab: Tab, url: str) -> None:
        self.tab = tab
        self.url = url
        self._size: tuple[int, int] | None = None
        self._preferred: dict[str, str] | None = None
        self._pointed = False
        self._looks: dict[str, set[str]] = {"light": set(), "dark": set()}
        tab.load(url + BLANK)
        self.begin()

    def begin(self) -> None:
        """Reset everything that the last test may have changed, and empty the console."""
        self.resize(DESKTOP)
        self.prefer(scheme="light", motion="reduce")
        if self._pointed:
            self.mouse("mouseMoved", 0, 0)
            self._pointed = False
        self.complaints()

    # --- The window ---------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Set the size of the page in CSS pixels. A narrow one is a phone's."""
        if size == self._size:
            return
        self._size = size
        width, height = size
        self.tab.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def prefer(self, *, scheme: str, motion: str, colours: str = "none") -> None:
        """Set the system's preferences: colour scheme, reduced motion, forced colours."""
        features = {
            "prefers-color-scheme": scheme,
            "prefers-reduced-motion": motion,
            "forced-colors": colours,
        }
        if features == self._preferred:
            return
        self._preferred = features
        self.tab.ask(
            "Emulation.setEmulatedMedia",
            features=[{"name": name, "value": value} for name, value in features.items()],
        )

    def next_frame(self) -> None:
        """Wait until the page has noticed a change of its window or of the system's preferences."""
        with self.tab.frames():
            self.run(NEXT_FRAME)

    @contextlib.contextmanager
    def line(self, *, offline: bool = False, latency: int = 0) -> Iterator[None]:
        """Disconnect the browser from the server in the block, or add a latency in milliseconds."""
        speed = {"downloadThroughput": -1, "uploadThroughput": -1}
        command = "Network.emulateNetworkConditions"
        self.tab.ask("Network.enable")
        try:
            self.tab.ask(command, offline=offline, latency=latency, **speed)
            yield
        finally:
            self.tab.ask(command, offline=False, latency=0, **speed)

    @contextlib.contextmanager
    def without(self, *urls: str) -> Iterator[None]:
        """Block these addresses in the block, and clear their cached responses."""
        self.tab.ask("Network.enable")
        self.tab.ask("Network.clearBrowserCache")
        self.tab.ask("Network.setBlockedURLs", urls=urls)
        try:
            yield
        finally:
            self.tab.ask("Network.setBlockedURLs", urls=[])
            self.complaints()

    @contextlib.contextmanager
    def no_scripts(self) -> Iterator[None]:
        """Disable scripts in pages opened in the block."""
        self.tab.ask("Emulation.setScriptExecutionDisabled", value=True)
        try:
            yield
        finally:
            self.tab.ask("Emulation.setScriptExecutionDisabled", value=False)

    @contextlib.contextmanager
    def first(self, script: str) -> Iterator[None]:
        """Run a script before the scripts of each page opened in the block."""
        added = self.tab.ask("Page.addScriptToEvaluateOnNewDocument", source=script)
        try:
            yield
        finally:
            self.tab.ask("Page.removeScriptToEvaluateOnNewDocument", **added)

    def complaints(self) -> list[str]:
        """New messages of the console: errors, violated policies, failed requests."""
        self.run("")  # or what the page has said a moment ago would not have come yet
        complaints = [
            message
            for message in self.tab.messages
            if NETWORK_CHANGED not in message and ICON_GIVEN_UP not in message
        ]
        self.tab.messages.clear()
        return complaints

    def hosts(self) -> set[str]:
        """The hosts that the page has sent requests to since it was opened."""
        urls: list[str] = self.run("return performance.getEntries().map(entry => entry.name)")
        return {urlsplit(url).netloc for url in urls if url.startswith("http")}

    def violations(self, *ignored: str) -> list[str]:
        """The violations that axe-core finds on the page by all rules except the ignored ones."""
        return self._violations({"rules": {rule: {"enabled": False} for rule in ignored}}, set())

    def _violations(self, options: dict[str, Any], known: set[str]) -> list[str]:
        """The violations; those of rules about colours by one text of each look not yet known.

        Finding out what is behind each text takes axe longer than all else, and most texts of a
        page look alike, as do those of its states.
        """
        if not self.run("return 'axe' in window"):
            self.run(f"{axe_source()}\n{ONLY_LOOKS}", COLOURS)
        new = self.run(LOOKS, [*known])
        known.update(new)
        if options is ABOUT_COLOURS and not new:
            return []
        found = self.run(
            "return axe.run(document, arguments[0]).then(({ violations }) => violations)",
            {"resultTypes": ["violations"], **options},
        )
        return [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in found
            for node in violation["nodes"]
        ]

    def violations_in_each_scheme(self) -> dict[str, list[str]]:
        """The violations in light colours and, for rules about colours, in dark ones."""
        found = {"light": self._violations({}, self._looks["light"])}
        self.prefer(scheme="dark", motion="reduce")
        self.next_frame()
        found["dark"] = self._violations(ABOUT_COLOURS, self._looks["dark"])
        return {scheme: violations for scheme, violations in found.items() if violations}

    def too_narrow(self, *widths: int) -> dict[int, int]:
        """The widths at which the page would scroll sideways, with its actual width."""
        found = {}
        for width in widths:
            self.resize((width, 740))
            with self.tab.frames():
                found[width] = self.run(WIDTH, width)
        return {width: wide for width, wide in found.items() if wide != width}

    def run(self, script: str, *arguments: Any) -> Any:
        """The result of a function body in JavaScript, or of the promise that it returns."""
        return self.tab.run(script, *arguments)

    # --- Reading and using the page -----------------------------------------------------------

    @property
    def address(self) -> str:
        """The address of the page."""
        address: str = self.run("return location.href")
        return address

    def open(self, path: str, ready: str) -> None:
        """Open a page of the service anew, and wait for an element that shows that it is ready."""

        def load() -> str:
            # Otherwise a link that differs only in its fragment would load nothing.
            self.run("history.replaceState(null, '', arguments[0])", BLANK)
            return self.tab.load(self.url + path)

        while not self._opened(load, ready):
            self.tab.messages.clear()

    def reload(self, ready: str) -> None:
        """Reload the page, and wait for an element that shows that it is ready."""
        while not self._opened(self.tab.reload, ready):
            self.tab.messages.clear()

    def _opened(self, load: Callable[[], str], ready: str) -> bool:
        """Whether the page opened, which fails if the network changes at the same time."""
        problem = load()
        assert problem in {"", NETWORK_CHANGED}, problem

        def changed() -> bool:
            return any(NETWORK_CHANGED in message for message in self.tab.messages)

        wait_until(lambda: changed() or self.count(ready))
        return not changed()

    def count(self, css: str) -> int:
        """The number of matching elements."""
        number: int = self.run("return document.querySelectorAll(arguments[0]).length", css)
        return number

    def click(self, css: str) -> None:
        """Click the first matching element, which must be visible."""
        hit = self.run(CHOOSE + CLICK, css)
        assert hit is None, f"{css} is behind {hit}"

    def pick(self, css: str) -> None:
        """Choose a radio button, even if something else is drawn in its place."""
        self.run("document.querySelector(arguments[0]).click()", css)

    def set(self, css: str, value: object) -> None:
        """Choose in a list, or move a slider."""
        self.run(SET, css, str(value))

    def text(self, css: str) -> str:
        """The readable text of the first matching element, which must exist."""
        return self.texts(css)[0]

    def texts(self, css: str) -> list[str]:
        """The readable text of each matching element."""
        texts: list[str] = self.run(TEXTS, css)
        return texts

    def attribute(self, css: str, name: str) -> str:
        """An attribute of the first matching element. Both must exist."""
        (value, *_) = self.attributes(css, name)
        return value

    def attributes(self, css: str, name: str) -> list[str]:
        """An attribute of each matching element."""
        script = "return [...document.querySelectorAll(arguments[0])].map("
        values: list[str] = self.run(script + "(one) => one.getAttribute(arguments[1]))", css, name)
        return values

    def value(self, css: str) -> str:
        """The value of a field."""
        value: str = self.run("return document.querySelector(arguments[0]).value", css)
        return value

    def names(self, css: str) -> list[str]:
        """The accessible name of each matching element."""
        self.next_frame()  # or an element that has just come may still have no name
        found = f"document.querySelectorAll({json.dumps(css)})"
        return [self._name(f"{found}[{i}]") for i in range(self.count(css))]

    def _name(self, expression: str) -> str:
        element = self.tab.evaluate(expression)["objectId"]
        tree = self.tab.ask(
            "Accessibility.getPartialAXTree", objectId=element, fetchRelatives=False
        )
        name: str = tree["nodes"][0].get("name", {}).get("value", "")
        return name

    def shown(self, css: str) -> bool:
        """Whether any matching element is visible."""
        seen: bool = self.run(
            "return [...document.querySelectorAll(arguments[0])].some("
            "  (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))",
            css,
        )
        return seen

    def type(self, css: str, text: str, *keys: str) -> None:
        """Append a text to a field, and press these keys."""
        self.run(FOCUS, css, False)
        self.press(*text, *keys)

    def fill(self, css: str, text: str, *keys: str) -> None:
        """Replace the text of a field, and press these keys."""
        self.run(FOCUS, css, True)
        self.press(*(text or ["Backspace"]), *keys)

    def press(self, *keys: str) -> None:
        """Press keys one after another, wherever the focus is."""
        self.tab.press(*keys)

    def point(self, css: str) -> tuple[float, float]:
        """Move the mouse to the first matching element, and return its position."""
        x, y = self.run(MIDDLE, css)
        self.mouse("mouseMoved", x, y)
        self._pointed = True
        return x, y

    def mouse(self, event: str, x: float, y: float, **more: Any) -> None:
        """Send an event of the mouse, which arrives with the next frame."""
        with self.tab.frames():
            self.tab.ask("Input.dispatchMouseEvent", type=event, x=x, y=y, **more)

    @property
    def focused(self) -> str:
        """The accessible name of the focused element."""
        return self._name("document.activeElement")
