"""docs/theory/: its examples give what the pages show."""

import doctest
import re

from service.web.pages import THEORY_PARTS
from tests.support.paths import ROOT

THEORY = ROOT / "docs" / "theory"


def test_examples_give_what_the_page_shows() -> None:
    text = "".join((THEORY / f"{name}.md").read_text() for name in THEORY_PARTS)
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    session = doctest.DocTestParser().get_doctest(examples, {}, THEORY.name, str(THEORY), 0)
    printed: list[str] = []

    results = doctest.DocTestRunner().run(session, out=printed.append)
    assert printed == []
    assert results.attempted == examples.count(">>>") > 0
