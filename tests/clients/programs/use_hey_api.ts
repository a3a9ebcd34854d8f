// Calls every operation of the API with the client that @hey-api/openapi-ts generates. Prints one
// JSON object: what each call returned, by the call's name. Argument: the service's URL.

import {
  addNimbers,
  explainPosition,
  explainPositionByLink,
  getGameGraph,
  listGrundyValues,
  listPositions,
  multiplyNimbers,
  reviewGame,
  solveGraph,
  solvePosition,
  solvePositionByLink,
  solvePositions,
  solveTakeAndBreak,
  solveVariant,
  solveVariantByLink,
  tabulateNimbers,
} from "./client";
import { client } from "./client/client.gen";
import type { Problem, Solution } from "./client";

declare const process: { argv: string[] }; // Node.js has far more, which takes a second to read

const [url] = process.argv.slice(2);
client.setConfig({ baseUrl: url! });

/** The data of an answer, which must be a success. */
async function ok<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** The problem of an answer, which must not be a success. */
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
  const moore = { game: "moore" as const, piles: [1, 2, 3], max_piles: 2 };
  const why = { piles: [41, 163, 13] };
  const answers = {
    solvePosition: solution,
    large: await ok(solvePosition({ body: large })),
    solvePositionByLink: await ok(solvePositionByLink({ query: { piles: [3, 4, 5] } })),
    ruled: await ok(solvePositionByLink({ query: { piles: [9, 4], subtraction_set: [1, 3, 4] } })),
    solvePositions: await ok(solvePositions({ body: { positions } })),
    explainPosition: await ok(explainPosition({ body: why })),
    explainPositionByLink: await ok(explainPositionByLink({ query: why })),
    reviewGame: await ok(reviewGame({ body: { piles: [2, 3], moves } })),
    listPositions: await ok(listPositions({ query: { piles: [1, 3, 5] } })),
    getGameGraph: await ok(getGameGraph({ query: { piles: [1, 2] } })),
    solveVariant: await ok(solveVariant({ body: moore })),
    solveVariantByLink: await ok(solveVariantByLink({ query: { ...moore, piles: [2, 2, 2] } })),
    solveGraph: await ok(solveGraph({ body: graph })),
    solveTakeAndBreak: await ok(solveTakeAndBreak({ body: { code: "0.77", piles: [12, 7] } })),
    listGrundyValues: await ok(listGrundyValues({ query: { code: "0.77", size: 13 } })),
    addNimbers: await ok(addNimbers({ query: { of: [3, 4, 5] } })),
    "large-sum": await ok(addNimbers({ query: { of: [2 ** 32 - 1, 1] } })),
    multiplyNimbers: await ok(multiplyNimbers({ query: { of: [5, 8] } })),
    tabulateNimbers: await ok(tabulateNimbers({ query: { operation: "product", size: 4 } })),
  };
  const problems = {
    "invalid-body": await failed(solvePosition({ body: { piles: [3, -4] } })),
    "invalid-query": await failed(solvePositionByLink({ query: { piles: [3, -4] } })),
  };
  console.log(JSON.stringify({ answers, problems }));
}

void main();
