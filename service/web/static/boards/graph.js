// A game drawn as dots and arrows: a dot that the token can reach is a button.

import { drawn, element } from "../core/dom.js";
import { and } from "../core/words.js";

/** Where the dots stand, in a picture 100 wide and HEIGHT high. */
const PLACES = { a: [93, 28], b: [71, 28], c: [49, 8], d: [49, 48], e: [7, 48], f: [7, 8] };
const HEIGHT = 56;
const RADIUS = 5.5;

export class Graph {
  #root;
  #onMove;

  constructor(root, onMove) {
    this.#root = root;
    this.#onMove = onMove;
  }

  /** Draw the game's graph with its token; `numbers` belong to the dots, or are null; `hint` has moves that win. */
  draw({ game, numbers, hint }, active) {
    const { graph, at } = game;
    const arrows = Object.entries(graph).flatMap(([start, ends]) =>
      ends.map((end) => arrow(start, end, start === at)),
    );
    const focused = this.hasFocus;
    this.#root.replaceChildren(
      drawn("svg", { viewBox: `0 0 100 ${HEIGHT}`, role: "img", "aria-label": describe(graph, numbers) }, ...arrows),
      ...Object.keys(graph).map((dot) => this.#dot(dot, { game, numbers, hint, active })),
    );
    if (focused) this.focus();
  }

  get hasFocus() {
    return this.#root.contains(document.activeElement);
  }

  focus() {
    this.#root.querySelector("button")?.focus();
  }

  #dot(dot, { game, numbers, hint, active }) {
    const { graph, at } = game;
    const reachable = active && graph[at].includes(dot);
    const wins = hint.some((move) => move.to === dot);
    const number = numbers ? element("span", { class: "number" }, String(numbers[dot])) : null;
    const label = ` Move the token to ${dot}${wins ? ": wins" : ""}`;
    const unseen = (text) => element("span", { class: "unseen" }, text);
    const onclick = () => this.#onMove({ to: dot });
    const node = reachable
      ? element("button", { type: "button", class: wins ? "dot reachable winning" : "dot reachable", "data-dot": dot, onclick }, dot, number, unseen(label))
      : element("span", { class: dot === at ? "dot token" : "dot", "data-dot": dot }, dot, dot === at ? unseen(" (token)") : null, number);
    const [x, y] = PLACES[dot];
    node.style.left = `${x}%`;
    node.style.top = `${(100 * y) / HEIGHT}%`;
    return node;
  }
}

function arrow(start, end, open) {
  const [x1, y1] = PLACES[start];
  const [x2, y2] = PLACES[end];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (x, y, along, across) =>
    `${(x + dx * along - dy * across).toFixed(2)},${(y + dy * along + dx * across).toFixed(2)}`;
  const tip = RADIUS + 1;
  return drawn(
    "g",
    { class: open ? "arrow open" : "arrow" },
    drawn("path", { d: `M${at(x1, y1, RADIUS + 0.6, 0)} L${at(x2, y2, -tip - 1.6, 0)}` }),
    drawn("polygon", {
      points: [at(x2, y2, -tip, 0), at(x2, y2, -tip - 2.6, 1.3), at(x2, y2, -tip - 2.6, -1.3)].join(" "),
    }),
  );
}

function describe(graph, numbers) {
  const arrows = Object.entries(graph).map(([dot, ends]) =>
    ends.length === 0 ? `${dot} has no arrows` : `${dot} has ${ends.length === 1 ? "an arrow" : "arrows"} to ${and(ends)}`,
  );
  const text = numbers ? ` The numbers: ${Object.keys(graph).map((dot) => `${dot} ${numbers[dot]}`).join(", ")}.` : "";
  return `Dots and arrows: ${arrows.join("; ")}.${text}`;
}
