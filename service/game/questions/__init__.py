"""Questions about positions, which use the interface `Game` and name no game."""
