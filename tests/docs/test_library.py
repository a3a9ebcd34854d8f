"""docs/library.md: its examples work, and it names what the package promises."""

import doctest

import service.game
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "library.md").read_text()


def test_the_examples_work() -> None:
    made = doctest.DocTestParser().get_doctest(PAGE, {}, "library.md", None, 0)
    assert len(made.examples) > 5
    said: list[str] = []
    doctest.DocTestRunner().run(made, out=said.append)
    assert said == []


def test_the_names_on_the_page_are_promised() -> None:
    for name in ("GAMES", "Move", "Position", "Solution", "TooMuchWork"):
        assert f"`{name}`" in PAGE
        assert name in service.game.__all__
