// One lesson at work: the task, the game on the board, and what the service says about each move.
// Knows no DOM; `changed` is called after each change.

import { ServiceError } from "./api.js";
import { explainFully } from "./explaining.js";
import { SERVICE, YOU, position, turn } from "./game.js";
import { allows } from "./rule.js";

/** Where a task stands: your move, the service's, a move of yours that loses, or done. */
export const YOURS = "yours";
export const WAITING = "waiting";
export const REFUTED = "refuted";
export const SOLVED = "solved";

export class Lesson {
  /** What is shown and nothing else; only this class changes it. */
  state = {
    lesson: null,
    task: null,
    number: 0, // of the task, from 0
    game: null,
    phase: YOURS,
    refused: null, // a move that was tried, but is against the rule
    refuting: null, // the service's answer to a losing move; null if the game is over
    numbers: null, // of the dots of a graph, once the service has said them
    hint: null, // the moves that win, once asked for
    explanation: null,
    problem: null, // {words, retry}
  };

  #api;
  #judgeOf;
  #pause;
  #changed;
  #onSolved;
  #before = null; // the game before your last move
  #failed = []; // what was asked of the service about this position in vain
  #step = new AbortController(); // aborted with every change of the position

  /** `onSolved(lesson)` is called when its last task is solved. */
  constructor({ api, judgeOf, pause, changed, onSolved }) {
    this.#api = api;
    this.#judgeOf = judgeOf;
    this.#pause = pause;
    this.#changed = changed;
    this.#onSolved = onSolved;
  }

  open(lesson) {
    this.state.lesson = lesson;
    this.begin(0);
  }

  /** Begin the task with this number, from 0, or the current one again. */
  begin(number = this.state.number) {
    const task = this.state.lesson.tasks[number];
    const game = this.#judgeOf(task).newGame(task);
    this.#before = null;
    this.#goOn(game, { task, number, numbers: null, explanation: null });
    if (task.first === SERVICE || task.numbers) this.#ask((signal) => this.#answer(signal));
  }

  get isLastTask() {
    return this.state.number + 1 === this.state.lesson.tasks.length;
  }

  take(move) {
    const { phase, game, task } = this.state;
    if (phase !== YOURS) return;
    if (move.remove && !allows(game.rule, move.remove)) {
      this.#show({ refused: move, hint: null });
      return;
    }
    this.#before = game;
    this.#goOn(this.#judgeOf(task).play(game, move), { phase: WAITING });
    this.#ask((signal) => this.#answer(signal));
  }

  /** Take a losing move back. */
  takeBack() {
    if (this.state.phase === REFUTED) this.#goOn(this.#before);
  }

  hint() {
    return this.#ask(async (signal) => {
      const { winning } = await this.#judge(signal);
      return () => this.#show({ refused: null, hint: winning });
    });
  }

  retry() {
    this.state.problem?.retry();
  }

  /** Judge the position on the board; then make the service's move in it, if it is its turn. */
  async #answer(signal) {
    const { game, task } = this.state;
    const judge = this.#judgeOf(task);
    const [verdict] = await Promise.all([this.#judge(signal), this.#pause(signal)]);
    const { wins, best, numbers = null } = verdict;
    if (turn(game) === YOU) return () => this.#show({ numbers }); // nothing to judge yet
    return () => {
      const yours = game.moves.length > 0;
      const answered = best === null ? game : judge.play(game, best);
      if (yours && wins) {
        this.#goOn(answered, { phase: REFUTED, refuting: best, numbers: task.numbers ? numbers : null });
      } else if (yours && (task.oneMove || best === null)) {
        this.#solve({ numbers });
      } else {
        this.#goOn(answered, { numbers });
        // The service had to make the last move, which loses under this rule.
        if (judge.isOver(answered)) this.#solve({ numbers });
      }
    };
  }

  #solve(changes) {
    this.#show({ ...changes, phase: SOLVED });
    if (this.isLastTask) this.#onSolved(this.state.lesson);
  }

  async #judge(signal) {
    const { game, task } = this.state;
    return this.#judgeOf(task).judge(game, signal);
  }

  #goOn(game, changes = {}) {
    this.#step.abort();
    this.#step = new AbortController();
    this.#failed = [];
    const fresh = { phase: turn(game) === YOU ? YOURS : WAITING, refused: null };
    this.#show({ ...fresh, refuting: null, hint: null, problem: null, game, ...changes });
    if (this.state.task.picture) this.#explain();
  }

  #explain() {
    return this.#ask(async (signal) => {
      const explanation = await explainFully(this.#api, position(this.state.game), signal);
      return () => this.#show({ explanation });
    });
  }

  /** Do what an operation comes to, unless it failed or the position has changed meanwhile. */
  async #ask(operation) {
    const { signal } = this.#step;
    try {
      const act = await operation(signal);
      if (!signal.aborted) act();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServiceError)) throw error;
      this.#failed.push(operation);
      this.#show({ problem: { words: error.message, retry: () => this.#askAgain() } });
    }
  }

  #askAgain() {
    this.#show({ problem: null });
    for (const operation of this.#failed.splice(0)) this.#ask(operation);
  }

  #show(changes) {
    Object.assign(this.state, changes);
    this.#changed(this.state);
  }
}
