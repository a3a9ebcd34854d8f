// The board of any game of piles: the objects of each pile, and a button for each legal move, or a list of
// moves if there are many.

import { winningMoves } from "../core/confirm.js";
import { element } from "../core/dom.js";
import { Roving } from "../core/roving.js";
import { capital, moveName, pileName } from "../core/words.js";

const BUTTONS = 40; // legal moves that have a button each
const DRAWN = 60; // objects of a pile that are drawn

export class GeneralBoard {
  #piles = element("ol", { class: "board general", "aria-label": "Piles" });
  #moves = element("div", { class: "legal", role: "group", "aria-label": "Legal moves" });
  #advice = element("div", { class: "advice" });
  #roving = new Roving(this.#moves, "button, select");
  #onTake;
  #state = null;

  constructor(root, { onTake }) {
    this.#onTake = onTake;
    root.replaceChildren(this.#piles, this.#moves, this.#advice);
  }

  get hasFocus() {
    return this.#moves.contains(document.activeElement);
  }

  focus() {
    this.#roving.focus();
  }

  startAnew() {
    this.#roving.startAnew();
  }

  refresh() {}

  draw(game, active, marks) {
    const { game: drawn, active: was, marks: given } = this.#state ?? {};
    if (game === drawn && active === was && marks === given) return;
    const focused = this.hasFocus;
    this.#state = { game, active, marks };
    this.#piles.replaceChildren(...game.piles.map((count, pile) => row(game, pile, marks.piles.includes(pile))));
    this.#moves.replaceChildren(...(active ? this.#controls() : []));
    this.#advice.replaceChildren(...winningMoves(marks.moves, game, active, this.#onTake));
    this.#roving.settle();
    if (focused) this.focus();
  }

  #controls() {
    const { game } = this.#state;
    const options = game.options ?? [];
    if (options.length > BUTTONS) return [this.#list(options)];
    return options.map((move) => element("button", { type: "button", onclick: () => this.#onTake(move) }, moveName(move, game)));
  }

  #list(options) {
    const { game } = this.#state;
    const select = element(
      "select",
      { "aria-label": "Legal moves" },
      ...options.map((move, i) => element("option", { value: i }, moveName(move, game))),
    );
    const onsubmit = (event) => {
      event.preventDefault();
      this.#onTake(options[select.value]);
    };
    return element("form", { class: "any-number", onsubmit }, select, element("button", { type: "submit" }, "Make this move"));
  }
}

function row(game, pile, advised) {
  const count = game.piles[pile];
  const stones = Array.from({ length: Math.min(count, DRAWN) }, () => element("span", { class: "stone" }));
  return element(
    "li",
    { class: `pile${count === 0 ? " none" : ""}${advised ? " advised" : ""}`, "data-pile": pile },
    element(
      "div",
      { class: "pile-label" },
      element("span", { class: "pile-name" }, capital(pileName(game, pile).replace("the ", ""))),
      element("span", { class: "pile-count" }, String(count)),
    ),
    element("div", { class: "stones", "aria-hidden": "true" }, ...stones),
  );
}
