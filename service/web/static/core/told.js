// The titles and the words of the games: `make told` writes this file from the service's games.

export const TOLD = {
  "nim": {"title": "Nim", "noun": ["stone", "stones"], "unit": "pile"},
  "octal": {"title": "Take-and-break game", "noun": ["pin", "pins"], "unit": "row"},
  "kayles": {"title": "Kayles", "noun": ["pin", "pins"], "unit": "row"},
  "dawsons-kayles": {"title": "Dawson’s Kayles", "noun": ["pin", "pins"], "unit": "row"},
  "dawsons-chess": {"title": "Dawson’s chess", "noun": ["pin", "pins"], "unit": "row"},
  "laskers-nim": {"title": "Lasker’s Nim", "noun": ["pin", "pins"], "unit": "row"},
  "grundys-game": {"title": "Grundy’s game", "noun": ["pin", "pins"], "unit": "row"},
  "moore": {"title": "Moore’s Nim", "noun": ["stone", "stones"], "unit": "pile"},
  "wythoff": {"title": "Wythoff’s game", "noun": ["stone", "stones"], "unit": "pile"},
  "fibonacci": {"title": "Fibonacci Nim", "noun": ["stone", "stones"], "unit": "pile"},
  "greedy": {"title": "Greedy Nim", "noun": ["stone", "stones"], "unit": "pile"},
  "numbers": {"title": "Numbers of a kind", "noun": ["stone", "stones"], "unit": "pile"},
  "euclid": {"title": "Euclid", "noun": ["stone", "stones"], "unit": "pile"},
  "staircase": {"title": "Staircase Nim", "noun": ["stone", "stones"], "unit": "step"},
  "chomp": {"title": "Chomp", "noun": ["square", "squares"], "unit": "row"},
  "growing": {"title": "Growing piles", "noun": ["stone", "stones"], "unit": "pile"},
  "sum": {"title": "Sum of games", "noun": ["stone", "stones"], "unit": "pile"},
  "welter": {"title": "Welter’s game", "noun": ["square", "squares"], "unit": "coin"},
};
