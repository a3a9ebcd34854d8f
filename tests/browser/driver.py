"""A page in a real Chromium, and the page to play on in a player's words."""

import contextlib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.remote.webelement import WebElement

from tests.support.waiting import wait_until

PLAYABLE = "html:not([data-loading]) #headline"
"""What a page to play on has once its script has set out."""

BLANK = "/healthz"
"""Where a test begins: nothing to draw, and of the pages' origin, so they need no new process."""

DESKTOP = (1280, 900)
PHONE = (360, 740)

# Chromium stops loading whenever a network interface appears or disappears, even for addresses on
# this machine; tests that start containers cause that.
NETWORK_CHANGED = "net::ERR_NETWORK_CHANGED"

ENDS = ("You won", "The computer won")

PERFECT = ";perfect"
"""What a link says that the computer makes no mistake; without a word it plays as for newcomers."""

# The width of all that the page shows, once its window has the width that it was given.
WIDTH = """
const [width, done] = arguments;
const page = document.documentElement;
const look = () => page.clientWidth === width
  ? requestAnimationFrame(() => done(page.scrollWidth)) : requestAnimationFrame(look);
requestAnimationFrame(look);
"""

# A page hears of a change of colours when its next frame is due.
NEXT_FRAME = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"

WHEN_SETTLED = """
const whenSettled = (done) => settled() ? done() : setTimeout(whenSettled, 5, done);
"""

# Whether it is a person's turn, the game is over, or something went wrong.
SETTLED = f"""
{WHEN_SETTLED}
const settled = () => /your turn$| won$/i.test(document.querySelector("#headline").innerText)
  || document.querySelector("#problem").checkVisibility();
"""

# As the driver's own command gives it: cells side by side, and no empty lines.
TEXTS = r"""
const plain = (text) => text.trim().replace(/\t/g, " ").replace(/\n+/g, "\n");
const read = (one) => one.checkVisibility() ? plain(one.innerText) : "";
return [...document.querySelectorAll(arguments[0])].map(read);
"""

# What a click does; a mouse, which some tests use, costs ten times as much.
CHOOSE = """
const choose = (one) => (one.focus(), one.click());
"""

# The same where a mouse would hit what is clicked, and nothing above it; else what it would hit.
CLICK = """
const [css] = arguments;
const one = document.querySelector(css);
one.scrollIntoView({ block: "nearest", behavior: "instant" });
const { left, top, width, height } = one.getBoundingClientRect();
const hit = document.elementFromPoint(left + width / 2, top + height / 2);
if (!one.contains(hit)) return hit?.outerHTML ?? "nothing";
choose(one);
"""

TAKE = """
const [pile, remove, done] = arguments;
const count = +document.querySelectorAll(".pile-count")[pile].textContent;
choose(document.querySelector(`[data-pile="${pile}"] [data-index="${count - remove}"]`));
whenSettled(done);
"""

# The rules of axe-core that look at colours.
COLOURS = ["color-contrast", "link-in-text-block"]


def axe_source() -> str:
    """The accessibility checker axe-core, as a test dependency carries it."""
    spec = find_spec("axe_playwright_python")
    assert spec
    assert spec.origin
    return (Path(spec.origin).parent / "axe.min.js").read_text()


class Page:
    """A page of the service, in a browser window of its own."""

    def __init__(self, driver: Chrome, url: str) -> None:
        self.driver = driver
        self.url = url
        self._complaints: list[str] = []
        self._size: tuple[int, int] | None = None
        self._preferred: dict[str, str] | None = None
        driver.get(url + BLANK)
        self.begin()

    def begin(self) -> None:
        """Give the next test what the last one may have changed, and empty the console."""
        self.resize(DESKTOP)
        self.prefer(scheme="light", motion="reduce")
        self.complaints()

    # --- The window ---------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Set the size of the page in CSS pixels; a narrow one is a phone's."""
        if size == self._size:
            return
        self._size = size
        width, height = size
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )

    def prefer(self, *, scheme: str, motion: str, colours: str = "none") -> None:
        """Set what the system prefers: a colour scheme, reduced motion, forced colours."""
        features = {
            "prefers-color-scheme": scheme,
            "prefers-reduced-motion": motion,
            "forced-colors": colours,
        }
        if features == self._preferred:
            return
        self._preferred = features
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": name, "value": value} for name, value in features.items()]},
        )

    @contextlib.contextmanager
    def line(self, *, offline: bool = False, latency: int = 0) -> Iterator[None]:
        """Cut the browser off from the server in the block, or add a latency in milliseconds."""
        speed = {"downloadThroughput": -1, "uploadThroughput": -1}
        command = "Network.emulateNetworkConditions"
        self.driver.execute_cdp_cmd("Network.enable", {})
        try:
            worse = {"offline": offline, "latency": latency, **speed}
            self.driver.execute_cdp_cmd(command, worse)
            yield
        finally:
            self.driver.execute_cdp_cmd(command, {"offline": False, "latency": 0, **speed})

    def complaints(self) -> list[str]:
        """The console's messages since the last call: errors, refused policies, failed requests."""
        self._network_changed()
        complaints, self._complaints = self._complaints, []
        return complaints

    def _network_changed(self) -> bool:
        """Read the console; whether it says that the machine's network changed meanwhile."""
        messages = [entry["message"] for entry in self._log("browser")]
        self._complaints += [message for message in messages if NETWORK_CHANGED not in message]
        return any(NETWORK_CHANGED in message for message in messages)

    def hosts(self) -> set[str]:
        """The hosts that the page has sent requests to since it was opened."""
        urls: list[str] = self.run("return performance.getEntries().map(entry => entry.name)")
        return {urlsplit(url).netloc for url in urls if url.startswith("http")}

    def _log(self, kind: str) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self.driver.get_log(kind)  # type: ignore[no-untyped-call]
        return entries

    def violations(self, *ignored: str) -> list[str]:
        """The violations that axe-core finds on the page, by all its rules but the ignored ones."""
        return self._violations({"rules": {rule: {"enabled": False} for rule in ignored}})

    def _violations(self, options: dict[str, Any]) -> list[str]:
        if not self.run("return 'axe' in window"):
            self.run(axe_source())
        found = self.driver.execute_async_script(
            "axe.run(document, arguments[0]).then((r) => arguments[1](r.violations))",
            {"resultTypes": ["violations"], **options},
        )
        return [
            f"{violation['id']}: {node['html'][:200]}"
            for violation in found
            for node in violation["nodes"]
        ]

    def violations_in_each_scheme(self, *ignored: str) -> dict[str, list[str]]:
        """The same in the light colours and, for colours only, in the dark ones, if any."""
        found = {"light": self.violations(*ignored)}
        self.prefer(scheme="dark", motion="reduce")
        self.driver.execute_async_script(NEXT_FRAME)
        found["dark"] = self._violations({"runOnly": {"type": "rule", "values": COLOURS}})
        return {scheme: violations for scheme, violations in found.items() if violations}

    def too_narrow(self, *widths: int) -> dict[int, int]:
        """Of these widths those at which the page would scroll sideways, and how wide it is."""
        found = {}
        for width in widths:
            self.resize((width, 740))
            found[width] = self.driver.execute_async_script(WIDTH, width)
        return {width: wide for width, wide in found.items() if wide != width}

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function body in JavaScript returns."""
        return self.driver.execute_script(script, *arguments)

    # --- What is seen and done ----------------------------------------------------------------

    def open(self, path: str, ready: str) -> None:
        """Open a page of the service afresh, and wait for an element that says it is ready."""
        while not self._opened(path, ready):
            self._complaints = []

    def visit(self, state: Callable[[Self], None]) -> list[str]:
        """Bring the page into a state, for a test that only looks; the complaints meanwhile.

        Where the last test has looked at the same, nothing is opened again. The page itself keeps
        which state it is in, so that whatever opens another page ends that.
        """
        name = f"{state.__module__}.{state.__qualname__}"
        visited, complaints = self.run("return window.visited") or (None, [])
        if visited != name:
            state(self)
            complaints = self.complaints()
            self.run("window.visited = arguments[0]", [name, complaints])
        return list(complaints)

    def _opened(self, path: str, ready: str) -> bool:
        """Whether the page opened; not if the network changed while it did."""
        # Or a link that differs only in its fragment would load nothing.
        self.run("history.replaceState(null, '', arguments[0])", BLANK)
        try:
            self.driver.get(self.url + path)
        except WebDriverException as error:
            if NETWORK_CHANGED not in str(error):
                raise
            return False
        changed = False

        def settled() -> bool:
            nonlocal changed
            changed = changed or self._network_changed()
            return changed or bool(self.all(ready))

        wait_until(settled)
        return not changed

    # Scripts, as one costs less than the driver's own command to find, and a fraction of two.

    def find(self, css: str) -> WebElement:
        """The first element; there must be one."""
        element: WebElement | None = self.run("return document.querySelector(arguments[0])", css)
        assert element is not None, f"no {css} on {self.driver.current_url}"
        return element

    def all(self, css: str) -> list[WebElement]:
        elements: list[WebElement] = self.run(
            "return [...document.querySelectorAll(arguments[0])]", css
        )
        return elements

    def click(self, css: str) -> None:
        """Click the first such element, which must be in sight."""
        hit = self.run(CHOOSE + CLICK, css)
        assert hit is None, f"{css} is behind {hit}"

    def text(self, css: str) -> str:
        """What can be read of the first such element; there must be one."""
        return self.texts(css)[0]

    def texts(self, css: str) -> list[str]:
        """What can be read of each such element."""
        texts: list[str] = self.run(TEXTS, css)
        return texts

    def shown(self, css: str) -> bool:
        """Whether any such element can be seen."""
        seen: bool = self.run(
            "return [...document.querySelectorAll(arguments[0])].some("
            "  (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))",
            css,
        )
        return seen

    def press(self, *keys: str) -> None:
        """Press keys one after another, wherever the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    @property
    def focused(self) -> str:
        """The accessible name of what has the focus."""
        return self.driver.switch_to.active_element.accessible_name

    # --- The game -----------------------------------------------------------------------------

    def play(self, fragment: str = "#3,4,5", strength: str = PERFECT) -> None:
        """Open the page to play on, with the game that the fragment and the strength make."""
        self.open_fresh(f"/{fragment}{strength}")

    def open_fresh(self, path: str) -> None:
        """Open a page to play on as a new tab does, which keeps no game."""
        self.run("sessionStorage.clear()")
        self.open(path, ready=PLAYABLE)

    @property
    def headline(self) -> str:
        return self.text("#headline")

    @property
    def detail(self) -> str:
        return self.text("#detail")

    @property
    def piles(self) -> list[int]:
        """The objects in each pile, by the numbers beside them."""
        counts: list[int] = self.run(
            "return [...document.querySelectorAll('.pile-count')].map(c => +c.textContent)"
        )
        return counts

    @property
    def moves(self) -> list[str]:
        """The lines of the list of moves."""
        return self.texts("#moves li")

    @property
    def over(self) -> bool:
        return self.headline in ENDS

    def settle(self) -> None:
        """Wait until it is the person's turn, the game is over, or something went wrong."""
        self.driver.execute_async_script(f"{SETTLED} whenSettled(arguments[0])")

    def take(self, pile: int, remove: int) -> None:
        """Choose the object that removes this number from the pile with this index."""
        self.driver.execute_async_script(SETTLED + CHOOSE + TAKE, pile, remove)

    def take_anything(self) -> None:
        """Take one object from the first pile that has any."""
        self.take(next(i for i, count in enumerate(self.piles) if count), 1)

    def hint(self) -> None:
        """Ask for the next step of the hint, and wait for it."""
        before = self.detail
        self.click("#hint")
        wait_until(lambda: self.detail not in {before, "One moment …"})

    def whole_hint(self) -> None:
        """Ask for every step of the hint."""
        while self.find("#hint").is_enabled():
            self.hint()

    def follow_hint(self) -> None:
        """Ask which move wins, and make the first one that is marked."""
        self.whole_hint()
        self.click(".winning")
        self.settle()

    def choose(self, name: str, value: str) -> None:
        """Choose one of the settings of a new game."""
        self.run("arguments[0].click()", self.find(f'#setup [name={name}][value="{value}"]'))

    def start(self, *, first: str = "you", strength: str = "perfect") -> None:
        """Start a new game with the piles and the convention that the form shows."""
        self.choose("first", first)
        self.choose("strength", strength)
        self.click("#setup .primary")
        self.settle()
