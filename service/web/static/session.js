// A game at play: what is on the board, what was asked of the service, what it said, what went
// wrong. Knows no DOM, so that it can be read and tested by itself; `changed` is called after each
// change.

import { ServiceError } from "./api.js";
import { explainFully } from "./explaining.js";
import * as rules from "./game.js";
import { hintSteps } from "./hints.js";
import { chooseMove } from "./opponent.js";
import { PLAY } from "./play-texts.js";
import { allows } from "./rule.js";
import { MISTAKES, USUAL } from "./strength.js";

/** After so long without an answer the page says that it waits. */
const SOON_MS = 200;

export class Session {
  /** What is shown and nothing else; only this class changes it. */
  state = {
    game: null,
    visited: null, // how many moves come before the position that is looked at; null: all of them
    strength: USUAL, // of the computer
    refused: null, // a move that was tried, but is against the rule
    turn: null, // the computer's last turn: {exchange, move}
    hint: null, // {steps, given}, once asked for
    explaining: false, // whether the person wants to see why
    explanation: null,
    review: null,
    waiting: false, // for an answer that takes long
    problem: null, // {words, retry}
  };

  #api;
  #pause;
  #random;
  #changed;
  #position = new AbortController(); // aborted with every change of the position

  /** `pause(signal)` is how long the computer's move takes at least, so that it can be seen. */
  constructor({ api, pause, changed, random = () => Math.random() }) {
    this.#api = api;
    this.#pause = pause;
    this.#changed = changed;
    this.#random = random;
  }

  start(setup) {
    this.resume(rules.newGame(setup), setup.strength);
  }

  /** Go on with a game, perhaps one that was played before the page was loaded. */
  resume(game, strength) {
    Object.assign(this.state, { turn: null, strength });
    this.#goOn(game);
  }

  take(move) {
    if (!this.isPersonsTurn) return;
    const { game } = this.state;
    if (allows(game.rule, move.remove)) this.#goOn(rules.play(game, move));
    else this.#show({ refused: move, hint: null });
  }

  undo() {
    if (!rules.canUndo(this.state.game)) return;
    this.state.turn = null;
    this.#goOn(rules.undo(this.state.game));
  }

  set strength(strength) {
    this.#show({ strength });
  }

  get isPersonsTurn() {
    return rules.isPersonsTurn(this.state.game);
  }

  /** The game as it is on the board: the one that is played, or its beginning that is looked at. */
  get onBoard() {
    const { game, visited } = this.state;
    return visited === null ? game : rules.after(game, visited);
  }

  /** Look at the position before a move of a game that is over; null: at its end again. */
  visit(visited) {
    const { game, explaining } = this.state;
    if (!rules.isOver(game) || visited < 0) return;
    this.#leave();
    this.#show({ visited: visited === null || visited >= game.moves.length ? null : visited, explanation: null });
    if (explaining && this.state.visited !== null) this.#explain();
    if (this.state.review === null) this.#review();
  }

  /** Play on from the position that is looked at. */
  playFromHere() {
    if (this.state.visited === null) return;
    this.state.turn = null;
    this.#goOn(this.onBoard);
  }

  /** Give the next step of the hint. */
  async hint() {
    const { hint } = this.state;
    if (hint) {
      this.#show({ refused: null, hint: { ...hint, given: Math.min(hint.given + 1, hint.steps.length) } });
      return;
    }
    const explained = await this.#ask(PLAY.noHint, () => this.hint(), this.#api.explain);
    if (!explained) return;
    const steps = hintSteps(rules.position(this.state.game), explained.answer);
    this.#show({ refused: null, hint: { steps, given: 1 } });
  }

  async toggleWhy() {
    this.#show({ explaining: !this.state.explaining, explanation: null });
    if (this.state.explaining) await this.#explain();
  }

  retry() {
    this.state.problem?.retry();
  }

  #goOn(game) {
    this.#leave();
    this.#show({ game, visited: null, refused: null, hint: null, review: null, problem: null });
    if (rules.isOver(game)) this.#review();
    else if (!this.isPersonsTurn) this.#computerMoves();
    else if (this.state.explaining) this.#explain();
  }

  /** Forget what was asked about the position on the board. */
  #leave() {
    this.#position.abort();
    this.#position = new AbortController();
    this.state.waiting = false;
  }

  async #computerMoves() {
    const { game } = this.state;
    const exchange = await this.#ask(
      PLAY.nothingLost,
      () => this.#computerMoves(),
      async (position, signal) => {
        const [answer] = await Promise.all([
          this.#api.solve(position, signal),
          this.#pause(signal),
        ]);
        return answer;
      },
    );
    if (!exchange) return;
    const mistakes = MISTAKES[this.state.strength];
    const move = chooseMove(game.piles, exchange.answer, mistakes, this.#random, game.rule);
    this.state.turn = { exchange, move };
    this.#goOn(rules.play(game, move));
  }

  async #explain() {
    const explained = await this.#ask(PLAY.noExplanation, () => this.#explain(), (position, signal) =>
      explainFully(this.#api, position, signal),
    );
    if (explained) this.#show({ explanation: explained });
  }

  async #review() {
    const game = rules.played(this.state.game);
    const exchange = await this.#ask(
      PLAY.notJudged,
      () => this.#review(),
      (_, signal) => this.#api.review(game, signal),
    );
    if (exchange) this.#show({ review: exchange.answer });
  }

  /** The exchange with the service, or null where it failed or the game has gone on meanwhile. */
  async #ask(consequence, retry, operation) {
    const { signal } = this.#position;
    const position = rules.position(this.onBoard);
    if (this.state.problem) this.#show({ problem: null });
    const timer = setTimeout(() => signal.aborted || this.#show({ waiting: true }), SOON_MS);
    try {
      const exchange = await operation(position, signal);
      return signal.aborted ? null : exchange;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof ServiceError)) throw error;
      this.#show({ waiting: false, problem: { words: `${error.message} ${consequence}`, retry } });
      return null;
    } finally {
      clearTimeout(timer);
      // The caller shows the answer, and this with it.
      if (!signal.aborted) this.state.waiting = false;
    }
  }

  #show(changes) {
    Object.assign(this.state, changes);
    this.#changed(this.state);
  }
}
