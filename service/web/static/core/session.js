// What is at work on a board: the game, the requests to the service and their responses, and what went wrong.
// A session does not use the DOM, so it can be read and tested by itself; `changed` is called after each change.

import { Requests, part } from "./api.js";
import { legalMoves, position } from "./game.js";
import { learn, learnMove, plain } from "./games.js";

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
   * The steps of a hint for the position on the board.
   *
   * @returns {Promise<object[]>}
   */
  async hintSteps(_signal) {
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
      const steps = await this.hintSteps(signal);
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
    if (at.components) learnMove(at.components[move.component], response.plies[0].move, left.components[move.component]);
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

// --- Hints ---------------------------------------------------------------------------------------

/**
 * The steps of a hint for a position that can be won, each with one key: `places` (lists of the piles
 * that a winning move changes) with `piles`, all of these; `amounts`, how many to take there; `moves`. A
 * step that excludes nothing is left out. Given an explanation, `column` comes first: its value, and how
 * many 1s it has.
 */
export function hintSteps(game, { winning_moves: moves, leading_column: leading = null, binary = null }) {
  const legal = legalMoves(game);
  const places = unique(moves.map(placesOf));
  const piles = [...new Set(places.flat())];
  const steps = [];
  if (leading !== null && binary?.odd_columns && followsColumns(game) && binary.rows.length > 1) {
    const ones = binary.column_sums[binary.place_values.indexOf(leading)];
    steps.push({ column: { value: leading, ones } });
  }
  if (places.length < unique(legal.map(placesOf)).length) steps.push({ places, piles });
  if (moves.some((move) => move.leaves_piles && move.component === undefined)) {
    const there = legal.filter((move) => piles.includes(move.pile));
    const amounts = unique(moves.map(({ remove }) => remove));
    const left = unique(there.map(({ remove }) => remove)).length;
    if (amounts.length < left && moves.length < there.length) steps.push({ amounts, piles });
  }
  steps.push({ moves });
  return steps;
}

/** The piles that a move changes. @param {Move} move */
export function placesOf({ component, pile, removals }) {
  if (component !== undefined) return [component];
  return removals ? removals.map((one) => one.pile) : [pile];
}

function unique(items) {
  return [...new Map(items.map((item) => [String(item), item])).values()];
}

/** Whether even columns decide: not under a rule, and not at the end of misère play. */
function followsColumns({ rule, piles, misere }) {
  const large = piles.filter((count) => count > 1).length;
  return Object.keys(rule).length === 0 && !(misere && large < 2);
}
