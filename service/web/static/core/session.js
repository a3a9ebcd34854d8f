// What is at work on a board: the game, the requests to the service and their responses, and what went wrong.
// A session does not use the DOM, so it can be read and tested by itself; `changed` is called after each change.

import { Requests, part } from "./api.js";
import { position } from "./game.js";
import { alone, learn, learnMove, plain } from "./games.js";

/** What every session shows. */
export const BLANK = Object.freeze({
  game: null, // on the board
  refused: null, // {move, words}: one that was tried, but is not legal
  reason: null, // why the move that was made last loses, while it can be taken back
  hint: null, // {steps, given}, once requested
  explanation: null,
  lost: null, // the lost positions below the first one, while they are uncovered
  waiting: false, // for a response that takes long
  problem: null, // {words, retry}
});

export class Session {
  /** What is shown and nothing else; only sessions change it. */
  state = { ...BLANK };

  api;
  pause;
  random;
  requests = new Requests((changes) => this.show(changes));
  #changed;

  /**
   * `pause(signal)` is the least time that the computer's move takes, so that people see it.
   *
   * @param {Record<string, any>} tools
   */
  constructor({ api, pause, changed, random = () => Math.random() }) {
    Object.assign(this, { api, pause, random });
    this.#changed = changed;
  }

  show(changes) {
    Object.assign(this.state, changes);
    this.#changed(this.state);
  }

  /** Do what `operation` comes to; `consequence` is shown if the service fails. */
  request(consequence, operation, patience) {
    return this.requests.send(operation, { consequence, patience });
  }

  /**
   * The steps of a hint for the position on the board; `hints` is the module that makes them.
   *
   * @returns {Promise<object[]>}
   */
  async hintSteps(_hints, _signal) {
    return [];
  }

  /** Give the next step of the hint. */
  async hint() {
    const { hint } = this.state;
    if (hint) {
      this.show({ refused: null, hint: { ...hint, given: Math.min(hint.given + 1, hint.steps.length) } });
      return;
    }
    await this.request("Couldn’t load the hint.", async (signal) => {
      const hints = await part(import("./hints.js"));
      const found = await this.hintSteps(hints, signal);
      const steps = found.map((step) => ({ ...step, words: hints.advice(this.state.game, step, found) }));
      return () => this.show({ refused: null, hint: { steps, given: 1 } });
    });
  }

  /** The service's solution of the position of a game; what is legal there is known then. */
  async solve(game, signal) {
    const at = position(game);
    const exchange = await this.api.solve({ ...at, legal: 2 }, signal);
    learn(at, exchange.response);
    return exchange;
  }

  /** Find out whether a move is legal that the service didn't list among so many; throws a refusal with its words. */
  async tryMove(game, move, signal) {
    const at = position(game);
    const { response } = await this.api.review({ ...at, moves: [plain(move)] }, signal);
    const { nim_sum: _n, position_class: _p, to_move_wins: _t, winning_moves: _w, best_move: _b, grundy_values: _g, more: _m, ...left } = response.position;
    if (at.components) learnMove(at.components[move.component], alone(response.plies[0].move), left.components[move.component]);
    else learnMove(at, response.plies[0].move, left);
  }

  /** Show which positions below the first one are lost, or hide them again. */
  async uncover() {
    const { lost, game } = this.state;
    if (lost) {
      this.show({ lost: null });
      return;
    }
    await this.request("Couldn’t load the lost squares.", async (signal) => {
      const { response } = await this.api.positions(position({ ...game, piles: game.start }), signal);
      return () => this.show({ lost: response.p_positions });
    });
  }

  /** Explain a position, as a request has it. */
  explain(explained) {
    return this.request("Couldn’t load the explanation.", async (signal) => {
      const { fetchExplanation } = await part(import("./explain.js"));
      const explanation = await fetchExplanation(this.api, explained, signal);
      return () => this.show({ explanation });
    });
  }
}
