"""Makes the picture of the README and of docs/play.md, docs/screenshot.png: `make screenshot`.

docs/screenshot.txt records the digests of the files that the picture shows.
"""

import base64
from hashlib import sha256

from tests.browser.chromium import run_chromium
from tests.browser.driver import Page
from tests.support.paths import ROOT
from tests.support.servers import Server
from tests.support.waiting import wait_until

SIZE = (1200, 760)
PICTURE = ROOT / "docs" / "screenshot.png"
RECORD = ROOT / "docs" / "screenshot.txt"
SHOWN = (
    "service/web/templates/play.html",
    "service/web/static/core/boards.css",
    "service/web/static/pages/play/play.css",
)
"""The template of the board's page, and the styles of boards.

Files that all pages share are left out, because most of their changes are not visible.
"""


def shown() -> str:
    """A line with the digest and the name of each file that the picture shows."""
    return "".join(f"{sha256((ROOT / name).read_bytes()).hexdigest()}  {name}\n" for name in SHOWN)


def main() -> None:
    """Request an explanation, which groups the stones, and take the picture."""
    with Server() as server, run_chromium() as tab:
        page = Page(tab, server.url)
        page.resize(SIZE)
        page.play("#3,4,5")
        page.ask_why()
        wait_until(lambda: page.count(".group"))
        page.run("document.activeElement.blur(); scrollTo(0, 0)")
        with tab.frames(are_seen=True):
            picture = tab.ask("Page.captureScreenshot", format="png")["data"]
    PICTURE.write_bytes(base64.b64decode(picture))
    RECORD.write_text(shown())


if __name__ == "__main__":
    main()
