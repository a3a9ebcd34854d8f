"""Uses the installed package as a library; type checkers read it too."""

from nim_move_service import create_app
from nim_move_service.game import GAMES, Kayles, Nim

for move in Nim.position([3, 4, 5]).winning_moves():
    for pile, parts in move.changes:
        print(pile, parts[0])
print(Kayles.position([9], misere=True).wins(), GAMES["euclid"].position([2, 5]).wins())
print(create_app(ACCESS_LOG=False).test_client().get("/move?piles=3").status)
