// A game in progress, against the computer or between two people, and looking at it again once it is over. A match does
// not use the DOM.

import { part } from "../../core/api.js";
import * as rules from "../../core/game.js";
import { keyOf, tell } from "../../core/games.js";
import { BLANK, Session } from "../../core/session.js";

/** How long the computer may think before the page says that it is thinking. */
const THINKING_MS = 1000;

// --- The computer's move ---

/** The share of won positions in which it makes a mistake, by the words that links have. */
export const MISTAKES = Object.freeze({ easy: 0.6, medium: 0.3, hard: 0.1, perfect: 0 });

/**
 * The move to make in `game`, given the service's solution of its position. With the probability
 * `mistakes` it is a random move that throws a won position away. There is no such move in a lost
 * position, nor in a won one if every move wins, or more moves win than the service lists.
 */
export function chooseMove(game, solution, mistakes, random = Math.random) {
  const best = { ...solution.best_move, mistake: false };
  if (!solution.to_move_wins || solution.more || random() >= mistakes) return best;
  const wins = new Set(solution.winning_moves.map(keyOf));
  const errors = rules.legalMoves(game).filter((move) => !wins.has(keyOf(move)));
  const chosen = errors[Math.floor(random() * errors.length)];
  return chosen ? { ...chosen, mistake: true } : best;
}

// --- Every legal move of a position, with what it leads to ---

/**
 * `{wins, legal, winning, moves, more}`: each of `moves` is `{move, wins, plies, reply}`, the winning ones first, the
 * quickest before the others. Of those that lose, the first one is what the service advises, as in a hint and an
 * explanation; the others follow, those that resist longest first. `plies` is null where nobody has counted. If there is
 * too much play to look at, only winning moves are known: `legal` is null. `more` is true if there are further moves.
 * If the service rejects the position, `{wrong}`: why, as a sentence.
 */
async function judgedMoves(session, game, signal) {
  const position = rules.position(game);
  const refused = (error) => {
    if (error.status !== 422) throw error;
    return error;
  };
  const [solved, analysed] = await Promise.all([
    session.solve(game, signal).catch(refused),
    session.api.analyse({ ...position, moves: true }, signal).catch(refused),
  ]);
  if (!solved.response) {
    await tell(session.api, position).catch(refused); // it may be played all the same
    return { wrong: solved.detail };
  }
  const { to_move_wins: wins, winning_moves: won, best_move: best, more = false } = solved.response;
  if (!analysed.response) {
    return { wins, legal: null, winning: won.length, moves: won.map((move) => ({ move, wins: true, plies: null, reply: null })), more };
  }
  const { legal_move_count: legal, winning_move_count: winning, moves: judged, more: isCut = false } = analysed.response;
  const moves = judged.map(({ plies, ...move }) => ({ ...move, plies: plies === null ? null : plies + 1 }));
  const isBest = ({ move }) => Number(best !== null && !wins && keyOf(move) === keyOf(best));
  moves.sort((a, b) => b.wins - a.wins || isBest(b) - isBest(a) || byLength(a, b));
  return { wins, legal, winning, moves, more: isCut };
}

/** The order of two moves with the same result; what nobody has counted comes last. */
function byLength(a, b) {
  if (a.plies === null || b.plies === null) return Number(a.plies === null) - Number(b.plies === null);
  return a.wins ? a.plies - b.plies : b.plies - a.plies;
}

// --- The match ---

/** A position of which one person tries the moves of both sides. */
const aside = (setup) => rules.newGame({ ...setup, first: rules.YOU, two: true, names: {} });

/** What is forgotten when another position comes on the board. */
const FRESH = Object.freeze({
  looked: null, // {game, before, typed}: a position that is looked at by itself, and the one before it
  visited: null, // how many moves come before the position that is looked at; null: all of them
  found: null, // {move, wins} once a better move was tried there, {} once it was requested
  refused: null,
  reason: null,
  missed: false, // whether the person's last move gave the win away, and the computer missed it
  judging: false, // whether the service has yet to say so: both are heard together
  hint: null,
  analysis: null, // of the position on the board, while its moves are judged
  undone: false, // whether the last move was taken back just now
});

export class Match extends Session {
  state = {
    ...BLANK,
    ...FRESH,
    strength: "easy", // of the computer
    isAutomatic: true, // whether nobody has chosen that
    byLink: false, // whether two people play, each on their own device
    sent: null, // by link: "ready" once a move is made here, "gone" once it was sent; null on one's own turn
    day: null, // the date whose position is played
    helped: false, // whether it was, with moves taken back or with a solution
    standing: null, // {level, streak, rose} after a game that was played to its end here
    panel: "moves-panel", // what is shown beside the board: "moves-panel", "explanation", "solving" or "sharing"
    review: null,
  };

  #count;
  #coaches;
  #held = null; // a move that was made before the service has said whether it is legal
  #reply = null; // the computer's next move, if the person chose it along with the last one

  /**
   * `count(won, isAutomatic)` counts a game that was played to its end; `coaches()` says whether a move that gives the
   * win away is objected to.
   */
  constructor({ count, coaches = () => false, ...more }) {
    super(more);
    this.#count = count;
    this.#coaches = coaches;
  }

  start(setup, more) {
    this.resume(rules.newGame(setup), more);
  }

  /** Go on with a game, perhaps one that was played before the page was loaded, or let it wait while a position is `looked` at. */
  resume(game, { strength, isAutomatic = false, byLink = false, sent = null, day = null, helped = false, panel = this.state.panel, looked = null }) {
    Object.assign(this.state, { lost: null, standing: null, strength, isAutomatic, byLink, day, helped, panel });
    if (!looked) return this.#goOn(game, { sent });
    Object.assign(this.state, { ...FRESH, game, sent });
    this.look(looked);
  }

  /** Make a move; `reply` is what the computer then does, if that is given. */
  take(move, reply = null) {
    const { game, looked, visited, byLink } = this.state;
    this.#reply = reply;
    if (looked) {
      if (rules.isLegal(looked.game, move)) this.#lookAt({ game: rules.play(looked.game, move), before: looked });
      else this.#ask(looked.game, move, reply);
    } else if (visited !== null) this.#try(move);
    else if (!this.isPersonsTurn) return;
    else if (rules.isUnknown(game)) this.#held = move;
    else if (rules.isLegal(game, move)) this.#goOn(rules.play(game, move), { sent: byLink ? "ready" : null, played: true });
    else this.#ask(game, move, reply);
  }

  /** A move that is not listed: it is refused, or the service says whether it is legal if there are too many to list. */
  #ask(game, move, reply) {
    if (!rules.isCut(game)) return this.show({ refused: { move }, hint: null });
    return this.request("The move hasn’t been made yet.", async (signal) => {
      try {
        await this.tryMove(game, move, signal);
      } catch (error) {
        if (error.status !== 422) throw error;
        return () => this.show({ refused: { move }, hint: null });
      }
      return () => this.take(move, reply);
    });
  }

  /** Say that the move is sent, so that it can't be taken back. */
  send() {
    this.show({ sent: this.state.sent && "gone" });
  }

  /** Whether a move can be taken back; by link only one's own. */
  get canUndo() {
    const { game, looked, byLink, sent } = this.state;
    if (looked) return looked.before !== null || game.moves.length > 0;
    return rules.canUndo(game) && (!byLink || sent === "ready");
  }

  undo() {
    const { game, looked } = this.state;
    if (!this.canUndo) return;
    if (looked) {
      if (looked.before) this.#lookAt({ ...looked.before, undone: true });
      else this.backToGame();
      return;
    }
    this.state.helped = true;
    this.#goOn(rules.undo(game), { undone: true });
  }

  get isPersonsTurn() {
    return rules.isPersonsTurn(this.state.game) && !this.state.sent;
  }

  /** Whether a move can be chosen on the board: one to play, or a better one to find. */
  get isBoardActive() {
    if (this.state.looked) return !rules.isUnknown(this.state.looked.game) && rules.isPersonsTurn(this.state.looked.game);
    return this.state.visited === null ? this.isPersonsTurn : this.isToFind;
  }

  /** The game as it is on the board: the one that is played, its beginning, or a position that is looked at by itself. */
  get onBoard() {
    const { game, looked, visited } = this.state;
    if (looked) return looked.game;
    return visited === null ? game : rules.after(game, visited);
  }

  // --- A position that is looked at by itself: moves of both sides are tried there, and the game waits ---

  /** Look at a position; one that is still being typed takes the place of the last one. */
  look(setup, { typed = false } = {}) {
    const { looked } = this.state;
    const before = typed && looked?.typed ? looked.before : looked;
    this.#lookAt({ game: aside(setup), before, typed });
  }

  /** Look at the position that a move on the board leads to. */
  lookAfter(move) {
    const game = aside(rules.anew(this.onBoard));
    this.#lookAt({ game: rules.play(game, move), before: { game, before: this.state.looked } });
  }

  backToGame() {
    const { game, sent } = this.state;
    this.#goOn(game, { sent });
  }

  #lookAt(looked) {
    this.requests.leave();
    const panel = this.state.panel === "explanation" ? "explanation" : "solving";
    this.show({ ...FRESH, looked, problem: null, waiting: false, panel });
    this.#fill();
    if (panel === "explanation" && rules.isUnknown(looked.game)) this.#analyse();
  }

  // --- A finished game, looked at again ---

  /** Look at the position before a move of a game that is over; null: at its end again. */
  visit(visited) {
    const { game } = this.state;
    if (!rules.isOver(game) || visited < 0) return;
    this.requests.leave();
    const inside = visited === null || visited >= game.moves.length ? null : visited;
    this.show({ visited: inside, found: null, explanation: null, analysis: null, waiting: false });
    if (inside !== null) this.#fill();
    if (this.state.review === null) this.#review();
  }

  /** Whether the person is to find a better move than the one made in the position on show. */
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
    this.show({ found: {} });
  }

  #try(move) {
    if (!this.isToFind) return;
    const { winning_moves: wins, more } = this.state.review.plies[this.state.visited];
    const key = keyOf(move);
    const right = wins.some((one) => keyOf(one) === key);
    if (right || !more) {
      this.show({ found: { move, wins: right } });
      return;
    }
    this.requests.send(async (signal) => {
      if (!rules.isLegal(this.onBoard, move)) await this.tryMove(this.onBoard, move, signal); // not among those that are listed
      const { response } = await this.api.solve(rules.position(rules.play(this.onBoard, move)), signal);
      return () => this.show({ found: { move, wins: !response.to_move_wins } });
    });
  }

  /** Play on from the position that is looked at. */
  playFromHere() {
    if (this.state.visited === null) return;
    this.#goOn(this.onBoard);
  }

  // --- Requests to the service ---

  async hintSteps(hints, signal) {
    const { game } = this.state;
    this.state.helped = true;
    const { response } = await this.api.solve(rules.position(game), signal);
    return response.to_move_wins ? hints.hintSteps(game, response) : [{ moves: [], best: response.best_move }];
  }

  /** Show a panel beside the board; one that is open gives its place to the moves. */
  async open(panel) {
    const opened = panel === this.state.panel ? "moves-panel" : panel;
    const helps = ["explanation", "solving"].includes(opened) && !rules.isOver(this.state.game);
    this.show({ panel: opened, explanation: null, analysis: null, helped: this.state.helped || helps });
    await this.#fill();
  }

  /** Request what the panel says of the position on the board; nobody can move at its end. */
  async #fill() {
    const { panel } = this.state;
    if (rules.isUnknown(this.onBoard) && !this.state.looked) return;
    if (panel === "solving" && !rules.isOver(this.onBoard)) await this.#analyse();
    if (panel === "explanation" && !(rules.isOver(this.onBoard) && this.state.looked)) await this.#explain();
  }

  /** `played` says whether the game was brought here by a move, and not by a link or a step back. */
  #goOn(game, { sent = null, played = false, undone = false } = {}) {
    this.requests.leave();
    this.#held = null;
    this.show({ ...FRESH, review: null, sent, game, undone, problem: null, waiting: false });
    if (rules.isOver(game)) this.#end(played);
    else if (sent && !rules.isUnknown(game)) return;
    else if (!game.two && rules.turn(game) !== rules.YOU) this.#computerMoves();
    else {
      if (rules.isUnknown(game) || (game.two && !rules.isDeep(game))) this.#fetchMoves({ sent, played, undone });
      this.#fill();
    }
  }

  #end(played) {
    const { game, isAutomatic } = this.state;
    if (played && !game.two) this.show({ standing: this.#count(rules.winner(game) === rules.YOU, isAutomatic) });
    this.#review();
  }

  /** What is legal here, and after each move. Nothing is solved, and two people go on before that has come. */
  #fetchMoves(how) {
    const { game } = this.state;
    return this.request("The legal moves haven’t loaded yet.", async () => {
      await tell(this.api, rules.position(game), 2).finally(() => this.#arrived(how));
      return () => {};
    });
  }

  /** A list has come: of the position on the board, or of the one before it with the moves behind. */
  #arrived(how) {
    const { game, sent } = this.state;
    if (rules.isUnknown(game)) return;
    if (rules.isOver(game) && !this.state.review) this.#goOn(game, { ...how, sent });
    else this.show({});
    if (this.#held && !sent) this.take(this.#held);
  }

  #computerMoves() {
    const { game } = this.state;
    const operation = async (signal) => {
      const [{ response, move }] = await Promise.all([this.#choose(game, signal), this.pause(signal)]);
      return () => {
        this.#reply = null;
        this.#goOn(move ? rules.play(game, move) : game, { played: true });
        if (!move) return;
        if (response.to_move_wins && this.#coaches()) this.#object(game, response.best_move, move.mistake);
      };
    };
    return this.request("Your game is safe, and you can continue from here.", operation, THINKING_MS);
  }

  /** The computer's move, whose position is known then; none if no move is legal. */
  async #choose(game, signal) {
    const { response } = await this.solve(game, signal);
    if (response.best_move === null) return { response, move: null };
    const move = this.#reply ?? chooseMove(game, response, MISTAKES[this.state.strength], this.random);
    const left = rules.play(game, move);
    if (rules.isUnknown(left)) await tell(this.api, rules.position(left)).catch(() => {}); // it is asked for again
    return { response, move };
  }

  /** Say why the person's last move, to `left`, gave the win away, if it did; `reply` won there, unless it was `missed`. */
  #object(left, reply, missed) {
    if (left.moves.length === 0 || rules.isOver(this.state.game)) return null;
    this.show({ judging: true });
    return this.requests.send(async (signal) => {
      const { response } = await this.api.solve(rules.position(rules.undo(left)), signal);
      if (!response.to_move_wins) return () => this.show({ judging: false });
      if (missed) return () => this.show({ judging: false, missed: true });
      const { fetchExplanation, reasonOf } = await part(import("../../core/explain.js"));
      const { game, subtraction_set: set } = left.rule;
      const explanation = game || set ? null : await fetchExplanation(this.api, rules.position(left), signal);
      const voice = Object.keys(left.rule).length === 0 ? "parts" : explanation?.response.decided_by === "groups" ? "groups" : null;
      return () => this.show({ judging: false, reason: reasonOf(left, reply, voice && explanation, voice) });
    });
  }

  #analyse() {
    const game = this.onBoard;
    return this.request("Couldn’t judge the moves.", async (signal) => {
      const analysis = await judgedMoves(this, game, signal);
      return () => this.show({ analysis });
    });
  }

  #explain() {
    return this.explain(rules.position(rules.asItStands(this.onBoard)));
  }

  #review() {
    const game = rules.played(this.state.game);
    return this.request("The moves haven’t been judged yet.", async (signal) => {
      const { response } = await this.api.review(game, signal);
      return () => this.show({ review: response });
    });
  }
}
