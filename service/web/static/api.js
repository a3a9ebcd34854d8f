// The service's operations that the pages use. Every failure is a ServiceError whose message a
// person can read.

const PATIENCE_MS = 10_000;

export class ServiceError extends Error {}

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
  const attempt = async () => {
    const timeout = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(path, { ...options, signal: AbortSignal.any([signal, timeout]) });
    return { response, text: await response.text() };
  };
  let outcome;
  try {
    outcome = await attempt().catch((error) => {
      if (error.name !== "TypeError") throw error;
      // The connection broke, as when a machine changes networks. Asking changes nothing in the
      // service, so ask once more before troubling the reader.
      return attempt();
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ServiceError(
      error.name === "TimeoutError"
        ? "The service does not answer."
        : "The service cannot be reached.",
    );
  }
  const { response, text } = outcome;
  const answer = parse(text);
  if (!response.ok) throw new ServiceError(describe(response.status, answer));
  if (answer === null) throw new ServiceError("The service gave an answer that is not JSON.");
  const took = Math.max(1, Math.round(performance.now() - began));
  return { path: `/${path}`, request: options.body, status: response.status, answer, milliseconds: took };
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
  return said ? `The service says (${status}): ${said}` : `The service failed (${status}).`;
}
