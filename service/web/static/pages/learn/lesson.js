// One lesson at work: a session whose moves are judged. A step is a game on the board, or a question.

import * as api from "../../core/api.js";
import { seeded } from "../../core/dom.js";
import { fetchExplanation, reasonOf } from "../../core/explain.js";
import * as rules from "../../core/game.js";
import { learn, tell } from "../../core/games.js";
import { BLANK, Session } from "../../core/session.js";

/** Where a step stands: a question, your move, the computer's, a move of yours that loses, or done. */
export const ASKED = "asked";
export const YOURS = "yours";
export const WAITING = "waiting";
export const REFUTED = "refuted";
export const SOLVED = "solved";

export class Lesson extends Session {
  state = {
    ...BLANK, // the game is null if the step is a question
    lesson: null,
    task: null, // the step, with what every task has
    number: 0, // of the step, from 0
    extra: false, // whether the position is another one than the lesson's own
    answered: null, // the index of the answer that was chosen last
    phase: YOURS,
    numbers: null, // of the dots of a graph, once the response has come
  };

  #onSolved;
  #held = null; // a move that was made before its list has come
  #before = null; // the game before your last move

  /** `onSolved(state)` is called when a task is solved. */
  constructor({ onSolved, ...more }) {
    super({ random: seeded(1), ...more }); // the same in each visit
    this.#onSolved = onSolved;
  }

  /** Open a lesson at the step with this number, from 0. */
  open(lesson, number = 0) {
    this.state.lesson = lesson;
    this.begin(number);
  }

  /** Begin the lesson's own step with this number, from 0. */
  begin(number = this.state.number) {
    this.#begin(this.state.lesson.steps[number], number, false);
  }

  /** Begin the task that is on the board again. */
  again() {
    const { task, number, extra } = this.state;
    this.#begin(task, number, extra);
  }

  /** Begin another task of the same kind, which the service finds good. */
  another() {
    return this.requests.send(async (signal) => {
      const { number, lesson } = this.state;
      const task = taskOf(lesson.steps[number]);
      const found = await judgeOf(task).find(task, signal);
      if (!found) throw new api.ServiceError("The service found no other position. Please try again.");
      return () => this.#begin({ ...task, ...found }, number, true);
    });
  }

  #begin(step, number, extra) {
    const task = taskOf(step);
    this.#before = null;
    const fresh = { task, number, extra, numbers: null, explanation: null, lost: null, answered: null };
    if (task.question) {
      this.requests.leave();
      this.show({ ...fresh, ...QUIET, game: null, phase: ASKED });
      if (task.shows) this.explain({ piles: task.shows.piles, misere: false });
      return;
    }
    const game = rules.newGame(task);
    this.#goOn(game, fresh);
    if (rules.turn(game) !== rules.YOU || task.numbers) this.#judgeAndReply();
    else if (rules.isUnknown(game)) this.requests.send(async () => (await tell(this.api, rules.position(game)), () => (this.show({}), this.#held && this.take(this.#held))));
  }

  /** Answer the question. */
  answer(index) {
    this.show({ answered: index });
    if (index === this.state.task.right) this.#solve({});
  }

  get isLastStep() {
    return this.state.number + 1 === this.state.lesson.steps.length;
  }

  take(move) {
    const { phase, game } = this.state;
    if (phase !== YOURS) return;
    this.#held = rules.isUnknown(game) ? move : null; // until the service has said whether it is legal
    if (this.#held) return;
    if (!rules.isLegal(game, move)) {
      this.show({ refused: { move }, hint: null });
      return;
    }
    this.#before = game;
    this.#goOn(rules.play(game, move), { phase: WAITING });
    this.#judgeAndReply();
  }

  /** Take a losing move back. */
  takeBack() {
    if (this.state.phase === REFUTED) this.#goOn(this.#before);
  }

  /** Columns only if the lesson knows them. */
  async hintSteps(hints, signal) {
    const { task, game } = this.state;
    if (task.judge) return task.judge.hintSteps(game, signal);
    const { response } = await this.api.explain(rules.position(game), signal);
    return hints.hintSteps(game, response).filter(({ column }) => task.explains === "columns" || !column);
  }

  /** Judge the position on the board; then make the computer's move in it, if it is its turn. */
  #judgeAndReply() {
    return this.requests.send(async (signal) => {
      const { game, task } = this.state;
      const [verdict] = await Promise.all([judgeOf(task, this).judge(game, signal), this.pause(signal)]);
      const { wins, best, numbers = null } = verdict;
      if (rules.turn(game) === rules.YOU) return () => this.show({ numbers }); // nothing to judge yet
      const yours = game.moves.length > 0;
      if (yours && wins) {
        const explained = task.explains && best ? await fetchExplanation(this.api, rules.position(game), signal) : null;
        const reason = reasonOf(game, best, explained, task.explains);
        return () => this.show({ phase: REFUTED, waiting: false, reason, numbers: task.numbers ? numbers : null });
      }
      return () => {
        if (yours && (task.oneMove || best === null)) {
          this.#solve({ numbers });
          return;
        }
        const replied = rules.play(game, this.#reply(verdict));
        this.#goOn(replied, { numbers });
        // The computer had to make the last move, which loses under this rule.
        if (rules.isOver(replied)) this.#solve({ numbers });
      };
    });
  }

  /**
   * The computer's move. In a lost position every move loses, and the computer makes any of them, but takes
   * a single object only if it must: a game of single objects teaches nothing.
   */
  #reply({ wins, best }) {
    if (wins) return best;
    const moves = rules.legalMoves(this.state.game);
    const others = moves.filter(({ remove }) => remove !== 1);
    const among = others.length > 0 ? others : moves;
    return among[Math.floor(this.random() * among.length)];
  }

  #solve(changes) {
    this.show({ ...changes, waiting: false, phase: SOLVED });
    this.#onSolved(this.state);
  }

  #goOn(game, changes = {}) {
    this.requests.leave();
    this.show({ ...QUIET, phase: rules.turn(game) === rules.YOU ? YOURS : WAITING, game, ...changes });
    if (this.state.task.picture) this.explain(rules.position(this.state.game));
  }
}

/** The parts of the state that a new position resets. */
const QUIET = { refused: null, waiting: false, reason: null, hint: null, problem: null };

/** A step with what every task has. */
const taskOf = (step) => ({ first: rules.YOU, misere: false, ...step });

// --- Who wins a position, and with which moves ---

const CANDIDATES = 80; // positions of piles that are sent together, to find one that will do

/** The judge of a task: /move, unless the task has its own. */
const judgeOf = (task, session = null) => task.judge ?? { judge: (game, signal) => judgeByMove(session, game, signal), find: findByMove };

async function judgeByMove(session, game, signal) {
  const { response } = await session.solve(game, signal);
  return { wins: response.to_move_wins, best: response.best_move };
}

/** Something that makes another task like this one, or null if none of those that came will do. */
async function findByMove(task, signal) {
  const came = Array.from({ length: CANDIDATES }, task.another);
  const games = came.map((setup) => rules.newGame({ ...task, ...setup }));
  const positions = games.map(rules.position);
  const { response } = await api.solveAll(positions, signal, { legal: 1 });
  const isOther = ({ piles: sizes }) => String(sizes) !== String(task.piles);
  const fits = task.fits ?? (() => true);
  const wanted = (solution, i) => solution.to_move_wins === (task.first === rules.YOU) && isOther(came[i]) && fits(solution, games[i]);
  const found = response.results.findIndex(wanted);
  if (found !== -1) learn(positions[found], response.results[found]);
  return came[found] ?? null;
}
