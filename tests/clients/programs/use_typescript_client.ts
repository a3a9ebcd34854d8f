// Calls every operation of the API with openapi-fetch and the types that openapi-typescript
// generates. Prints one JSON object: what each call returned, by the call's name. Arguments: the
// service's URL, and the examples of problems that no request can provoke.

import createClient from "openapi-fetch";

import type { components, paths } from "./nim.js";

type Problem = components["schemas"]["Problem"];
type Solution = components["schemas"]["Solution"];

declare const process: { argv: string[] }; // Node.js has far more, which takes a second to read

const [url, examples] = process.argv.slice(2) as [string, string];
const nim = createClient<paths>({ baseUrl: url });

/** The data of a response, which must be a success. */
function ok<T>(response: { data?: T; error?: unknown }): T {
  if (response.data === undefined) throw new Error(JSON.stringify(response.error));
  return response.data;
}

/** The problem of a response, which must not be a success. */
function failed(response: { data?: unknown; error?: Problem }): Problem {
  if (response.error === undefined) throw new Error(JSON.stringify(response.data));
  const type: Problem["type"] = response.error.type;
  if (!type.startsWith("/docs#error-")) throw new Error(type);
  return response.error;
}

const solution: Solution = ok(await nim.POST("/move", { body: { piles: [3, 4, 5] } }));
const misere = { piles: [2 ** 53 - 1, 2 ** 33, 1], misere: true };
const positions = [{ piles: [1, 2, 3] }, { piles: [5, 1], misere: true }];
const moves = [{ pile: 1, remove: 3 }, { pile: 0, remove: 2 }];
const graph = { options: { a: ["b", "c"], b: ["c"], c: [] }, sum: ["a", "b"] };
const piles = { piles: [3, 4, 5], misere: false };
const ruled = { piles: [9, 4], subtraction_set: [1, 3, 4] };
const why = { piles: [41, 163, 13] };
const small = { piles: [1, 3, 5] };
const smallest = { piles: [1, 2] };
const kayles = { game: "kayles", size: 13 } as const;
const table = { operation: "product", size: 4 } as const;

/** The query of a calculation with nimbers. */
const of = (...operands: number[]) => ({ params: { query: { operands } } });

const responses = {
  solvePosition: solution,
  large: ok(await nim.POST("/move", { body: misere })),
  solvePositionByLink: ok(await nim.GET("/move", { params: { query: piles } })),
  ruled: ok(await nim.GET("/move", { params: { query: ruled } })),
  solvePositions: ok(await nim.POST("/moves", { body: { positions } })),
  explainPosition: ok(await nim.POST("/explanation", { body: why })),
  explainPositionByLink: ok(await nim.GET("/explanation", { params: { query: why } })),
  analysePosition: ok(await nim.POST("/analysis", { body: piles })),
  analysePositionByLink: ok(await nim.GET("/analysis", { params: { query: piles } })),
  reviewGame: ok(await nim.POST("/review", { body: { piles: [2, 3], moves } })),
  listPositions: ok(await nim.POST("/positions", { body: small })),
  listPositionsByLink: ok(await nim.GET("/positions", { params: { query: small } })),
  getGameGraph: ok(await nim.POST("/graph", { body: smallest })),
  getGameGraphByLink: ok(await nim.GET("/graph", { params: { query: smallest } })),
  listGames: ok(await nim.GET("/games")),
  listGrundyValues: ok(await nim.POST("/values", { body: kayles })),
  listGrundyValuesByLink: ok(await nim.GET("/values", { params: { query: { size: 5 } } })),
  kayles: ok(await nim.GET("/values", { params: { query: kayles } })),
  solveGraph: ok(await nim.POST("/grundy", { body: graph })),
  addNimbers: ok(await nim.GET("/nimbers/sum", of(3, 4, 5))),
  "large-sum": ok(await nim.GET("/nimbers/sum", of(2 ** 32 - 1, 1))),
  multiplyNimbers: ok(await nim.GET("/nimbers/product", of(5, 8))),
  divideNimbers: ok(await nim.GET("/nimbers/quotient", of(5, 8))),
  takeSquareRootOfNimber: ok(await nim.GET("/nimbers/square-root", of(5))),
  raiseNimber: ok(await nim.GET("/nimbers/power", { params: { query: { base: 5, exponent: 7 } } })),
  tabulateNimbers: ok(await nim.GET("/nimbers/table", { params: { query: table } })),
};

type Respond = (request: Request) => Promise<Response>;

/** Sends the request otherwise than the client makes it. */
const sent =
  (change: { method?: string; body?: string; headers?: Record<string, string> }): Respond =>
  () =>
    fetch(`${url}/move`, {
      method: "POST",
      body: "{}",
      ...change,
      headers: { "Content-Type": "application/json", ...change.headers },
    });

const replayed: Record<string, { status: number }> = JSON.parse(examples);
const replay =
  (problem: { status: number }): Respond =>
  async () =>
    new Response(JSON.stringify(problem), {
      status: problem.status,
      headers: { "Content-Type": "application/problem+json" },
    });

const ways: Record<string, Respond> = {
  "not-json": sent({ body: '{"piles": [3, 4, NaN]}' }),
  "method-not-allowed": sent({ method: "DELETE" }),
  "too-large": sent({ body: " ".repeat(2 ** 20 + 1) }),
  "head-too-large": sent({ headers: { "X-Long": "x".repeat(10_000) } }),
  "unsupported-media-type": sent({ headers: { "Content-Type": "text/plain" } }),
  "unsupported-encoding": sent({ headers: { "Content-Encoding": "gzip" } }),
};
for (const [name, problem] of Object.entries(replayed)) ways[name] = replay(problem);

const long = { piles: Array<number>(1000).fill(2 ** 53 - 1) };
const wrong = { piles: [3, -4] };
const problems: Record<string, Problem> = {
  "invalid-body": failed(await nim.POST("/move", { body: wrong })),
  "invalid-query": failed(await nim.GET("/move", { params: { query: wrong } })),
  "target-too-long": failed(await nim.GET("/move", { params: { query: long } })),
  "precondition-failed": failed(
    await nim.GET("/move", {
      params: { query: { piles: [3] } },
      headers: { "If-Match": '"another"' },
    }),
  ),
};
for (const [name, respond] of Object.entries(ways)) {
  problems[name] = failed(await nim.POST("/move", { body: piles, fetch: respond }));
}

console.log(JSON.stringify({ responses, problems }));
