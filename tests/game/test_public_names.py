"""What programs in Python may import."""

from service import game


def test_every_game_is_among_the_public_names() -> None:
    assert {each.__name__ for each in game.GAMES.values()} <= {*game.__all__}
