"""The page that shows the contract, in a real browser."""

import pytest

from tests.browser.driver import Page
from tests.support.contract import SPEC, operations
from tests.support.needs import needs
from tests.support.waiting import wait_until

pytestmark = needs("chromium")

OPERATIONS = {
    operation["operationId"]: (method.lower(), path, operation)
    for path, method, operation in operations()
}


def read(page: Page, fragment: str = "") -> None:
    page.run("localStorage.removeItem('nim-language')")
    page.open(f"/docs{fragment}", ready="html:not([data-loading])")
    page.run("for (const one of document.querySelectorAll('main details')) one.open = true")


def send(page: Page) -> None:
    """Submit the form of an operation."""
    page.click("#solvePosition [type=submit]")
    wait_until(lambda: page.shown("#solvePosition .received"))


def test_the_contract_is_shown(page: Page, subtests: pytest.Subtests) -> None:
    read(page)
    described = page.attributes(".operation", "id")
    with subtests.test("every operation is listed, and described in the order of the tags"):
        links = page.attributes(".contents li a", "href")
        assert {f"#{ident}" for ident in OPERATIONS} <= {*links}
        assert described == [
            ident
            for tag in SPEC["tags"]
            for ident, (*_, operation) in OPERATIONS.items()
            if tag["name"] in operation["tags"]
        ]
        assert [title.replace("\n", " ") for title in page.texts(".operation h3")] == [
            f"{method.upper()} {path} {operation['summary']}"
            for method, path, operation in map(OPERATIONS.__getitem__, described)
        ]
    with subtests.test("probes and metrics stand apart from the API"):
        assert page.attributes("main > section", "class")[-2:] == ["operators", "errors"]
        apart = set(described) - {*page.attributes(".api .operation", "id")}
        assert apart == {
            ident for ident, (*_, each) in OPERATIONS.items() if each["tags"] == ["Probes"]
        }
    with subtests.test("each key of a request is described"):
        names = page.texts("#solvePosition h4 + dl:first-of-type dt code")
        keys = list(SPEC["components"]["schemas"]["Position"]["properties"])
        assert [name for name in names if name in keys] == keys
    with subtests.test("each link within the page leads somewhere"):
        lost = page.run(
            "return [...document.querySelectorAll('a[href^=\"#\"]')].map(({ hash }) => hash)"
            ".filter((hash) => !document.querySelector(hash))"
        )
        assert lost == []
    with subtests.test("axe finds nothing in the whole; colours are checked in its state"):
        assert page.violations("color-contrast") == []


SAMPLES = {
    "curl": """curl {root}/move \\
  -H 'Content-Type: application/json' \\
  -d '{{"piles": [3, 4, 5]}}'""",
    "Python": """import requests
response = requests.post("{root}/move", json={{'piles': [3, 4, 5]}})
print(response.json())""",
    "JavaScript": """const response = await fetch("{root}/move", {{
  method: "POST",
  headers: {{ "Content-Type": "application/json" }},
  body: JSON.stringify({{"piles": [3, 4, 5]}}),
}});
console.log(await response.json());""",
}


def test_samples_are_in_the_language_that_is_chosen_and_stays_so(page: Page) -> None:
    read(page)
    for language, code in SAMPLES.items():
        page.pick(f"[name=language][value={language}]")
        shown = [text for text in page.texts("#solvePosition .sample code") if text]
        assert shown == [code.format(root=page.url)]
    by_get = "".join(page.texts("#solvePositionFromQuery .sample code"))
    assert f'await fetch("{page.url}/move?piles=1,3,5")' in by_get
    page.open("/docs", ready="html:not([data-loading])")
    assert page.count("[name=language][value=JavaScript]:checked")
    page.run("localStorage.removeItem('nim-language')")


def test_a_search_leaves_what_has_all_its_words(page: Page) -> None:
    read(page)
    page.type("#search", "root square")
    left = page.attributes(".operation:not([hidden])", "id")
    assert "takeSquareRootOfNimber" in left
    for ident in OPERATIONS:
        text = page.run("return document.getElementById(arguments[0]).textContent", ident).lower()
        assert (ident in left) == ("square" in text and "root" in text)
    entries = "entry contains" if len(left) == 1 else "entries contain"
    assert page.text("#found") == f"{len(left)} {entries} these words."
    listed = page.run(
        "return [...document.querySelectorAll('.contents li a')]"
        ".filter(one => one.querySelector('.method') && one.checkVisibility())"
        ".map(one => one.hash.slice(1))"
    )
    assert sorted(listed) == sorted(left)
    page.fill("#search", "")
    assert page.count(".operation:not([hidden])") == len(OPERATIONS)


def test_a_response_is_shown_and_so_is_a_problem(page: Page) -> None:
    read(page)
    send(page)
    assert page.text("#solvePosition .status") == "200 · application/json"
    assert '"best_move": {' in page.text("#solvePosition .received")
    page.fill("#solvePosition-sent", "{")
    send(page)
    wait_until(lambda: "400" in page.text("#solvePosition .status"))
    assert page.text("#solvePosition .status") == "400 · application/problem+json"
    assert "/docs#error-not-json" in page.text("#solvePosition .received")


def test_a_service_that_cannot_be_reached_is_said(page: Page) -> None:
    read(page)
    with page.line(offline=True):
        page.click("#solvePosition [type=submit]")
        wait_until(lambda: page.text("#solvePosition .status") == "Can’t reach the service.")
    page.complaints()


# Each example of each form, sent as it is offered.
SEND_ALL = """
const pause = () => new Promise((done) => setTimeout(done, 5));
return (async () => {
  const found = [];
  for (const form of document.querySelectorAll("form.try")) {
    const options = form.querySelector("select")?.options ?? [{ text: "" }];
    for (let i = 0; i < options.length; i += 1) {
      const select = form.querySelector("select");
      if (select) {
        select.selectedIndex = i;
        select.dispatchEvent(new Event("change"));
      }
      form.querySelector(".status").textContent = "";
      form.requestSubmit();
      while (!/^\\d/.test(form.querySelector(".status").textContent)) await pause();
      const status = parseInt(form.querySelector(".status").textContent);
      if (status !== 200) found.push([form.dataset.path, options[i].text, status]);
    }
  }
  return [document.querySelectorAll("form.try").length, found];
})();
"""


def test_every_example_can_be_sent_as_it_is_offered(page: Page) -> None:
    read(page)
    assert page.run(SEND_ALL) == [len(OPERATIONS), []]


def test_the_type_of_a_problem_leads_to_its_description(page: Page) -> None:
    read(page, "#error-too-large")
    top = page.run("return document.querySelector(':target').getBoundingClientRect().top")
    assert 0 <= top < 700
    assert page.text(":target h3") == "413: The body is too large"
