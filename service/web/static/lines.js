// How the objects of a pile stand in lines.

/**
 * `{columns, skipped}` for a pile of `size` objects, of which `perLine` fit into a line: as few lines
 * as possible, of equal length, `skipped` places of the first one empty. Where it can be, the last
 * `reach` objects, those that a move may take, stand in one line; `gone` places follow them.
 */
export function linesOf({ size, gone = 0, perLine, reach = Infinity }) {
  const all = size + gone;
  const lines = Math.max(1, Math.ceil(all / perLine));
  const fewest = Math.max(1, Math.ceil(all / lines));
  const usual = { columns: fewest, skipped: 0 };
  if (lines === 1 || reach > perLine) return usual;
  for (let columns = fewest; columns <= perLine; columns += 1) {
    for (const skipped of [0, (columns - (all % columns)) % columns]) {
      const line = (index) => Math.floor((skipped + index) / columns);
      if (line(Math.max(0, size - reach)) === line(size - 1)) return { columns, skipped };
    }
  }
  return usual;
}
