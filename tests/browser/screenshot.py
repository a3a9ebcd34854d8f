"""Makes the screenshot of docs/play.md, docs/screenshot.png: `make screenshot`."""

import base64

from tests.browser.chromium import run_chromium
from tests.browser.driver import Page
from tests.support.paths import ROOT
from tests.support.servers import Server

SIZE = (1200, 900)


def main() -> None:
    """Play a move, ask for a hint and for the reason, and take the picture."""
    with Server() as server, run_chromium() as tab:
        page = Page(tab, server.url)
        page.resize(SIZE)
        page.play("#3,5,7")
        page.take(2, 1)
        page.whole_hint()
        page.ask_why()
        page.run("document.activeElement.blur(); scrollTo(0, 0)")
        picture = tab.ask("Page.captureScreenshot", format="png")["data"]
    (ROOT / "docs" / "screenshot.png").write_bytes(base64.b64decode(picture))


if __name__ == "__main__":
    main()
