"""A real Chromium that starts."""

import os

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

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
    # Less work for two cores: no drawing of 3D, and no process kept ready for another site.
    "--disable-software-rasterizer",
    "--disable-features=SpareRendererForSitePerProcess",
)

# The same engine without the windows around it, where it is installed: two thirds of the work.
BROWSERS = ("/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium")


def start_chromium() -> Chrome:
    """Start Debian's Chromium with its own driver; nothing is downloaded.

    The driver makes a profile for it, and removes it.
    """
    options = ChromeOptions()
    options.binary_location = next(filter(os.path.exists, BROWSERS), BROWSERS[-1])
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return Chrome(options=options, service=Service("/usr/bin/chromedriver"))
