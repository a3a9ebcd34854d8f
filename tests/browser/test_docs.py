"""The page to read the contract on, in a real browser."""

import json
from typing import Any

from tests.browser.any_page import PHONE
from tests.browser.driver import Page
from tests.support.contract import SPEC, resolve
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
    """Open the page, and send the example of its first operation."""
    page.open("/docs", ready=".opblock-summary-control")
    page.click(".opblock-summary-control")
    wait_until(lambda: page.count(".opblock .response"))  # before, no click is heard
    page.click(".opblock .execute")
    wait_until(lambda: page.count(".live-responses-table"))


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


def test_the_page_is_silent_and_asks_no_other_host(page: Page) -> None:
    assert page.visit(read) == []
    assert page.hosts() == {page.url.removeprefix("http://")}


def test_an_operation_can_be_tried_out(page: Page) -> None:
    page.visit(read)
    said = page.text(".live-responses-table")
    assert '"best_move": {' in said
    assert "content-security-policy" in said


# The reader is given the contract without its schemas and without what it says of answers: it would
# go through all of that again for each operation that is opened, and what it offers to send does
# not depend on it. Of an answer it is given the status: it would colour every word of the rest.
INSTEAD = """
const real = fetch;
let given = false;
window.fetch = (...asked) => {
  if (given) return real(...asked).then(({ status }) => new Response(null, { status }));
  given = true;
  return Promise.resolve(new Response(JSON.stringify(CONTRACT)));
};
"""


def requests_only() -> dict[str, Any]:
    """The contract with the examples of what is sent, and the media types that are asked for."""

    def shortened(operation: dict[str, Any]) -> dict[str, Any]:
        kinds = resolve(operation["responses"]["200"]).get("content", {})
        answer = {"description": "", "content": {kind: {} for kind in kinds}}
        body = operation.get("requestBody", {}).get("content", {})
        examples = {kind: {"examples": media["examples"]} for kind, media in body.items()}
        sent = {"requestBody": {"content": examples}} if body else {}
        return {**operation, **sent, "responses": {"200": answer}}

    paths = {
        path: {method: shortened(operation) for method, operation in methods.items()}
        for path, methods in SPEC["paths"].items()
    }
    return {**SPEC, "paths": paths, "components": {"parameters": SPEC["components"]["parameters"]}}


# The reader draws its blocks anew, so each is looked up when it is needed.
EXECUTE = """
const [number] = arguments;
const STATUS = ".live-responses-table tbody .response-col_status";
const find = (css) => document.querySelectorAll(".opblock")[number].querySelector(css);
const soon = () => new Promise((resolve) => setTimeout(resolve, 100));
return (async () => {
  if (!find(".execute")) find(".opblock-summary-control").click();
  while (!find(".response")) await soon(); // before, no click is heard
  find(".execute").click();
  while (!find(STATUS)) await soon();
  const status = parseInt(find(STATUS).textContent);
  find(".opblock-summary-control").click(); // closed again, as the reader draws all that is open
  return status;
})();
"""


def test_every_operation_can_be_executed_as_it_is_offered(page: Page) -> None:
    contract = json.dumps(requests_only())
    with page.first(INSTEAD.replace("CONTRACT", contract)):
        page.open("/docs", ready=".opblock-summary-control")
    paths = page.texts(".opblock-summary-path")
    assert len(paths) == sum(len(operations) for operations in SPEC["paths"].values())
    statuses = [page.run(EXECUTE, number) for number in range(len(paths))]
    refused = [pair for pair in zip(paths, statuses, strict=True) if pair[1] != 200]
    assert refused == []
