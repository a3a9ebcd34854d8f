// Several games side by side, each on its own board.

import { all, element } from "../core/dom.js";
import { boardOf, gameOf } from "../core/game.js";
import { partOf, titleOf } from "../core/words.js";

export class SumBoard {
  #root;
  #options;
  #rule = null; // of the sum that is shown
  #parts = []; // {section, board}, the board null while it is being loaded
  #state = null;

  constructor(root, options) {
    this.#root = root;
    this.#options = options;
    root.classList.add("parts");
  }

  get hasFocus() {
    return this.#root.contains(document.activeElement);
  }

  focus() {
    const reached = all(this.#root, '[tabindex="0"]');
    (reached.find((one) => !one.hasAttribute("aria-disabled")) ?? reached[0])?.focus();
  }

  startAnew() {
    for (const { board } of this.#parts) board?.startAnew();
  }

  refresh() {
    for (const { board } of this.#parts) board?.refresh();
  }

  draw(game, active, marks, state) {
    if (game.rule !== this.#rule) this.#build(game);
    this.#state = { game, active, marks, state };
    for (const [i, part] of game.parts.entries()) {
      const { section, board } = this.#parts[i];
      section.classList.toggle("advised", marks.piles.includes(i));
      board?.draw(part, active, marksOf(marks, i), { ...state, lost: null });
    }
  }

  #build(game) {
    this.#rule = game.rule;
    this.#parts = game.parts.map((part, component) => {
      const place = element("div");
      const title = element("h3", {}, `${component + 1}. ${titleOf(part.rule)}`);
      const rule = element("p", { class: "rule" }, `${gameOf(part.rule).rule(part.rule, part.start)}.`);
      const made = { section: element("section", {}, title, rule, place), board: null };
      const onTake = (move) => this.#options.onTake({ component, ...move });
      this.#options.makeBoard(boardOf(part), place, { ...this.#options, onTake, onUncover: () => {} }).then((board) => {
        made.board = board;
        if (this.#parts.includes(made)) this.#redraw();
      });
      return made;
    });
    this.#root.replaceChildren(...this.#parts.map(({ section }) => section));
  }

  #redraw() {
    const { game, active, marks, state } = this.#state;
    this.draw(game, active, marks, state);
  }
}

/** What of the marks concerns one part. */
function marksOf({ moves }, component) {
  return { moves: moves.filter((move) => move.component === component).map(partOf), piles: [] };
}
