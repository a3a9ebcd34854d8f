// Wythoff's game as a queen on a board: the piles are her distances from the left and the lower edge,
// and she moves left, down or diagonally to the corner.

import { all, element, patch } from "../core/dom.js";
import { keyOf, legalMoves } from "../core/game.js";
import { and, capital, say } from "../core/words.js";
import { acrossOf } from "../games/wythoff.js";
import { Board } from "./board.js";

const GOLDEN =
  "Marked: squares from which the player to move loses. They lie along two lines whose slopes are the golden ratio, 1.618, and its inverse.";

export class QueenBoard extends Board {
  #grid;
  #counts = element("p", { class: "counts" });
  #uncover;
  #text = element("p", { class: "quiet" }, GOLDEN);

  /** `onUncover()` is called to show the lost squares, or to hide them again. */
  constructor(root, options) {
    const grid = element("div", { class: "squares", role: "group", "aria-label": "The queen’s board" });
    super(root, grid, "button", options);
    this.#grid = grid;
    this.#uncover = element("button", { type: "button", onclick: options.onUncover });
    const side = element("div", { class: "beside-board" }, this.confirm.form, this.#counts, this.advice, this.#uncover, this.#text);
    root.replaceChildren(element("div", { class: "queen-board" }, grid, side));
  }

  paint() {
    const { game, active, marks, lost } = this.state;
    const { start, piles } = game;
    const across = acrossOf(start);
    const [width, height] = [start[across], start[1 - across]];
    const moves = new Map(active ? [...legalMoves(game)].map((move) => [this.#squareOf(move, across), move]) : []);
    const winning = new Set(marks.moves.map(keyOf));
    const places = new Set((lost ?? []).flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
    const squares = [];
    for (let y = height; y >= 0; y -= 1) {
      squares.push(axis(y));
      for (let x = 0; x <= width; x += 1) {
        const at = `${x},${y}`;
        const isQueen = x === piles[across] && y === piles[1 - across];
        const kinds = ["square", (x + y) % 2 === 0 && "dark", places.has(at) && "lost", at === "0,0" && "corner", isQueen && "queen"];
        const move = moves.get(at);
        squares.push(this.#square({ at, kinds, isQueen, move, wins: move && winning.has(keyOf(move)), isLost: places.has(at) }));
      }
    }
    squares.push(axis(""), ...Array.from({ length: width + 1 }, (_, x) => axis(x)));
    this.#grid.style.setProperty("--columns", String(width + 1));
    this.#grid.style.setProperty("--lines", String(height + 2));
    patch(this.#grid, squares);
    patch(this.#counts, piles.flatMap((count, pile) => [
      element("span", { class: "pile-name" }, `Pile ${pile + 1}, ${pile === across ? "to the right" : "upwards"}: `),
      element("span", { class: "pile-count" }, String(count)),
    ]));
    this.confirm.choose(null, game, { shown: active && this.isConfirmed, verb: "Move", text: "Choose a square first." });
    this.advise(marks.moves);
    this.#uncover.textContent = lost ? "Hide the lost squares" : "Show the lost squares";
    this.#text.hidden = lost === null;
    // Scroll a board that is wider than the screen to the queen.
    const { offsetLeft: left, offsetWidth: size } = all(this.#grid, ".queen")[0];
    this.#grid.scrollLeft = left + 2 * size - this.#grid.clientWidth;
  }

  #square({ at, kinds, isQueen, move, wins, isLost }) {
    const css = [...kinds, wins && "hinted"].filter(Boolean).join(" ");
    const { game } = this.state;
    // The queen's own square can have the focus, so that the keyboard does not lose the board after a move.
    const common = { type: "button", "data-key": at, "data-at": at };
    if (isQueen) return element("button", { ...common, class: css, "aria-disabled": "true", "aria-label": `The queen, at ${and(game.piles)}` });
    if (!move) return element("span", { class: css, "data-key": at, "aria-hidden": "true" });
    const left = game.piles.map((count, i) => move.removals.find((one) => one.pile === i)?.leaves ?? count);
    const text = wins ? ": wins" : isLost ? ", a lost square" : "";
    const onclick = ({ currentTarget: square }) => this.make(move, () => {
      for (const chosen of all(this.#grid, ".chosen")) chosen.classList.remove("chosen");
      square.classList.add("chosen");
    });
    return element("button", { ...common, class: `${css} target`, "aria-label": `${capital(say(move, game))}, leaving ${and(left)}${text}`, onclick });
  }

  /** The square, "x,y", to which a move leads. */
  #squareOf({ removals = [] }, across) {
    const left = this.state.game.piles.map((count, i) => removals.find(({ pile }) => pile === i)?.leaves ?? count);
    return `${left[across]},${left[1 - across]}`;
  }
}

function axis(text) {
  return element("span", { class: "axis", "aria-hidden": "true" }, String(text));
}
