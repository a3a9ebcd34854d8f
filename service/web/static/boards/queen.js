// Wythoff's game as a queen on a board: the piles are her distances from the left and the lower edge,
// and she moves left, down or diagonally to the corner.

import { Confirm, winningMoves } from "../core/confirm.js";
import { all, element } from "../core/dom.js";
import { keyOf, legalMoves } from "../core/game.js";
import { Roving } from "../core/roving.js";
import { and, capital, say } from "../core/words.js";
import { acrossOf } from "../games/wythoff.js";

const GOLDEN =
  "Marked: squares from which the player to move loses. They lie along two lines whose slopes are the golden ratio, 1.618, and its inverse.";

export class QueenBoard {
  #grid = element("div", { class: "squares", role: "group", "aria-label": "The queen’s board" });
  #counts = element("p", { class: "counts" });
  #uncover = element("button", { type: "button", "aria-pressed": "false" }, "Show the lost squares");
  #text = element("p", { class: "quiet" }, GOLDEN);
  #advice = element("div", { class: "advice" });
  #roving = new Roving(this.#grid, "button");
  #confirm;
  #onTake;
  #confirms;
  #state = null;

  /** `onUncover()` is called to show the lost squares, or to hide them again. */
  constructor(root, { onTake, confirms, onUncover }) {
    this.#onTake = onTake;
    this.#confirms = confirms;
    this.#confirm = new Confirm(onTake);
    this.#uncover.addEventListener("click", onUncover);
    const side = element("div", { class: "beside-board" }, this.#confirm.form, this.#counts, this.#advice, this.#uncover, this.#text);
    root.replaceChildren(element("div", { class: "queen-board" }, this.#grid, side));
  }

  get hasFocus() {
    return this.#roving.hasFocus;
  }

  focus() {
    this.#roving.focus();
  }

  startAnew() {
    this.#roving.startAnew();
  }

  refresh() {
    const { game, active, marks, lost } = this.#state ?? {};
    this.#state = null;
    if (game) this.draw(game, active, marks, { lost });
  }

  /** `lost` is the lost positions below the first one, or null while they are covered. */
  draw(game, active, marks, { lost = null } = {}) {
    const { game: drawn, active: was, marks: given, lost: shown } = this.#state ?? {};
    if (game === drawn && active === was && marks === given && lost === shown) return;
    const focused = this.hasFocus;
    this.#state = { game, active, marks, lost };
    const { start, piles } = game;
    const across = acrossOf(start);
    const [width, height] = [start[across], start[1 - across]];
    const moves = new Map([...legalMoves(game)].map((move) => [this.#squareOf(move, across), move]));
    const winning = new Set(marks.moves.map(keyOf));
    const places = new Set((lost ?? []).flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
    const squares = [];
    for (let y = height; y >= 0; y -= 1) {
      squares.push(axis(y));
      for (let x = 0; x <= width; x += 1) {
        const at = `${x},${y}`;
        const isQueen = x === piles[across] && y === piles[1 - across];
        const kinds = ["square", (x + y) % 2 === 0 && "dark", places.has(at) && "lost", at === "0,0" && "corner", isQueen && "queen"];
        const move = active ? moves.get(at) : undefined;
        squares.push(this.#square({ kinds, isQueen, move, wins: move && winning.has(keyOf(move)), isLost: places.has(at) }));
      }
    }
    squares.push(axis(""), ...Array.from({ length: width + 1 }, (_, x) => axis(x)));
    this.#grid.style.setProperty("--columns", String(width + 1));
    this.#grid.style.setProperty("--lines", String(height + 2));
    this.#grid.replaceChildren(...squares);
    this.#counts.replaceChildren(...piles.flatMap((count, pile) => [
      element("span", { class: "pile-name" }, `Pile ${pile + 1}, ${pile === across ? "to the right" : "upwards"}: `),
      element("span", { class: "pile-count" }, String(count)),
    ]));
    this.#confirm.choose(null, game, { shown: active && this.#confirms(), verb: "Move", text: "Choose a square first." });
    this.#advice.replaceChildren(...winningMoves(marks.moves, game, active, this.#onTake));
    this.#uncover.textContent = lost ? "Hide the lost squares" : "Show the lost squares";
    this.#uncover.setAttribute("aria-pressed", String(lost !== null));
    this.#text.hidden = lost === null;
    // Scroll a board that is wider than the screen to the queen.
    const { offsetLeft: left, offsetWidth: size } = all(this.#grid, ".queen")[0];
    this.#grid.scrollLeft = left + 2 * size - this.#grid.clientWidth;
    this.#roving.settle();
    if (focused) this.focus();
  }

  #square({ kinds, isQueen, move, wins, isLost }) {
    const css = [...kinds, wins && "hinted"].filter(Boolean).join(" ");
    if (isQueen) return element("span", { class: css, role: "img", "aria-label": `The queen, at ${and(this.#state.game.piles)}` });
    if (!move) return element("span", { class: css, "aria-hidden": "true" });
    const { game } = this.#state;
    const left = game.piles.map((count, i) => move.removals.find((one) => one.pile === i)?.leaves ?? count);
    const text = wins ? ": wins" : isLost ? ", a lost square" : "";
    const label = `${capital(say(move, game))}, leaving ${and(left)}${text}`;
    const button = element("button", { type: "button", class: `${css} target`, "aria-label": label });
    button.addEventListener("click", () => {
      if (!this.#confirms()) {
        this.#onTake(move);
        return;
      }
      for (const chosen of this.#grid.querySelectorAll(".chosen")) chosen.classList.remove("chosen");
      button.classList.add("chosen");
      this.#confirm.choose(move, game);
    });
    return button;
  }

  /** The square, "x,y", to which a move leads. */
  #squareOf({ removals = [] }, across) {
    const left = this.#state.game.piles.map((count, i) => removals.find(({ pile }) => pile === i)?.leaves ?? count);
    return `${left[across]},${left[1 - across]}`;
  }
}

function axis(text) {
  return element("span", { class: "axis", "aria-hidden": "true" }, String(text));
}
