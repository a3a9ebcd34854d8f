"""What programs in Python may import."""

from service import game
from service.game.game import Game
from tests.support.paths import ROOT


def test_every_game_is_public_by_its_name() -> None:
    """Those of 1.2 are among the public names as well; all are in GAMES, which is public."""
    assert "GAMES" in game.__all__
    named = {
        each for each in vars(game).values() if isinstance(each, type) and hasattr(each, "rule")
    }
    served = {each for each in game.GAMES.values() if not is_new(each)}
    assert named - served == set()
    assert served - named == set(), "import it in service/game/__init__.py, and list it in __all__"
    assert {each.__name__ for each in served} <= {*game.__all__}
    assert len(served) >= 18


def is_new(each: type[Game]) -> bool:
    """Whether a game is only in a file of its own, as somebody's first change is."""
    return not (ROOT / "docs" / "games" / f"{each.name}.md").exists()
