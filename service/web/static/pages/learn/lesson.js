// One lesson at work: the step, the game on its board, and the service's judgement of each move, or the answer
// to its question. Knows no DOM; `changed` is called after each change.

import { Requests, ServiceError } from "../../core/api.js";
import { fetchExplanation } from "../../core/explanation.js";
import { YOU, position, turn } from "../../core/game.js";
import { seeded } from "../../core/seeded.js";
import { hintSteps } from "../../core/strategy.js";
import { loadGame } from "../../games/index.js";
import { reasonOf } from "./reasons.js";

/** Where a step stands: a question, your move, the computer's, a move of yours that loses, or done. */
export const ASKED = "asked";
export const YOURS = "yours";
export const WAITING = "waiting";
export const REFUTED = "refuted";
export const SOLVED = "solved";

export class Lesson {
  /** What is shown and nothing else; only this class changes it. */
  state = {
    lesson: null,
    task: null, // the step, with what every task has
    number: 0, // of the step, from 0
    extra: false, // whether the position is another one than the lesson's own
    game: null, // on the board; null where the step is a question
    answered: null, // the index of the answer that was chosen last
    phase: YOURS,
    refused: null, // a move that was tried, but is against the rule
    reason: null, // of a losing move, see reasons.js
    numbers: null, // of the dots of a graph, once the response has come
    lost: null, // the lost positions below the first one, where they are shown
    hint: null, // {steps, given}, once requested
    explanation: null,
    waiting: false, // for a response that takes long
    problem: null, // {words, retry}
  };

  #api;
  #judgeOf;
  #pause;
  #changed;
  #onSolved;
  #before = null; // the game before your last move
  #random = seeded(1); // so that it is the same in each visit
  #requests = new Requests((changes) => this.#show(changes));

  /** `onSolved(state)` is called when a task is solved. */
  constructor({ api, judgeOf, pause, changed, onSolved }) {
    this.#api = api;
    this.#judgeOf = judgeOf;
    this.#pause = pause;
    this.#changed = changed;
    this.#onSolved = onSolved;
  }

  /** Open a lesson at the step with this number, from 0. */
  async open(lesson, number = 0) {
    this.state.lesson = lesson;
    await Promise.all(lesson.steps.map(({ rule }) => loadGame(rule?.game ?? "nim")));
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
    return this.#requests.send(async (signal) => {
      const { number, lesson } = this.state;
      const task = taskOf(lesson.steps[number]);
      const found = await this.#judgeOf(task).find(task, signal);
      if (!found) throw new ServiceError("The service found no other position. Please try again.");
      return () => this.#begin({ ...task, ...found }, number, true);
    });
  }

  #begin(step, number, extra) {
    const task = taskOf(step);
    this.#before = null;
    const fresh = { task, number, extra, numbers: null, explanation: null, lost: null, answered: null };
    if (task.question) {
      this.#requests.leave();
      this.#show({ ...fresh, ...QUIET, game: null, phase: ASKED });
      if (task.shows) this.#explain({ piles: task.shows.piles, misere: false });
      return;
    }
    const game = this.#judgeOf(task).newGame(task);
    this.#goOn(game, fresh);
    if (turn(game) !== YOU || task.numbers) this.#requests.send((signal) => this.#judgeAndReply(signal));
  }

  /** Answer the question. */
  answer(index) {
    this.#show({ answered: index });
    if (index === this.state.task.right) this.#solve({});
  }

  get isLastStep() {
    return this.state.number + 1 === this.state.lesson.steps.length;
  }

  take(move) {
    const { phase, game, task } = this.state;
    if (phase !== YOURS) return;
    if (!this.#judgeOf(task).isLegal(game, move)) {
      this.#show({ refused: move, hint: null });
      return;
    }
    this.#before = game;
    this.#goOn(this.#judgeOf(task).play(game, move), { phase: WAITING });
    this.#requests.send((signal) => this.#judgeAndReply(signal));
  }

  /** Take a losing move back. */
  takeBack() {
    if (this.state.phase === REFUTED) this.#goOn(this.#before);
  }

  /** Give the next step of the hint. */
  hint() {
    const { hint } = this.state;
    if (hint) {
      this.#show({ refused: null, hint: { ...hint, given: Math.min(hint.given + 1, hint.steps.length) } });
      return null;
    }
    return this.#requests.send(async (signal) => {
      const { task, game } = this.state;
      const steps = task.graph
        ? this.#judgeOf(task).hint(task, game, await this.#judge(signal))
        : await this.#stepsOf(task, game, signal);
      return () => this.#show({ refused: null, waiting: false, hint: { steps, given: 1 } });
    });
  }

  /** Show the lost positions below the task's first one, or hide them again. */
  uncover() {
    if (this.state.lost) {
      this.#show({ lost: null });
      return null;
    }
    return this.#requests.send(async (signal) => {
      const { response } = await this.#api.positions({ ...position(this.state.game), piles: this.state.game.start }, signal);
      return () => this.#show({ lost: response.p_positions });
    });
  }

  retry() {
    this.state.problem?.retry();
  }

  /** The steps of a hint in a position of piles; columns only where the lesson knows them. */
  async #stepsOf(task, game, signal) {
    const { response } = await this.#api.explain(position(game), signal);
    const knows = task.explains === "columns" && task.picture !== "sums";
    return hintSteps(game, response).filter(({ column }) => knows || !column);
  }

  /** Judge the position on the board; then make the computer's move in it, if it is its turn. */
  async #judgeAndReply(signal) {
    const { game, task } = this.state;
    const judge = this.#judgeOf(task);
    const [verdict] = await Promise.all([this.#judge(signal), this.#pause(signal)]);
    const { wins, best, numbers = null } = verdict;
    if (turn(game) === YOU) return () => this.#show({ numbers }); // nothing to judge yet
    const yours = game.moves.length > 0;
    if (yours && wins) {
      const explained = task.explains && best ? await fetchExplanation(this.#api, position(game), signal) : null;
      const reason = reasonOf(task.explains, best, explained);
      return () => this.#show({ phase: REFUTED, waiting: false, reason, numbers: task.numbers ? numbers : null });
    }
    return () => {
      if (yours && (task.oneMove || best === null)) {
        this.#solve({ numbers });
        return;
      }
      const replied = judge.play(game, this.#reply(judge, verdict));
      this.#goOn(replied, { numbers });
      // The computer had to make the last move, which loses under this rule.
      if (judge.isOver(replied)) this.#solve({ numbers });
    };
  }

  /**
   * The computer's move. In a lost position every move loses, and the computer makes any of them, but takes
   * a single object only if it must: a game of single objects teaches nothing.
   */
  #reply(judge, { wins, best }) {
    if (wins) return best;
    const moves = judge.moves(this.state.game);
    const others = moves.filter(({ remove }) => remove !== 1);
    const among = others.length > 0 ? others : moves;
    return among[Math.floor(this.#random() * among.length)];
  }

  #solve(changes) {
    this.#show({ ...changes, waiting: false, phase: SOLVED });
    this.#onSolved(this.state);
  }

  async #judge(signal) {
    const { game, task } = this.state;
    return this.#judgeOf(task).judge(game, signal);
  }

  #goOn(game, changes = {}) {
    this.#requests.leave();
    this.#show({ ...QUIET, phase: turn(game) === YOU ? YOURS : WAITING, game, ...changes });
    if (this.state.task.picture) this.#explain(position(this.state.game));
  }

  #explain(explained) {
    return this.#requests.send(async (signal) => {
      const explanation = await fetchExplanation(this.#api, explained, signal);
      return () => this.#show({ explanation });
    });
  }

  #show(changes) {
    Object.assign(this.state, changes);
    this.#changed(this.state);
  }
}

/** The parts of the state that a new position resets. */
const QUIET = { refused: null, waiting: false, reason: null, hint: null, problem: null };

/** A step with what every task has. */
const taskOf = (step) => ({ first: YOU, misere: false, ...step });
