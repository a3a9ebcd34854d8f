// The two figures of Nim itself: the table of its sums and products, and the lost positions of three piles in space.

import { element } from "../../core/dom.js";

// --- A table of numbers as squares, each coloured by its value, with a heading for each row and column; one of the
// squares is chosen ---

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

// --- Positions of three piles as points in space, turned by a slider or by dragging ---

const TILT = 0.42; // radians by which the picture leans towards the reader
const DIMMEST = 0.22; // of the colours, so that every point shows on the dark ground
const DRAGGED = 4; // pixels after which a press turns the picture, and is not a click
const REACH = 7; // pixels from a point within which a click means it
const REACH_OF_FINGERS = 22;
const EDGES = [
  [[0, 0, 0], [1, 0, 0]], [[0, 0, 0], [0, 1, 0]], [[0, 0, 0], [0, 0, 1]],
  [[1, 0, 0], [1, 1, 0]], [[1, 0, 0], [1, 0, 1]], [[0, 1, 0], [1, 1, 0]],
  [[0, 1, 0], [0, 1, 1]], [[0, 0, 1], [1, 0, 1]], [[0, 0, 1], [0, 1, 1]],
  [[1, 1, 0], [1, 1, 1]], [[1, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]],
];

/** Where the labels stand: at the corner, and at the end of each edge. */
const LABELS = [
  [0, 0, -0.08],
  [1.1, 0, -0.06],
  [0, 1.1, -0.06],
  [0, 0, 1.07],
];

const NAMES = ["0", "pile 1", "pile 2", "pile 3"];

export class Solid {
  #canvas;
  #points = [];
  #size = 1;
  #degrees = 0;
  #slice = -1;
  #own = null; // {piles, leaves}
  #placed = []; // the points as they were drawn last, the nearest ones last
  #moved = 0; // pixels since the picture was pressed
  #touched = false; // whether it was pressed with a finger

  /** `onTurn(degrees)` is called for dragging, and `onChoose(point, touched)` for a click on a point. */
  constructor(canvas, { onTurn, onChoose }) {
    this.#canvas = canvas;
    canvas.addEventListener("pointerdown", ({ pointerType }) => {
      this.#moved = 0;
      this.#touched = pointerType === "touch";
    });
    canvas.addEventListener("click", (event) => {
      const point = this.#moved < DRAGGED ? this.#pointAt(event) : null;
      if (point) onChoose(point, this.#touched);
    });
    new ResizeObserver(() => this.#paint()).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("pointermove", (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) {
        canvas.classList.toggle("over", this.#pointAt(event) !== null);
        return;
      }
      this.#moved += Math.abs(event.movementX) + Math.abs(event.movementY);
      onTurn((this.#degrees - event.movementX * 0.5 + 360) % 360);
    });
  }

  /** `points` are [a, b, c], each from 0 to below `size`. */
  show(points, size) {
    this.#points = points;
    this.#size = size;
    this.#paint();
  }

  set degrees(degrees) {
    this.#degrees = degrees;
    this.#paint();
  }

  /** The size of the third pile whose points stand out, or -1 for all of them. */
  set slice(slice) {
    this.#slice = slice;
    this.#paint();
  }

  /** A position that stands out, `piles`, and the points that a move in it `leaves`; or null. */
  set own(own) {
    this.#own = own;
    this.#paint();
  }

  #paint() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0) return;
    const scale = devicePixelRatio;
    this.#canvas.width = width * scale;
    this.#canvas.height = height * scale;
    const context = this.#canvas.getContext("2d");
    context.scale(scale, scale);
    const project = this.#projection(width, height);
    const style = getComputedStyle(this.#canvas);
    this.#box(context, project, style);
    const last = this.#size - 1;
    const radius = Math.max(1.5, (0.26 * Math.min(width, height)) / this.#size);
    const placed = this.#points.map(([a, b, c]) => ({
      point: [a, b, c],
      ...project(a / last, b / last, c / last),
      colour: shade(DIMMEST + (1 - DIMMEST) * (c / last)).background,
      stands: this.#slice === -1 || this.#slice === c,
    }));
    placed.sort((one, two) => two.depth - one.depth);
    for (const { x, y, depth, colour, stands } of placed) {
      context.globalAlpha = stands ? 1 : 0.12;
      context.fillStyle = colour;
      context.beginPath();
      context.arc(x, y, radius * (1 - 0.25 * depth), 0, 2 * Math.PI);
      context.fill();
    }
    this.#placed = placed.filter(({ stands }) => stands);
    context.globalAlpha = 1;
    if (this.#own) this.#mark(context, (piles) => project(...piles.map((count) => count / last)), radius);
    this.#labels(context, project, style);
  }

  /** The point where the mouse is, the nearest to the reader of several, or that next to a finger's tip; else null. */
  #pointAt({ offsetX, offsetY }) {
    const distance = ({ x, y }) => Math.hypot(x - offsetX, y - offsetY);
    const hit = this.#placed.filter((one) => distance(one) <= (this.#touched ? REACH_OF_FINGERS : REACH));
    if (this.#touched) hit.sort((a, b) => distance(b) - distance(a));
    return hit.length === 0 ? null : hit[hit.length - 1].point;
  }

  /** A ring around the position that stands out, and lines from it. */
  #mark(context, place, radius) {
    const { x, y } = place(this.#own.piles);
    context.strokeStyle = context.fillStyle = "#fff";
    context.lineWidth = 2;
    for (const left of this.#own.leaves) {
      const end = place(left);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(end.x, end.y);
      context.stroke();
      context.beginPath();
      context.arc(end.x, end.y, 1.4 * radius, 0, 2 * Math.PI);
      context.fill();
    }
    context.beginPath();
    context.arc(x, y, 2.4 * radius, 0, 2 * Math.PI);
    context.stroke();
  }

  #box(context, project, style) {
    context.strokeStyle = style.getPropertyValue("--line");
    context.lineWidth = 1;
    for (const [from, to] of EDGES) {
      const [start, end] = [project(...from), project(...to)];
      context.beginPath();
      context.moveTo(start.x, start.y);
      context.lineTo(end.x, end.y);
      context.stroke();
    }
  }

  #labels(context, project, style) {
    context.fillStyle = style.getPropertyValue("--quiet");
    context.strokeStyle = style.backgroundColor; // an outline, in case points are behind a label
    context.lineWidth = 4;
    context.font = `13px ${style.fontFamily}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const [i, place] of LABELS.entries()) {
      const text = NAMES[i];
      const { x, y } = project(...place);
      const half = context.measureText(text).width / 2 + 2;
      const within = Math.min(Math.max(x, half), this.#canvas.clientWidth - half);
      context.strokeText(text, within, y);
      context.fillText(text, within, y);
    }
  }

  /** From a place in the unit cube to one on the canvas, and how far away it is, from -1 to 1. */
  #projection(width, height) {
    const angle = (this.#degrees * Math.PI) / 180;
    const unit = 0.59 * Math.min(width, height);
    return (a, b, c) => {
      const [x, y] = [a - 0.5, b - 0.5];
      const across = x * Math.cos(angle) - y * Math.sin(angle);
      const away = x * Math.sin(angle) + y * Math.cos(angle);
      return {
        x: width / 2 + unit * across,
        y: height / 2 - unit * ((c - 0.5) * Math.cos(TILT) + away * Math.sin(TILT)),
        depth: away * Math.cos(TILT) - (c - 0.5) * Math.sin(TILT),
      };
    };
  }
}
