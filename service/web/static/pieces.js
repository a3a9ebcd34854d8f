// Where the piles of a take-and-break game stand: each row that the game began with, in pieces.

/**
 * The rows from left to right: pieces that stand, `{pile, size}`, and places of objects that are gone,
 * `{fell}`, true for the last move's. A move's `at` is how many objects stand left of what it takes;
 * of the computer's moves, which say only what they leave, the smaller part is left.
 */
export function piecesOf({ start, moves }) {
  const pieces = start.map((size, row) => ({ row, from: 0, size }));
  let fallen = null;
  for (const { pile, remove, leaves_piles: parts, at } of moves) {
    const { row, from, size } = pieces[pile];
    const left = Math.min(at ?? (parts.length === 2 ? parts[0] : size - remove), size - remove);
    const sides = [
      { row, from, size: left },
      { row, from: from + left + remove, size: size - remove - left },
    ].filter((side) => side.size > 0);
    sides.sort((a, b) => a.size - b.size); // as the service does: the smaller one keeps the pile's place
    pieces[pile] = sides[0] ?? { row, from, size: 0 };
    if (sides[1]) pieces.push(sides[1]);
    fallen = { row, from: from + left, to: from + left + remove };
  }
  return start.map((size, row) => {
    const parts = [];
    for (let place = 0; place < size; place += 1) {
      const pile = pieces.findIndex((piece) => piece.row === row && piece.size > 0 && piece.from === place);
      if (pile === -1) {
        parts.push({ fell: fallen !== null && fallen.row === row && place >= fallen.from && place < fallen.to });
      } else {
        parts.push({ pile, size: pieces[pile].size });
        place += pieces[pile].size - 1;
      }
    }
    return parts;
  });
}
