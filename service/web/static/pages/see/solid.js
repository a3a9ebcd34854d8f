// Positions of three piles as points in space, turned by a slider or by dragging.

import { shade } from "./table.js";

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
