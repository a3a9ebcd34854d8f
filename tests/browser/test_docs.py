"""The page to read the contract on, in a real browser."""

from tests.browser.driver import PHONE, Page
from tests.support.contract import SPEC
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

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


# Swagger UI fades from one colour to another.
NO_TRANSITIONS = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("* { transition: none !important }");
document.adoptedStyleSheets = [sheet];
"""


def read(page: Page) -> None:
    """Open the page, and its first operation."""
    page.open("/docs", ready=".opblock-summary-control")
    page.click(".opblock-summary-control")
    wait_until(lambda: page.count(".opblock .execute"))


def test_every_operation_of_the_contract_is_listed(page: Page) -> None:
    page.visit(read)
    assert page.text(".title").startswith("Nim move service")
    listed = {*page.texts(".opblock-summary-path")}
    assert listed == set(SPEC["paths"])


def test_a_phone_never_scrolls_sideways(page: Page) -> None:
    page.visit(read)
    assert page.too_narrow(PHONE[0]) == {}


def test_axe_finds_no_violation(page: Page) -> None:
    """The known violations of Swagger UI itself are left out."""
    page.visit(read)
    page.run(NO_TRANSITIONS)
    assert page.violations_in_each_scheme(*SWAGGER_UI) == {}


def try_out(page: Page) -> None:
    """Open the page, and send the example of its first operation."""
    read(page)
    page.click(".opblock .execute")
    wait_until(lambda: page.count(".live-responses-table"))


def test_the_page_is_silent_and_asks_no_other_host(page: Page) -> None:
    assert page.visit(try_out) == []
    assert page.hosts() == {page.url.removeprefix("http://")}


def test_an_operation_can_be_tried_out(page: Page) -> None:
    page.visit(try_out)
    said = page.text(".live-responses-table")
    assert '"best_move": {' in said
    assert "content-security-policy" in said


# The reader draws its blocks anew, so each is looked up when it is needed.
EXECUTE = """
const [number] = arguments;
const STATUS = ".live-responses-table tbody .response-col_status";
const find = (css) => document.querySelectorAll(".opblock")[number].querySelector(css);
const soon = () => new Promise((resolve) => setTimeout(resolve, 100));
return (async () => {
  if (!find(".execute")) find(".opblock-summary-control").click();
  while (!find(".execute")) await soon();
  for (let i = 0; !find(STATUS); i += 1, await soon()) {
    if (i % 50 === 0) find(".execute").click(); // again, if the reader did not listen yet
  }
  const status = parseInt(find(STATUS).textContent);
  find(".opblock-summary-control").click(); // closed again, as the reader draws all that is open
  return status;
})();
"""


def test_every_operation_can_be_executed_as_it_is_offered(page: Page) -> None:
    page.open("/docs", ready=".opblock-summary-control")
    paths = page.texts(".opblock-summary-path")
    assert len(paths) == sum(len(operations) for operations in SPEC["paths"].values())
    statuses = [page.run(EXECUTE, number) for number in range(len(paths))]
    refused = [pair for pair in zip(paths, statuses, strict=True) if pair[1] != 200]
    assert refused == []
