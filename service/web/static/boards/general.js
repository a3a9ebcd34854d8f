// The board of any game of piles: the objects of each pile, and a button for each legal move, or a list of
// moves if there are many.

import { element, patch } from "../core/dom.js";
import { capital, moveName, pileName } from "../core/words.js";
import { Board } from "./board.js";

const BUTTONS = 40; // legal moves that have a button each
const DRAWN = 60; // objects of a pile that are drawn

export class GeneralBoard extends Board {
  #piles = element("ol", { class: "board general", "aria-label": "Piles" });
  #moves;

  constructor(root, options) {
    const moves = element("div", { class: "legal", role: "group", "aria-label": "Legal moves" });
    super(root, moves, "button, select", options);
    this.#moves = moves;
    root.replaceChildren(this.#piles, moves, this.advice);
  }

  paint() {
    const { game, active, marks } = this.state;
    patch(this.#piles, game.piles.map((_, pile) => row(game, pile, marks.piles.includes(pile))));
    patch(this.#moves, active ? this.#controls() : []);
    this.advise(marks.moves);
  }

  #controls() {
    const { game } = this.state;
    const options = game.options ?? [];
    if (options.length > BUTTONS) return [this.#list(options)];
    return options.map((move) => element("button", { type: "button", onclick: () => this.take(move) }, moveName(move, game)));
  }

  #list(options) {
    const { game } = this.state;
    const select = element(
      "select",
      { "aria-label": "Legal moves" },
      ...options.map((move, i) => element("option", { value: i }, moveName(move, game))),
    );
    const onsubmit = (event) => {
      event.preventDefault();
      this.take(options[event.currentTarget.querySelector("select").value]);
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
