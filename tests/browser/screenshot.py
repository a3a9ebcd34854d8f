"""Makes the screenshot of docs/play.md, docs/screenshot.png: `make screenshot`."""

import base64

from tests.browser.chromium import run_chromium
from tests.browser.driver import Page
from tests.support.paths import ROOT
from tests.support.servers import Server
from tests.support.waiting import wait_until

SIZE = (1200, 760)


def main() -> None:
    """Play a move, ask for the explanation, let every move be judged, and take the picture."""
    with Server() as server, run_chromium() as tab:
        page = Page(tab, server.url)
        page.resize(SIZE)
        page.play("#3,5,7")
        page.take(2, 1)
        page.ask_why()
        page.click("#judge")
        wait_until(lambda: page.count("[data-verdict]"))
        page.run("document.activeElement.blur(); scrollTo(0, 0)")
        picture = tab.ask("Page.captureScreenshot", format="png")["data"]
    (ROOT / "docs" / "screenshot.png").write_bytes(base64.b64decode(picture))


if __name__ == "__main__":
    main()
