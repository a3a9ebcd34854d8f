// The service's operations that the page uses. Every failure is a ServiceError whose message a
// person can read.

const PATIENCE_MS = 10_000;

export class ServiceError extends Error {}

export const solve = (position, signal) => post("move", position, signal);
export const explain = (position, signal) => post("explanation", position, signal);
export const review = (game, signal) => post("review", game, signal);

/**
 * Send `body` to the operation at `path`, relative to the page; give back the whole exchange.
 * An abort through `signal` comes out as it is: whoever aborts knows why.
 */
async function post(path, body, signal) {
  const request = JSON.stringify(body);
  const began = performance.now();
  const attempt = async () => {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: request,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    return { response, text: await response.text() };
  };
  let outcome;
  try {
    outcome = await attempt().catch((error) => {
      if (error.name !== "TypeError") throw error;
      // The connection broke, as when a machine changes networks. Nothing is changed by asking,
      // so ask once more before troubling anybody.
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
  return { path: `/${path}`, request, status: response.status, answer, milliseconds: took };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describe(status, problem) {
  const said = problem?.detail ?? problem?.title;
  return said ? `The service says: ${said} (${status}).` : `The service failed (${status}).`;
}
