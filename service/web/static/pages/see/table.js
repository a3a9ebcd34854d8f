// A table of numbers as squares, each coloured by its value, with a heading for each row and column;
// one of the squares is chosen.

import { element } from "../../core/dom.js";

/** Above this size a number does not fit into its square. */
const NUMBERED = 16;

/** Headings that are shown: one in this many, if not all fit. */
const EVERY = { 32: 4, 64: 8 };

export class Table {
  #root;
  #onChoose;
  #onOpen;
  #chosenBefore = null; // the square that was chosen before it was pressed
  #cells = []; // by row, then by column
  #places = new WeakMap(); // by the squares: {row, column, value}
  #at = { row: 0, column: 0 };

  /**
   * `onChoose({row, column, value})` is called for the square that is pointed at or focused, and
   * `onOpen` for one that is clicked when it is chosen already. A finger only chooses, as squares are
   * smaller than its tip.
   */
  constructor(root, onChoose, onOpen) {
    this.#root = root;
    this.#onChoose = onChoose;
    this.#onOpen = onOpen;
    root.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && this.#choose(target));
    root.addEventListener("pointerdown", ({ target, pointerType }) => {
      this.#chosenBefore = target.tabIndex === 0 && pointerType !== "touch" ? target : null;
    });
    root.addEventListener("click", ({ target }) => {
      const opens = this.#places.has(target) && target === this.#chosenBefore;
      this.#chosenBefore = null;
      this.#choose(target);
      if (opens) this.#onOpen(this.#places.get(target));
    });
    root.addEventListener("focusin", ({ target }) => this.#choose(target));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * `name(row, column, value)` is a square's text for a screen reader; `sign` is that of the
   * operation, for the corner.
   */
  draw(rows, name, sign) {
    const size = rows.length;
    const most = Math.max(1, ...rows.flat());
    const shades = Array.from({ length: most + 1 }, (_, value) => shade(value / most));
    this.#cells = rows.map((values, row) =>
      values.map((value, column) => {
        const cell = element(
          "div",
          { role: "gridcell", class: "cell", tabindex: "-1", "aria-label": name(row, column, value) },
          size <= NUMBERED ? String(value) : null,
        );
        cell.style.backgroundColor = shades[value].background;
        cell.style.color = shades[value].ink;
        this.#places.set(cell, { row, column, value });
        return cell;
      }),
    );
    this.#root.style.setProperty("--size", size);
    const row = (...cells) => element("div", { role: "row", class: "row" }, ...cells);
    this.#root.replaceChildren(
      row(heading("columnheader", sign), ...rows.map((_, i) => heading("columnheader", i, size))),
      ...this.#cells.map((cells, i) => row(heading("rowheader", i, size), ...cells)),
    );
    const { row: at, column } = this.#at;
    this.#choose(this.#cells[Math.min(at, size - 1)][Math.min(column, size - 1)]);
  }

  #choose(cell) {
    if (!this.#places.has(cell)) return;
    for (const chosen of this.#root.querySelectorAll('[tabindex="0"]')) chosen.tabIndex = -1;
    cell.tabIndex = 0;
    this.#at = this.#places.get(cell);
    this.#onChoose(this.#at);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && this.#places.has(event.target)) this.#onOpen(this.#places.get(event.target));
    const { row, column } = this.#at;
    const last = this.#cells.length - 1;
    const target = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [row, 0],
      End: [row, last],
      PageUp: [0, column],
      PageDown: [last, column],
    }[event.key];
    if (!target) return;
    event.preventDefault();
    this.#cells[target[0]]?.[target[1]]?.focus();
  }
}

function heading(role, text, size = 0) {
  const shown = text % (EVERY[size] ?? 1) === 0 || size === 0;
  return element("div", { role, class: "heading", "aria-label": String(text) }, shown ? String(text) : null);
}

// --- Colours for numbers: from deep blue for the least to warm light for the greatest ---

/** Red, green and blue at equal distances, of about equal steps in lightness (OKLCH). */
const STOPS = [[26, 30, 86], [42, 44, 119], [59, 59, 153], [99, 72, 179], [151, 83, 189], [209, 98, 170], [252, 127, 128], [255, 180, 119], [255, 234, 165]];

/** The luminance, from 0 to 1, below which white text has more contrast, and from which black text. */
const MIDDLE = 0.179;

/** `{background, ink}` for a fraction from 0 to 1. */
export function shade(fraction) {
  const place = fraction * (STOPS.length - 1);
  const before = Math.min(Math.floor(place), STOPS.length - 2);
  const colour = STOPS[before].map((from, i) => Math.round(from + (place - before) * (STOPS[before + 1][i] - from)));
  const [red, green, blue] = colour.map((byte) => (byte <= 10 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue; // as WCAG 2 defines it
  return { background: `rgb(${colour.join(", ")})`, ink: luminance < MIDDLE ? "#fff" : "#000" };
}
