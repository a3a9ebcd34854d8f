// One person at play: the game, what was asked of the service, what it said, what went wrong.
// Knows no DOM, so that it can be read and tested by itself; `changed` is called after each change.

import { ServiceError } from "./api.js";
import { explainFully } from "./explaining.js";
import * as rules from "./game.js";
import { chooseMove } from "./opponent.js";
import { allows } from "./rule.js";

export class Session {
  /** What is shown and nothing else; only this class changes it. */
  state = {
    game: null,
    mistakes: 0, // the share of the service's turns, 0 to 1, in which it errs on purpose
    refused: null, // a move that was tried, but is against the rule
    turn: null, // the service's last turn: {exchange, move}
    hint: null, // the solved position, once asked for
    explaining: false, // whether the person wants to see why
    explanation: null,
    review: null,
    problem: null, // {words, retry}
  };

  #api;
  #pause;
  #random;
  #changed;
  #position = new AbortController(); // aborted with every change of the position

  /** `pause(signal)` is how long the service's move takes at least, so that it can be seen. */
  constructor({ api, pause, changed, random = Math.random }) {
    this.#api = api;
    this.#pause = pause;
    this.#changed = changed;
    this.#random = random;
  }

  start(setup) {
    this.state.turn = null;
    this.#goOn(rules.newGame(setup));
  }

  take(move) {
    if (!this.isYourTurn) return;
    const { game } = this.state;
    if (allows(game.rule, move.remove)) this.#goOn(rules.play(game, move));
    else this.#show({ refused: move, hint: null });
  }

  undo() {
    if (!rules.canUndo(this.state.game)) return;
    this.state.turn = null;
    this.#goOn(rules.undo(this.state.game));
  }

  set mistakes(share) {
    this.state.mistakes = share;
  }

  get isYourTurn() {
    const { game } = this.state;
    return !rules.isOver(game) && rules.turn(game) === rules.YOU;
  }

  async hint() {
    const answer = await this.#ask("There is no hint.", () => this.hint(), this.#api.solve);
    if (answer) this.#show({ refused: null, hint: answer.answer });
  }

  async toggleWhy() {
    this.#show({ explaining: !this.state.explaining, explanation: null });
    if (this.state.explaining) await this.#explain();
  }

  retry() {
    this.state.problem?.retry();
  }

  #goOn(game) {
    this.#position.abort();
    this.#position = new AbortController();
    this.#show({ game, refused: null, hint: null, review: null, problem: null });
    if (rules.isOver(game)) this.#review();
    else if (!this.isYourTurn) this.#serviceMoves();
    else if (this.state.explaining) this.#explain();
  }

  async #serviceMoves() {
    const { game, mistakes } = this.state;
    const exchange = await this.#ask(
      "Nothing is lost: the game goes on from here.",
      () => this.#serviceMoves(),
      async (position, signal) => {
        const [answer] = await Promise.all([
          this.#api.solve(position, signal),
          this.#pause(signal),
        ]);
        return answer;
      },
    );
    if (!exchange) return;
    const move = chooseMove(game.piles, exchange.answer, mistakes, this.#random, game.rule);
    this.state.turn = { exchange, move };
    this.#goOn(rules.play(game, move));
  }

  async #explain() {
    const words = "There is no explanation.";
    const explained = await this.#ask(words, () => this.#explain(), (position, signal) =>
      explainFully(this.#api, position, signal),
    );
    if (explained) this.#show({ explanation: explained });
  }

  async #review() {
    const { game } = this.state;
    const moves = game.moves.map(({ pile, remove }) => ({ pile, remove }));
    const played = { ...rules.position(game), piles: game.start, moves };
    const exchange = await this.#ask(
      "The moves are not judged yet.",
      () => this.#review(),
      (_, signal) => this.#api.review(played, signal),
    );
    if (exchange) this.#show({ review: exchange.answer });
  }

  /** The exchange with the service, or null where it failed or the game has gone on meanwhile. */
  async #ask(consequence, retry, operation) {
    const { signal } = this.#position;
    const position = rules.position(this.state.game);
    if (this.state.problem) this.#show({ problem: null });
    try {
      const exchange = await operation(position, signal);
      return signal.aborted ? null : exchange;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof ServiceError)) throw error;
      const words = `${error.message} ${consequence}`;
      this.#show({ problem: { words, retry } });
      return null;
    }
  }

  #show(changes) {
    Object.assign(this.state, changes);
    this.#changed(this.state);
  }
}
