// Calls every operation of the API with the client that @hey-api/openapi-ts generates. Prints one
// JSON object: what each call returned, by the call's name. Argument: the service's URL.

import {
  addNimbers,
  analysePosition,
  analysePositionByLink,
  divideNimbers,
  explainPosition,
  explainPositionByLink,
  getGameGraph,
  getGameGraphByLink,
  listGames,
  listGrundyValues,
  listGrundyValuesByLink,
  listPositions,
  listPositionsByLink,
  multiplyNimbers,
  raiseNimber,
  reviewGame,
  solveGraph,
  solvePosition,
  solvePositionByLink,
  solvePositions,
  tabulateNimbers,
  takeSquareRootOfNimber,
} from "./client";
import { client } from "./client/client.gen";
import type { Problem, Solution } from "./client";

declare const process: { argv: string[] }; // Node.js has far more, which takes a second to read

const [url] = process.argv.slice(2);
client.setConfig({ baseUrl: url! });

/** The data of a response, which must be a success. */
async function ok<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** The problem of a response, which must not be a success. */
async function failed(call: Promise<{ data?: unknown; error?: Problem }>): Promise<Problem> {
  const { data, error } = await call;
  if (error === undefined) throw new Error(JSON.stringify(data));
  return error;
}

async function main(): Promise<void> {
  const solution: Solution = await ok(solvePosition({ body: { piles: [3, 4, 5] } }));
  const positions = [{ piles: [1, 2, 3] }, { piles: [5, 1], misere: true }];
  const moves = [{ pile: 1, remove: 3 }, { pile: 0, remove: 2 }];
  const graph = { options: { a: ["b", "c"], b: ["c"], c: [] }, sum: ["a", "b"] };
  const large = { piles: [2 ** 53 - 1, 2 ** 33, 1], misere: true };
  const three = { piles: [3, 4, 5] };
  const why = { piles: [41, 163, 13] };
  const small = { piles: [1, 3, 5] };
  const smallest = { piles: [1, 2] };
  const kayles = { game: "kayles" as const, size: 13 };
  const responses = {
    solvePosition: solution,
    large: await ok(solvePosition({ body: large })),
    solvePositionByLink: await ok(solvePositionByLink({ query: three })),
    ruled: await ok(solvePositionByLink({ query: { piles: [9, 4], subtraction_set: [1, 3, 4] } })),
    solvePositions: await ok(solvePositions({ body: { positions } })),
    explainPosition: await ok(explainPosition({ body: why })),
    explainPositionByLink: await ok(explainPositionByLink({ query: why })),
    analysePosition: await ok(analysePosition({ body: three })),
    analysePositionByLink: await ok(analysePositionByLink({ query: three })),
    reviewGame: await ok(reviewGame({ body: { piles: [2, 3], moves } })),
    listPositions: await ok(listPositions({ body: small })),
    listPositionsByLink: await ok(listPositionsByLink({ query: small })),
    getGameGraph: await ok(getGameGraph({ body: smallest })),
    getGameGraphByLink: await ok(getGameGraphByLink({ query: smallest })),
    listGames: await ok(listGames()),
    listGrundyValues: await ok(listGrundyValues({ body: kayles })),
    listGrundyValuesByLink: await ok(listGrundyValuesByLink({ query: { size: 5 } })),
    kayles: await ok(listGrundyValuesByLink({ query: kayles })),
    solveGraph: await ok(solveGraph({ body: graph })),
    addNimbers: await ok(addNimbers({ query: { operands: [3, 4, 5] } })),
    "large-sum": await ok(addNimbers({ query: { operands: [2 ** 32 - 1, 1] } })),
    multiplyNimbers: await ok(multiplyNimbers({ query: { operands: [5, 8] } })),
    divideNimbers: await ok(divideNimbers({ query: { operands: [5, 8] } })),
    takeSquareRootOfNimber: await ok(takeSquareRootOfNimber({ query: { operands: [5] } })),
    raiseNimber: await ok(raiseNimber({ query: { base: 5, exponent: 7 } })),
    tabulateNimbers: await ok(tabulateNimbers({ query: { operation: "product", size: 4 } })),
  };
  const problems = {
    "invalid-body": await failed(solvePosition({ body: { piles: [3, -4] } })),
    "invalid-query": await failed(solvePositionByLink({ query: { piles: [3, -4] } })),
  };
  console.log(JSON.stringify({ responses, problems }));
}

void main();
