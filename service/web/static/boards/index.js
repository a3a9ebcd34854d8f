// The boards of a page: one of each kind, made when a game first needs it.

import { element } from "../core/dom.js";
import { boardOf } from "../core/game.js";

const KINDS = {
  piles: async () => (await import("./piles.js")).PilesBoard,
  pins: async () => (await import("./pins.js")).PinBoard,
  queen: async () => (await import("./queen.js")).QueenBoard,
  general: async () => (await import("./general.js")).GeneralBoard,
  sum: async () => (await import("./sum.js")).SumBoard,
};

/** A board of a kind at `root`. */
async function makeBoard(kind, root, options) {
  return new (await KINDS[kind]())(root, { ...options, makeBoard });
}

export class Boards {
  #root;
  #options;
  #onReady;
  #onFail;
  #boards = new Map(); // by their kinds; null while one is being loaded

  /** `options` go to each board; `onReady()` is called when one has loaded, `onFail()` when one hasn’t. */
  constructor(root, options, { onReady, onFail }) {
    this.#root = root;
    this.#options = options;
    this.#onReady = onReady;
    this.#onFail = onFail;
  }

  /** The board for a game, or null while it is being loaded; only this one is shown. */
  of(game) {
    const kind = boardOf(game);
    if (!this.#boards.has(kind)) this.#make(kind);
    for (const root of this.#root.children) root.hidden = root.dataset.board !== kind;
    return this.#boards.get(kind);
  }

  startAnew() {
    for (const board of this.#boards.values()) board?.startAnew();
  }

  #make(kind) {
    const root = element("div", { "data-board": kind });
    this.#root.append(root);
    this.#boards.set(kind, null);
    makeBoard(kind, root, this.#options).then(
      (board) => {
        this.#boards.set(kind, board);
        this.#onReady();
      },
      () => this.#onFail(),
    );
  }
}
