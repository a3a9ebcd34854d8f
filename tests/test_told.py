"""How the files about games are read; what they say is played in tests/web/test_told.py."""

import pytest

from service.told import parse
from tests.support.rows import rows

HEADING = """---
---

## Names

| name | query of `GET /move` | piles | class |
| -- | -- | -- | -- |
"""
ROW = "| Marienbad | such as `piles=1,3,5,7` | the rows | P |"


def test_each_row_of_a_table_is_a_name() -> None:
    (name,) = parse(HEADING + ROW).names
    assert name == ("Marienbad", {"piles": "1,3,5,7"}, "the rows", "P", True)


@rows("change", [("P |", "p |"), ("`", ""), (" |", "|"), ("| P |", "|"), ("such as", "like")])
def test_a_row_of_a_table_that_cannot_be_read_is_an_error(change: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="this row of a table can't be read"):
        parse(f"{HEADING}{ROW}\n{ROW.replace(*change)}")


def test_a_line_may_have_colons_in_its_text() -> None:
    told = parse("---\nsource: Guy: values: 1956\nmove: Take one: or two.\n---\n\nPlay well.\n")
    assert told.lines == {"source": "Guy: values: 1956", "move": "Take one: or two."}
