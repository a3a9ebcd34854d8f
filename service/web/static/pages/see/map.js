// A game map: the positions below a small one, in layers by how long play can still last, with the
// moves between them. Lost ones are marked, and each one that can be played is a link.

import { drawn, element } from "../../core/dom.js";

export class GameMap {
  #root;
  #layers = element("ol", { class: "layers", "aria-label": "Positions, by the longest game still possible" });
  #picture = drawn("svg", { class: "arcs", "aria-hidden": "true" });
  #arcs = []; // {from, to, wins, played}
  #nodes = new Map(); // by the names of positions

  constructor(root) {
    this.#root = root;
    root.replaceChildren(this.#picture, this.#layers);
    new ResizeObserver(() => this.#drawArcs()).observe(this.#layers);
    for (const begin of ["pointerover", "focusin"]) {
      root.addEventListener(begin, ({ target }) => this.#show(target.closest("[data-name]")?.dataset.name));
    }
    for (const end of ["pointerleave", "focusout"]) root.addEventListener(end, () => this.#show(null));
  }

  /**
   * `options` and `listed` are what the service's /graph and /positions say; `played` the piles of each
   * position of a game that was played, and `linkOf(piles)` the address of the board, or null.
   */
  draw({ options, listed, played, linkOf }) {
    const start = nameOf(played[0], options);
    const line = played.length > 1 ? played.map((piles) => nameOf(piles, options)) : [];
    const ranks = ranksOf(options);
    const byName = new Map(listed.map((one) => [nameOf(one.piles, options), one]));
    this.#arcs = Object.entries(options).flatMap(([from, ends]) => {
      const winning = new Set(byName.get(from).winning_results.map((piles) => nameOf(piles, options)));
      return ends.map((to) => ({ from, to, wins: winning.has(to), played: line.some((one, i) => one === from && line[i + 1] === to) }));
    });
    const layers = [];
    for (const name of Object.keys(options)) (layers[ranks.get(name)] ??= []).push(name);
    this.#nodes = new Map();
    this.#layers.replaceChildren(
      ...layers.reverse().map((names) =>
        element("li", { class: "layer" }, ...names.map((name) => this.#node(name, byName.get(name), { start, line, linkOf }))),
      ),
    );
    this.#drawArcs();
  }

  clear() {
    this.#arcs = [];
    this.#layers.replaceChildren();
    this.#picture.replaceChildren();
  }

  #node(name, { piles, position_class: kind }, { start, line, linkOf }) {
    const lost = kind === "P";
    const css = ["node", lost && "lost", name === start && "start", line.includes(name) && "played"];
    const href = linkOf(piles);
    const text = `the player to move ${lost ? "loses" : "wins"}${line.includes(name) ? ", on the line that was played" : ""}`;
    const attributes = { class: css.filter(Boolean).join(" "), "data-name": name };
    const node = href
      ? element("a", { ...attributes, href }, name, element("span", { class: "unseen" }, `${text}. Play it`))
      : element("span", attributes, name, element("span", { class: "unseen" }, text));
    this.#nodes.set(name, node);
    return node;
  }

  /** Lines from the foot of each position to the head of those that a move leaves. */
  #drawArcs() {
    const box = this.#root.getBoundingClientRect();
    const at = (name) => this.#nodes.get(name).getBoundingClientRect();
    this.#picture.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    // Those that stand out come last, above the others.
    const ordered = [...this.#arcs].sort((a, b) => a.played - b.played || a.wins - b.wins);
    this.#picture.replaceChildren(
      ...ordered.map(({ from, to, wins, played }) => {
        const [a, b] = [at(from), at(to)];
        const [x1, y1] = [a.left + a.width / 2 - box.left, a.bottom - box.top];
        const [x2, y2] = [b.left + b.width / 2 - box.left, b.top - box.top];
        const bend = (y2 - y1) / 2;
        return drawn("path", {
          d: `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`,
          class: ["arc", wins && "wins", played && "played"].filter(Boolean).join(" "),
          "data-from": from,
        });
      }),
    );
  }

  /** Make the moves from one position stand out. */
  #show(name) {
    for (const arc of this.#picture.children) arc.classList.toggle("shown", arc.getAttribute("data-from") === name);
  }
}

/** From each position the most moves that play can take from there. */
function ranksOf(options) {
  const ranks = new Map();
  const rank = (name) => {
    if (!ranks.has(name)) ranks.set(name, 1 + Math.max(-1, ...options[name].map(rank)));
    return ranks.get(name);
  };
  for (const name of Object.keys(options)) rank(name);
  return ranks;
}

/** What the graph calls a position: some games keep their empty piles, or the order of all. */
function nameOf(piles, options) {
  const own = piles.join("+");
  if (own in options) return own;
  const sorted = [...piles].sort((a, b) => a - b);
  const name = sorted.join("+");
  return name in options ? name : sorted.filter((count) => count > 0).join("+") || "0";
}
