// Waiting for the service: responses to an earlier position are dropped, what failed can be sent again, and a
// long wait is shown.

import { ServiceError } from "./api.js";

export const WAITING = "One moment …";

/** The time without a response after which the page says that it is waiting. */
const SOON_MS = 200;

/** A part of the page that is being imported; that may fail as any request may. */
export const part = (importing) =>
  importing.catch(() => {
    throw new ServiceError("Can’t load a part of this page.");
  });

/** Requests that belong together, such as those for the position on the board. */
export class Requests {
  #show;
  #current = new AbortController(); // aborted when another position is on the board
  #failed = new Map(); // from what the person misses to what is to be sent again, and the words

  /** `show(changes)` is called with `{waiting}` or `{problem}`, a problem being `{words, retry}` or null. */
  constructor(show) {
    this.#show = show;
  }

  /** Drop the requests so far. */
  leave() {
    this.#current.abort();
    this.#current = new AbortController();
    this.#failed.clear();
  }

  /**
   * Do `operation(signal)`, and then what it comes to, a function without arguments; nothing if
   * the requests were dropped before. `consequence` is shown if the service fails, until this has been
   * tried again, and a wait of more than `patience` milliseconds is shown.
   */
  async send(operation, { consequence = "", patience = SOON_MS } = {}) {
    const { signal } = this.#current;
    const timer = setTimeout(() => signal.aborted || this.#show({ waiting: true }), patience);
    try {
      const act = await operation(signal);
      clearTimeout(timer);
      if (signal.aborted) return;
      this.#show(this.#failed.delete(consequence) ? { waiting: false, problem: this.#problem } : { waiting: false });
      act();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServiceError)) throw error;
      this.#failed.set(consequence, { again: () => this.send(operation, { consequence, patience }), words: error.message });
      this.#show({ waiting: false, problem: this.#problem });
    } finally {
      clearTimeout(timer);
    }
  }

  get #problem() {
    const [first] = this.#failed;
    return first ? { words: `${first[1].words} ${first[0]}`.trim(), retry: () => this.#retry() } : null;
  }

  #retry() {
    const failed = [...this.#failed.values()];
    this.#failed.clear();
    this.#show({ problem: null });
    for (const { again } of failed) again();
  }
}

/** The one notice of a page on which several kinds of requests can fail. */
export class Notice {
  #root;
  #text;
  #problems = new Map(); // by what failed

  /** `root` has a paragraph for the words, and a button to try again. */
  constructor(root) {
    this.#root = root;
    this.#text = root.querySelector("p");
    root.querySelector("button").addEventListener("click", () => {
      for (const { retry } of [...this.#problems.values()]) retry();
    });
  }

  /** Requests whose problems are shown here. */
  requests() {
    const requests = new Requests(({ problem }) => problem !== undefined && this.show(requests, problem));
    const leave = requests.leave.bind(requests);
    requests.leave = () => {
      leave();
      this.show(requests, null);
    };
    return requests;
  }

  /** Show the problem `{words, retry}` of what failed, or that it has none. */
  show(failed, problem) {
    this.#problems.delete(failed);
    if (problem) this.#problems.set(failed, problem);
    const [first] = this.#problems.values();
    this.#root.hidden = !first;
    const words = first?.words ?? "";
    if (this.#text.textContent !== words) this.#text.textContent = words;
  }
}
