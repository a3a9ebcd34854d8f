"""What is made from the games is up to date."""

from pathlib import Path

from tests.docs.generated import GENERATED
from tests.support.needs import needs
from tests.support.rows import rows

pytestmark = needs("node")  # which knows the lessons


@rows("path", GENERATED)
def test_what_is_made_from_the_games_is_up_to_date(path: Path) -> None:
    assert path.read_text("utf-8") == GENERATED[path](), "run `make told`"
