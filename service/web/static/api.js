// The service's operations that the pages use. Every failure is a ServiceError whose message a
// person can read.

import { SERVICE } from "./texts.js";

const PATIENCE_MS = 10_000;

export class ServiceError extends Error {}

/** The service has not answered for so long that asking again would only double the wait. */
class Timeout extends ServiceError {}

export const solve = (position, signal) => post("move", position, signal);
export const solveAll = (positions, signal) => post("moves", { positions }, signal);
export const explain = (position, signal) => post("explanation", position, signal);
export const review = (game, signal) => post("review", game, signal);
export const grundy = (graph, signal) => post("grundy", graph, signal);

export const nimberTable = (operation, size, signal) =>
  exchange(`nimbers/table?operation=${operation}&size=${size}`, {}, signal);

function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return exchange(path, { method: "POST", headers, body: JSON.stringify(body) }, signal);
}

/**
 * Ask for `path`, relative to the page; give back the whole exchange. An abort through `signal`
 * comes out as it is: the caller that aborts knows why.
 */
async function exchange(path, options, signal) {
  const began = performance.now();
  const { response, text } = await attempt(path, options, signal).catch((error) => {
    if (!(error instanceof ServiceError) || error instanceof Timeout) throw error;
    // The connection broke, as when a machine changes networks. Asking changes nothing in the
    // service, so ask once more before troubling the reader.
    return attempt(path, options, signal);
  });
  const answer = parse(text);
  if (!response.ok) throw new ServiceError(describe(response.status, answer));
  if (answer === null) throw new ServiceError(SERVICE.notJSON);
  const took = Math.max(1, Math.round(performance.now() - began));
  return { path: `/${path}`, request: options.body, status: response.status, answer, milliseconds: took };
}

/** One request. Only what fetch itself rejects with is a broken connection; other faults are ours. */
async function attempt(path, options, signal) {
  // AbortSignal.any and AbortSignal.timeout would do this, but not in every browser that is supported.
  const patience = new AbortController();
  const abort = () => patience.abort();
  const timer = setTimeout(abort, PATIENCE_MS);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    const response = await fetch(path, { ...options, signal: patience.signal });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal.aborted) throw error;
    if (patience.signal.aborted) throw new Timeout(SERVICE.silent);
    if (error.name !== "TypeError") throw error;
    throw new ServiceError(SERVICE.unreachable);
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

function describe(status, problem) {
  const said = problem?.errors?.[0]?.detail ?? problem?.detail ?? problem?.title;
  return said ? SERVICE.says(status, said) : SERVICE.failed(status);
}
