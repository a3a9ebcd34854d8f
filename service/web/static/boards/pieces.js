// Where the piles of a take-and-break game stand: each row that the game began with, in pieces.

/**
 * The number of objects to the left of what a move takes: its `at`, or the smaller part for a move of
 * the computer, which says only what it leaves.
 */
export function leftOf({ size, remove, left, at }) {
  return Math.min(at ?? (left.length === 2 ? left[0] : size - remove), size - remove);
}

/**
 * The rows from left to right: pieces that stand, `{pile, size}`, and places of objects that are gone,
 * `{fell}`, true for the last move's.
 */
export function piecesOf({ start, moves }) {
  const pieces = start.map((size, row) => ({ row, from: 0, size }));
  let fallen = null;
  for (const { pile, remove, leaves_piles: parts, at } of moves) {
    const { row, from, size } = pieces[pile];
    const left = leftOf({ size, remove, left: parts, at });
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
