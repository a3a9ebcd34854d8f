// Positions as small pictures, to look at and to print: stones, rows of pins, the queen on her squares.

import { classes, element } from "./dom.js";
import { acrossOf } from "./games.js";

/** A number of stones, of which the last ones are `taken`. */
export const stones = (count, taken = 0) => Array.from({ length: count }, (_, i) => element("span", { class: i >= count - taken ? "stone taken" : "stone" }));

/** A number of pins of a kind: standing, `taken`, `down` for long, or the first after a `split`. */
export const skittles = (count, kind = "standing") => Array.from({ length: count }, () => element("span", { class: `skittle ${kind}` }));

/** The squares up to where the queen began, with her on one of them, and a mark on the square to which she goes. */
export function squares({ start, piles: now, to = null }) {
  const across = acrossOf(start);
  const [width, height] = [start[across], start[1 - across]];
  const isAt = (left, x, y) => left !== null && left[across] === x && left[1 - across] === y;
  const mark = (text) => element("span", { class: "mark" }, text);
  const place = (x, y) =>
    element("span", { class: classes("place", (x + y) % 2 === 0 && "dark", isAt(now, x, y) && "her", isAt(to, x, y) && "goes") }, isAt(now, x, y) ? "♛" : "");
  const columns = Array.from({ length: width + 1 }, (_, x) => x);
  const lines = Array.from({ length: height + 1 }, (_, i) => [mark(String(height - i)), ...columns.map((x) => place(x, height - i))]);
  const picture = element("span", { class: "chessboard", "aria-hidden": "true" }, ...lines.flat(), mark(""), ...columns.map((x) => mark(String(x))));
  picture.style.setProperty("--across", String(width + 1));
  return picture;
}
