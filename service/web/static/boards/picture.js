// Positions as small pictures, to look at and to print: stones, rows of pins, the queen on her squares.

import { element } from "../core/dom.js";
import { acrossOf } from "../games/wythoff.js";

/** A number of stones, of which the last ones are `taken`. */
export function stones(count, taken = 0) {
  return Array.from({ length: count }, (_, i) => element("span", { class: i >= count - taken ? "stone taken" : "stone" }));
}

/** A number of pins of a kind: standing, `taken`, `down` for long, or the first after a `split`. */
export function pins(count, kind = "standing") {
  return Array.from({ length: count }, () => element("span", { class: `skittle ${kind}` }));
}

/**
 * The squares from the corner to where the queen began, with her on one of them and, where she moves,
 * a mark on the square to which she goes.
 */
export function squares({ start, piles, to = null }) {
  const across = acrossOf(start);
  const [width, height] = [start[across], start[1 - across]];
  const isAt = (left, x, y) => left !== null && left[across] === x && left[1 - across] === y;
  const cells = [];
  for (let y = height; y >= 0; y -= 1) {
    cells.push(element("span", { class: "mark" }, String(y)));
    for (let x = 0; x <= width; x += 1) {
      const kinds = ["place", (x + y) % 2 === 0 && "dark", isAt(piles, x, y) && "her", isAt(to, x, y) && "goes"];
      cells.push(element("span", { class: kinds.filter(Boolean).join(" ") }, isAt(piles, x, y) ? "♛" : ""));
    }
  }
  cells.push(element("span", { class: "mark" }), ...Array.from({ length: width + 1 }, (_, x) => element("span", { class: "mark" }, String(x))));
  const picture = element("span", { class: "chessboard", "aria-hidden": "true" }, ...cells);
  picture.style.setProperty("--across", width + 1);
  return picture;
}
