"""What can be asked of a position, written against `Game`, so that no question names a game."""
