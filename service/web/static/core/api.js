// Requests to the service: the operations that the pages use.
// Every failure is a ServiceError whose message a person can read.

import { ROOT } from "./dom.js";

const PATIENCE_MS = 10_000;

/** `status` and `detail` come from the response, if there was one, and the problem in it; `broken`: no JSON came. */
export class ServiceError extends Error {
  constructor(message, { status = null, detail = "", broken = false } = {}) {
    super(message);
    Object.assign(this, { status, detail, broken });
  }
}

/** The service has not responded for so long that a second request would only double the wait. */
class Timeout extends ServiceError {}

export const solve = (position, signal) => query("move", position, signal);
export const solveAll = (positions, signal) => query("moves", { positions }, signal);
export const explain = (position, signal) => query("explanation", position, signal);
export const review = (game, signal) => query("review", game, signal);
export const positions = (position, signal) => query("positions", position, signal);
export const analyse = (position, signal) => query("analysis", position, signal);
export const games = (signal) => exchange("games", {}, signal);
export const grundy = (graph, signal) => query("grundy", graph, signal);

export const listPositions = (position, signal) => get("positions", position, signal);
export const drawGraph = (position, signal) => get("graph", position, signal);
export const listValues = (wanted, signal) => get("values", wanted, signal);

export const nimberTable = (operation, size, signal) =>
  exchange(`nimbers/table?operation=${operation}&size=${size}`, {}, signal);

/** The same request by its address, whose response caches keep. */
function get(path, keys, signal) {
  return exchange(`${path}?${new URLSearchParams(keys)}`, {}, signal);
}

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
  const began = performance.now();
  const { response, text } = await attempt(path, options, signal).catch((error) => {
    if (!(error instanceof ServiceError) || error instanceof Timeout) throw error;
    // The connection broke, as when a machine changes networks. A request changes nothing in the
    // service, so send it once more before troubling the reader.
    return attempt(path, options, signal);
  });
  const body = parse(text);
  if (!response.ok) throw refusal(response.status, body);
  if (body === null) throw new ServiceError("The service’s response is not JSON.", { broken: true });
  const took = Math.max(1, Math.round(performance.now() - began));
  return { method: options.method, path: `/${path}`, request: options.body, status: response.status, response: body, milliseconds: took };
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
    return { response, text: await response.text() };
  } catch (error) {
    if (signal.aborted) throw error;
    if (patience.signal.aborted) throw new Timeout("The service isn’t responding.");
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
  const words = detail ? `Error ${status}: ${detail}` : `The service failed (${status}).`;
  return new ServiceError(words, { status, detail, broken: problem === null });
}
