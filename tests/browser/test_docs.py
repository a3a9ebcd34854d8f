"""The page to read the contract on, in a real browser."""

import pytest
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.driver import PHONE, Page
from tests.support.contract import SPEC
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium", "chromedriver")

# What Swagger UI 5.34 itself lacks: names of its fields and selections, landmarks around its
# header, an order of its headings. Colours are this service's business, so their rules stay.
SWAGGER_UI = (
    "heading-order",
    "label",
    "landmark-unique",
    "nested-interactive",
    "region",
    "scrollable-region-focusable",
    "select-name",
)


def read(page: Page) -> WebElement:
    """Open the page, and its first operation."""
    page.open("/docs", ready=".opblock-summary-control")
    page.find(".opblock-summary-control").click()
    wait_until(lambda: page.all(".opblock .execute"))
    return page.find(".opblock")


def test_every_operation_of_the_contract_is_listed(page: Page) -> None:
    read(page)
    assert page.text(".title").startswith("Nim move service")
    listed = {element.text for element in page.all(".opblock-summary-path")}
    assert listed == set(SPEC["paths"])


def test_an_operation_can_be_tried_out(page: Page) -> None:
    operation = read(page)
    page.find(".opblock .execute").click()
    wait_until(lambda: page.all(".live-responses-table"))
    assert '"best_move": {' in operation.text
    assert "content-security-policy" in operation.text


def test_the_page_is_silent_and_asks_no_other_host(page: Page) -> None:
    read(page)
    page.find(".opblock .execute").click()
    wait_until(lambda: page.all(".live-responses-table"))
    assert page.complaints() == []
    assert page.hosts() == {page.url.removeprefix("http://")}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(page: Page, scheme: str) -> None:
    """The known violations of Swagger UI itself are left out."""
    page.prefer(scheme=scheme, motion="reduce")
    read(page)
    assert page.violations(*SWAGGER_UI) == []


def test_a_phone_never_scrolls_sideways(page: Page) -> None:
    page.resize(PHONE)
    read(page)
    assert page.run("return document.documentElement.scrollWidth") == PHONE[0]
