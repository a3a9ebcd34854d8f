"""What programs in Python may import."""

from service import game


def test_every_game_is_public_by_its_name() -> None:
    """Those of 1.2 are among the public names as well; all are in GAMES, which is public."""
    assert "GAMES" in game.__all__
    named = {
        each for each in vars(game).values() if isinstance(each, type) and hasattr(each, "rule")
    }
    assert named <= {*game.GAMES.values()}
    assert len(named) >= 17
