// What the service says of positions and of all below them, learned at once.

import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { learn } from "../../../service/web/static/core/games.js";

const PYTHON = process.env.PYTHON ?? "python3";

export function learnAll(...positions) {
  const read = execFileSync(PYTHON, ["-m", "tests.support.legal", JSON.stringify(positions)], { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] }).toString();
  for (const { at, ...response } of JSON.parse(read)) learn(at, response);
}

/** Let the service answer requests of scripts, in a process that ends with the tests. */
export function answer() {
  const service = spawn(PYTHON, ["-m", "tests.support.asked"], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = [];
  createInterface(service.stdout).on("line", (said) => {
    waiting.shift()(new Response(said.slice(4), { status: Number(said.slice(0, 3)) }));
    if (waiting.length === 0) service.stdout.unref();
  });
  for (const one of [service, service.stdin, service.stdout]) one.unref();
  globalThis.fetch = async (path, { body }) => {
    if (!body) throw new TypeError("there is no network");
    service.stdout.ref(); // or Node would not wait for the answer
    service.stdin.write(`${JSON.stringify([`/${path}`, body])}\n`);
    return new Promise((answered) => waiting.push(answered));
  };
}
