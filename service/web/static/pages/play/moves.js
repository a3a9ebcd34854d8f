// The list of moves. In a finished game it shows the mistakes, and each move can be visited.

import { element } from "../../core/dom.js";
import { after, isOver } from "../../core/game.js";
import { capital, did, names } from "../../core/words.js";

export class Moves {
  #list;
  #visited = null; // which move was looked at when the list was drawn last

  /** `onVisit(index)` is called with a move's index, or null for the end of the game. */
  constructor(list, onVisit) {
    this.#list = list;
    list.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) onVisit(Number(button.dataset.move));
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
      const button = event.target.closest("button");
      if (!step || !button || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onVisit(Number(button.dataset.move) + step);
    });
  }

  get hasFocus() {
    return this.#list.contains(document.activeElement);
  }

  draw({ game, review, visited }) {
    const over = isOver(game);
    const focused = this.hasFocus ? Number(document.activeElement.getAttribute("data-move") ?? 0) : null;
    this.#list.replaceChildren(...game.moves.map((_, i) => row(game, i, { review, over, visited })));
    this.#list.parentElement.toggleAttribute("data-over", over);
    if (!over) this.#list.parentElement.scrollTop = this.#list.scrollHeight;
    const at = visited ?? (this.#visited === null ? focused : game.moves.length - 1);
    this.#visited = visited;
    if (focused !== null && over) this.#list.querySelector(`[data-move="${at}"]`)?.focus();
  }
}

function row(game, i, { review, over, visited }) {
  const move = game.moves[i];
  const ply = review?.plies[i];
  const words = [
    element("span", { class: "who" }, names(game)[move.by]),
    element("span", { class: "what" }, capital(did(move, after(game, i)))),
  ];
  return element(
    "li",
    { class: ply?.mistake ? "mistake" : null },
    over
      ? element("button", { type: "button", class: "move", "data-move": i, "aria-current": visited === i ? "true" : null }, ...words)
      : element("span", { class: "move" }, ...words),
    ply?.mistake
      ? element("p", { class: "judgement" }, element("strong", {}, i + 1 === review.decisive_mistake ? "The mistake that decided the game." : "A mistake."))
      : null,
  );
}
