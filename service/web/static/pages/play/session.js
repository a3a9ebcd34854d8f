// A game at play: what is on the board, the requests to the service and their responses, what went
// wrong. Knows no DOM, so that it can be read and tested by itself; `changed` is called after each
// change.

import { Requests, ServiceError } from "../../core/api.js";
import { MISTAKES, USUAL, chooseMove, hintSteps } from "../../core/strategy.js";
import * as rules from "../../core/game.js";
import { PLAY } from "./play-texts.js";
import { isLegal } from "../../core/rule.js";

/** How long the computer may think before the page says that it does. */
const THINKING_MS = 1000;

export class Session {
  /** What is shown and nothing else; only this class changes it. */
  state = {
    game: null,
    visited: null, // how many moves come before the position that is looked at; null: all of them
    found: null, // {move, wins} once a better move was tried there, {} once it was requested
    strength: USUAL, // of the computer
    refused: null, // {move, words}: one that was tried, but is not legal
    turn: null, // the computer's last turn: {exchange, move}
    hint: null, // {steps, given}, once requested
    explaining: false, // whether the person wants the position explained
    explanation: null,
    review: null,
    lost: null, // the lost positions below the first one, while they are uncovered
    waiting: false, // for a response that takes long
    problem: null, // {words, retry}
  };

  #api;
  #pause;
  #random;
  #changed;
  #requests = new Requests((changes) => this.#show(changes));

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
    Object.assign(this.state, { turn: null, lost: null, strength });
    this.#goOn(game);
  }

  take(move) {
    const { game, visited } = this.state;
    if (visited !== null) this.#try(move);
    else if (!this.isPersonsTurn) return;
    else if (game.options === rules.ALL) this.#playIfLegal(move);
    else if (rules.isRemote(game) || isLegal(game, move)) this.#goOn(rules.play(game, move));
    else this.#show({ refused: { move }, hint: null });
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

  /** Whether a move can be chosen on the board: one to play, or a better one to find. */
  get isBoardActive() {
    return this.state.visited === null ? this.isPersonsTurn : this.isToFind;
  }

  /** The game as it is on the board: the one that is played, or its beginning that is looked at. */
  get onBoard() {
    const { game, visited } = this.state;
    return visited === null ? game : rules.after(game, visited);
  }

  // --- A finished game, looked at again ---

  /** Look at the position before a move of a game that is over; null: at its end again. */
  visit(visited) {
    const { game, explaining } = this.state;
    if (!rules.isOver(game) || visited < 0) return;
    this.#requests.leave();
    const inside = visited === null || visited >= game.moves.length ? null : visited;
    this.#show({ visited: inside, found: null, explanation: null, waiting: false });
    if (explaining && this.state.visited !== null) this.#explain();
    if (this.state.review === null) this.#review();
  }

  /** Whether the move that was made from the position that is looked at is to be done better. */
  get isToFind() {
    const { visited, review, found } = this.state;
    return visited !== null && found === null && Boolean(review?.plies[visited].mistake);
  }

  /** The persons' mistakes, as indexes of moves. */
  get mistakes() {
    const { game, review } = this.state;
    const wrong = (review?.plies ?? []).map(({ mistake }, i) => (mistake ? i : null));
    return wrong.filter((i) => i !== null && (game.two || game.moves[i].by === rules.YOU));
  }

  /** Show which moves would have been better. */
  showBetter() {
    this.#show({ found: {} });
  }

  #try(move) {
    if (!this.isToFind) return;
    if (!(rules.isRemote(this.onBoard) || isLegal(this.onBoard, move))) return;
    const { winning_moves: wins, more } = this.state.review.plies[this.state.visited];
    const key = rules.keyOf(move);
    const right = wins.some((one) => rules.keyOf(one) === key);
    if (right || !more) {
      this.#show({ found: { move, wins: right } });
      return;
    }
    const left = rules.play(this.onBoard, move); // not among those that are listed
    this.#requests.send(async (signal) => {
      const { response } = await this.#api.solve(rules.position(left), signal);
      return () => this.#show({ found: { move, wins: !response.to_move_wins } });
    });
  }

  /** Play on from the position that is looked at. */
  playFromHere() {
    if (this.state.visited === null) return;
    this.state.turn = null;
    this.#goOn(this.onBoard);
  }

  // --- Requests to the service ---

  /** Give the next step of the hint. */
  async hint() {
    const { hint, game } = this.state;
    if (hint) {
      this.#show({ refused: null, hint: { ...hint, given: Math.min(hint.given + 1, hint.steps.length) } });
      return;
    }
    await this.#request(PLAY.noHint, async (signal) => {
      const { response } = await this.#api.solve(rules.position(game), signal);
      const steps = hintSteps(rules.position(game), response);
      return () => this.#show({ refused: null, hint: { steps, given: 1 } });
    });
  }

  async toggleWhy() {
    this.#show({ explaining: !this.state.explaining, explanation: null });
    if (this.state.explaining) await this.#explain();
  }

  /** Show which positions below the first one are lost, or hide them again. */
  async uncover() {
    const { lost, game } = this.state;
    if (lost) {
      this.#show({ lost: null });
      return;
    }
    const first = rules.position({ ...game, piles: game.start });
    await this.#request(PLAY.noExplanation, async (signal) => {
      const { response } = await this.#api.positions(first, signal);
      return () => this.#show({ lost: response.p_positions });
    });
  }

  retry() {
    this.state.problem?.retry();
  }

  #goOn(game) {
    this.#requests.leave();
    const fresh = { visited: null, found: null, refused: null, hint: null, review: null };
    this.#show({ ...fresh, game, problem: null, waiting: false });
    if (game.options === null) this.#fetchMoves();
    else if (rules.isOver(game)) this.#review();
    else if (!this.isPersonsTurn) this.#computerMoves();
    else if (this.state.explaining) this.#explain();
  }

  #request(consequence, operation, patience) {
    if (this.state.problem) this.#show({ problem: null });
    return this.#requests.send(operation, { consequence, patience });
  }

  /** The legal moves of a game that this page does not know. */
  #fetchMoves() {
    const { game } = this.state;
    return this.#request(PLAY.noMoves, async (signal) => {
      const { fetchOptions } = await import("../../core/fetch-options.js");
      const known = await fetchOptions(this.#api, rules.position(game), signal);
      return () => this.#goOn(Object.freeze({ ...game, ...known }));
    });
  }

  /** Make a move if the service finds it legal. */
  #playIfLegal(move) {
    const { game } = this.state;
    const moves = [...game.moves, move].map(rules.plain);
    return this.#request(PLAY.nothingLost, async (signal) => {
      try {
        await this.#api.review({ ...rules.played(game), moves }, signal);
      } catch (error) {
        if (!(error instanceof ServiceError && error.status === 422)) throw error;
        return () => this.#show({ refused: { move, words: error.detail }, hint: null });
      }
      return () => this.#goOn(rules.play(game, move));
    });
  }

  #computerMoves() {
    const { game } = this.state;
    const operation = async (signal) => {
      const [exchange] = await Promise.all([
        this.#api.solve(rules.position(game), signal),
        this.#pause(signal),
      ]);
      return () => {
        const move = chooseMove(game, exchange.response, MISTAKES[this.state.strength], this.#random);
        this.state.turn = { exchange, move };
        this.#goOn(rules.play(game, move));
      };
    };
    return this.#request(PLAY.nothingLost, operation, THINKING_MS);
  }

  #explain() {
    const position = rules.position(this.onBoard);
    return this.#request(PLAY.noExplanation, async (signal) => {
      const { fetchExplanation } = await import("../../core/fetch-explanation.js");
      const explanation = await fetchExplanation(this.#api, position, signal);
      return () => this.#show({ explanation });
    });
  }

  #review() {
    const game = rules.played(this.state.game);
    return this.#request(PLAY.notJudged, async (signal) => {
      const { response } = await this.#api.review(game, signal);
      return () => this.#show({ review: response });
    });
  }

  #show(changes) {
    Object.assign(this.state, changes);
    this.#changed(this.state);
  }
}
