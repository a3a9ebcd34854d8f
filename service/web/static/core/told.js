// The titles, words and rules of the games: `make told` writes this file from the service's games.

export const TOLD = {
  "nim": {"title": "Nim", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move takes any number of stones from one pile."},
  "octal": {"title": "Take-and-break game", "noun": ["pin", "pins"], "unit": "row", "rule": "Digit n of the code says what may remain of a row after n pins are taken from it."},
  "kayles": {"title": "Kayles", "noun": ["pin", "pins"], "unit": "row", "rule": "A move knocks down one pin or two neighbours, which may split the row in two."},
  "dawsons-kayles": {"title": "Dawson’s Kayles", "noun": ["pin", "pins"], "unit": "row", "rule": "A move knocks down two neighbouring pins, which may split the row in two."},
  "dawsons-chess": {"title": "Dawson’s chess", "noun": ["pin", "pins"], "unit": "row", "rule": "A move takes a lone pin, two at an end of a row, or three neighbours, which may split the row in two."},
  "laskers-nim": {"title": "Lasker’s Nim", "noun": ["pin", "pins"], "unit": "row", "rule": "A move takes any number of pins from one row, or splits a row in two."},
  "grundys-game": {"title": "Grundy’s game", "noun": ["pin", "pins"], "unit": "row", "rule": "A move splits a row into two rows of different lengths."},
  "moore": {"title": "Moore’s Nim", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move takes any number of stones from each of up to max_piles piles."},
  "wythoff": {"title": "Wythoff’s game", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move takes any number of stones from one of two piles, or the same number from both, as a queen goes left, down or diagonally."},
  "fibonacci": {"title": "Fibonacci Nim", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move takes at most twice as many stones as the last one took; the first move may not take all."},
  "greedy": {"title": "Greedy Nim", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move takes any number of stones from a largest pile."},
  "numbers": {"title": "Numbers of a kind", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move takes from one pile a number of stones of the kind that numbers names, such as a square, a prime, or a proper divisor of the pile's size."},
  "euclid": {"title": "Euclid", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move takes a multiple of the smaller pile from the larger one, or from either if they are equal; no move is legal once a pile is empty."},
  "staircase": {"title": "Staircase Nim", "noun": ["stone", "stones"], "unit": "step", "rule": "A move takes any number of stones from one step to the next one down, and from step 1, the lowest, out of the game."},
  "chomp": {"title": "Chomp", "noun": ["square", "squares"], "unit": "row", "rule": "A move takes a square with all squares right of it, below it, or both, but never the first square of row 1."},
  "growing": {"title": "Growing piles", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move adds one of the numbers in add to a pile, or multiplies a pile that is not empty by one of those in multiply. No move is legal once the piles together reach target."},
  "sum": {"title": "Sum of games", "noun": ["stone", "stones"], "unit": "pile", "rule": "A move is made in one of several games, components: positions of any games but sum."},
  "welter": {"title": "Welter’s game", "noun": ["square", "squares"], "unit": "coin", "rule": "A move takes a coin to an empty square of a smaller number, past other coins if need be; no two coins are on one square."},
};
