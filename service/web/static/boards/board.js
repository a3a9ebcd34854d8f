// What all boards share: they draw what has changed, keep the keyboard's place, and have moves confirmed.

import { element } from "../core/dom.js";
import { patch } from "../core/patch.js";
import { capital, moveName, say } from "../core/words.js";
import { Roving } from "./roving.js";

const SHOWN = 12; // winning moves that have a button

/** @type {Marks} */
export const NO_MARKS = Object.freeze({ moves: [], piles: [] });

export class Board {
  /** @type {State} */
  state;
  confirm = new Confirm((move) => this.take(move));
  #root;
  #roving;
  #advice = element("div", { class: "advice" }); // a button for each winning move that has none
  #onTake;
  #confirms;
  #drawn = "";

  /**
   * `cells` has the buttons that a selector fits, each of which makes or chooses a move. `confirms()` says
   * whether choices are to be confirmed on this device.
   */
  constructor(root, cells, css, { onTake, confirms = () => false }) {
    this.#root = root;
    this.#roving = new Roving(cells, css);
    this.#onTake = onTake;
    this.#confirms = confirms;
    root.tabIndex = -1;
  }

  /** The element for the moves that a hint shows. */
  get advice() {
    return this.#advice;
  }

  /** Whether a click chooses, and does not take. */
  get isConfirmed() {
    return this.#confirms();
  }

  get hasFocus() {
    return this.#root.contains(document.activeElement);
  }

  /** Focus what a move is made with, or else the board. */
  focus() {
    if (!this.#roving.focus()) this.#root.focus({ preventScroll: true });
  }

  /** Let the Tab key reach the first move again, as when a new game begins. */
  startAnew() {
    this.#roving.startAnew();
  }

  /** Draw again what depends on a setting. */
  refresh() {
    if (this.state) this.#draw(true);
  }

  /**
   * @param {State["game"]} game
   * @param {boolean} active
   * @param {Marks} marks
   * @param {{lost?: State["lost"], explanation?: any}} more
   */
  draw(game, active, marks, { lost = null, explanation = null } = {}) {
    const isOther = game !== this.state?.game;
    const isExplained = String(explanation?.position.piles) === String(game.piles) && !explanation.response.grundy_values;
    const parts = isExplained ? explanation.parts : null;
    const drawn = JSON.stringify([active, marks, lost, parts]);
    if (!isOther && drawn === this.#drawn) return; // what is hovered stays
    this.#drawn = drawn;
    this.state = { game, active, marks, lost, parts };
    this.#draw(isOther);
  }

  /** `isOther` says whether another position, or another way to choose, is drawn than before. */
  #draw(isOther) {
    const hadFocus = this.hasFocus;
    this.paint(isOther);
    this.#roving.settle((cells) => this.first(cells));
    if (hadFocus && (!this.hasFocus || document.activeElement === this.#root || this.#roving.isElsewhere)) this.focus();
  }

  /** Draw the state; a board does that in its own way. */
  paint(_isOther) {}

  /** The cell that the Tab key reaches at first, of those that can be chosen. */
  first(cells) {
    return cells[0];
  }

  /** Have a move made, or chosen first where choices are confirmed; `mark()` marks what is chosen. */
  make(move, mark) {
    if (!this.isConfirmed) {
      this.take(move);
      return;
    }
    this.confirm.choose(move, this.state.game);
    mark();
  }

  take(move) {
    if (this.state.active) this.#onTake(move);
  }

  /** Advise these moves, and no others. */
  advise(moves) {
    const { game, active } = this.state;
    patch(
      this.#advice,
      moves.slice(0, SHOWN).map((move) => {
        const text = capital(say(move, game));
        if (!active) return element("span", { class: "winning" }, text);
        return element("button", { type: "button", class: "winning", "aria-label": `${text}: a winning move`, onclick: () => this.take(move) }, text);
      }),
    );
  }
}

/** Choosing a move and then confirming it: the button that makes the chosen move. */
export class Confirm {
  form;
  #button = element("button", { type: "submit", class: "primary" });
  #text = element("span", { class: "chosen-text" });
  #move = null;

  constructor(onMake) {
    const onsubmit = (event) => {
      event.preventDefault();
      if (this.#move) onMake(this.#move);
    };
    this.form = element("form", { class: "confirm", onsubmit }, this.#button, this.#text);
  }

  /**
   * Offer a move in `game`, or none; `shown` says whether choices are to be confirmed at all. `verb` is what
   * the button says, and `text` what is said of the choice where it is not a move yet.
   */
  choose(move, game, { shown = true, verb = "Take", text = "Choose a move first." } = {}) {
    this.#move = move;
    this.form.hidden = !shown;
    this.#button.disabled = move === null;
    this.#button.textContent = move ? verbOf(move, game) : verb;
    this.#text.textContent = move ? moveName(move, game) : text;
  }
}

/** "Take 3", "Split", "Move" */
function verbOf(move, game) {
  if (move.size !== undefined) return "Choose";
  if (move.remove === 0) return "Split";
  if (move.to !== undefined || say(move, game).startsWith("move")) return "Move";
  if (move.remove === undefined && !move.removals) return "Change";
  const taken = (move.removals ?? [move]).reduce((sum, { remove }) => sum + remove, 0);
  return `Take ${taken}`;
}
