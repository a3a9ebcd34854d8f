// Requests to the service, and waiting for them: a response to an earlier position is dropped, what failed can be sent
// again, and a long wait is shown. Every failure is a ServiceError whose message a person can read.

import { ROOT } from "./dom.js";

export const WAITING = "One moment …";

const PATIENCE_MS = 10_000;

/** The time without a response after which the page says that it is waiting; screen readers hear that, too. */
const SOON_MS = 700;

/** How often a service that is busy, and says for how long, is asked again, and the longest wait; each is said. */
const TRIES = 3;
const LONGEST_S = 20;

/**
 * `status` and `detail` come from the response, if there was one, and the problem in it; `broken`: no JSON came;
 * `isPart`: what failed is a part of the page.
 */
export class ServiceError extends Error {
  isPart = false;

  constructor(message, { status = null, detail = "", broken = false, isPart = false } = {}) {
    super(message);
    Object.assign(this, { status, detail, broken, isPart });
  }
}

// --- The operations that the pages use ---------------------------------------------------------------

export const solve = (position, signal) => query("move", position, signal);
export const solveAll = (positions, signal, more = {}) => query("moves", { positions, ...more }, signal);
export const legal = (position, signal) => query("legal", position, signal);
export const explain = (position, signal) => query("explanation", position, signal);
export const review = (game, signal) => query("review", game, signal);
export const positions = (position, signal) => query("positions", position, signal);
export const analyse = (position, signal) => query("analysis", position, signal);
export const grundy = (graph, signal) => query("grundy", graph, signal);

export const listPositions = (position, signal) => get("positions", position, signal);
export const drawGraph = (position, signal) => get("graph", position, signal);
export const listValues = (wanted, signal) => get("values", wanted, signal);
export const nimberTable = (operation, size, signal) => get("nimbers/table", { operation, size }, signal);

let listed = null;

/** The service's list of games, which is requested once. */
export function games() {
  listed ??= get("games", {}, new AbortController().signal).then(
    ({ response }) => response.games,
    (error) => {
      listed = null;
      throw error;
    },
  );
  return listed;
}

/** The same request by its address, whose response caches keep. */
const get = (path, keys, signal) => exchange(`${path}?${new URLSearchParams(keys)}`.replace(/\?$/, ""), {}, signal);

/** QUERY, until something between the page and the service turns out not to know it: firewalls list their methods. */
let method = "QUERY";

async function query(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  const send = (by) => exchange(path, { method: by, headers, body: JSON.stringify(body) }, signal);
  try {
    return await send(method);
  } catch (error) {
    if (method === "POST" || !(error.broken || [400, 403, 404, 405, 501].includes(error.status))) throw error;
  }
  const found = await send("POST");
  method = "POST";
  return found;
}

/**
 * Request `path`, below the service's root, and return the whole exchange. An abort through `signal`
 * is thrown as it is: the caller that aborts knows why.
 */
async function exchange(path, options, signal) {
  const send = () => attempt(path, options, signal).catch((error) => {
    // If the connection broke, as when a machine changes networks, send it once more before troubling the reader: a
    // request changes nothing in the service. After a timeout a second request would only double the wait.
    if (!error.broken) throw error;
    return attempt(path, options, signal);
  });
  let { response, body } = await send();
  for (let tries = 1; tries <= TRIES && waitOf(response) > 0; tries += 1) {
    await delay(waitOf(response), signal);
    ({ response, body } = await send());
  }
  if (!response.ok) throw refusal(response.status, body);
  if (body === null) throw new ServiceError("The service’s response is not JSON.", { broken: true });
  return { response: body };
}

/** How many seconds a service that is busy asks to wait; 0 if it isn't, or for longer than a person waits. */
function waitOf({ status, headers }) {
  const seconds = [429, 503].includes(status) ? Number(headers.get("Retry-After")) : 0;
  return seconds <= LONGEST_S ? seconds : 0;
}

/** Wait, unless the request is dropped first; who listens to its signal hears for how many seconds, and then 0. */
async function delay(seconds, signal) {
  const say = (detail) => signal.dispatchEvent(new CustomEvent("busy", { detail }));
  say(seconds);
  await new Promise((done) => {
    const timer = setTimeout(done, 1000 * seconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), done(null)));
  });
  say(0);
}

/** One request. Only what fetch itself rejects with is a broken connection; other errors are ours. */
async function attempt(path, options, signal) {
  // AbortSignal.any and AbortSignal.timeout would do this, but not in every browser that is supported.
  const patience = new AbortController();
  const abort = () => patience.abort();
  const timer = setTimeout(abort, PATIENCE_MS);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    const response = await fetch(ROOT + path, { ...options, signal: patience.signal });
    const text = await response.text();
    return { response, body: parse(text) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (patience.signal.aborted) throw new ServiceError("The service isn’t responding.");
    if (error.name !== "TypeError") throw error;
    throw new ServiceError("Can’t reach the service.", { broken: true });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(status, problem) {
  const detail = problem?.errors?.[0]?.detail ?? problem?.detail ?? problem?.title;
  const isBusy = status === 429 || status === 503;
  const hasFailed = isBusy || (status >= 500 && status !== 501); // which says nothing of the method
  const words = isBusy ? "The service is busy." : detail ? `Error ${status}: ${detail}` : `The service failed (${status}).`;
  return new ServiceError(words, { status, detail, broken: problem === null && !hasFailed });
}

/**
 * A part of the page that is being imported; that may fail as any request may. A browser does not request a module again
 * that has failed once, so another try begins with the page.
 *
 * @template T
 * @param {Promise<T>} importing
 */
export const part = (importing) =>
  importing.catch(() => {
    throw new ServiceError("Can’t load a part of this page.", { isPart: true });
  });

// --- Waiting -----------------------------------------------------------------------------------------

/** Requests that belong together, such as those for the position on the board. */
export class Requests {
  #show;
  #current = this.#begin(); // aborted when another position is on the board
  #failed = new Map(); // from what the person misses to what is to be sent again, and the words

  /** `show(changes)` is called with `{waiting}` or `{problem}`, a problem being `{words, retry}` or null; what is tried again by itself has no `retry`. */
  constructor(show) {
    this.#show = show;
  }

  #begin() {
    const begun = new AbortController();
    begun.signal.addEventListener("busy", (event) => {
      const { detail: seconds } = /** @type {CustomEvent<number>} */ (event);
      const busy = { words: `The service is busy; trying again in ${seconds} s.`, retry: null };
      if (!begun.signal.aborted) this.#show({ problem: seconds > 0 ? busy : this.#problem });
    });
    return begun;
  }

  /** Drop the requests so far. */
  leave() {
    this.#current.abort();
    this.#current = this.#begin();
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
      this.#failed.set(consequence, { again: () => (error.isPart ? location.reload() : this.send(operation, { consequence, patience })), words: error.message });
      this.#show({ waiting: false, problem: this.#problem });
    } finally {
      clearTimeout(timer);
    }
  }

  get #problem() {
    const [first] = this.#failed;
    return first ? { words: [first[1].words, ...this.#failed.keys()].join(" ").trim(), retry: () => this.#retry() } : null;
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
      for (const { retry } of [...this.#problems.values()]) retry?.();
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
    this.#root.querySelector("button").hidden = !first?.retry;
    const words = first?.words ?? "";
    if (this.#text.textContent !== words) this.#text.textContent = words;
  }
}
