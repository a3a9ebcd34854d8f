// What the service says of positions and of all below them, learned at once.

import { execFileSync } from "node:child_process";

import { learn } from "../../../service/web/static/core/legal.js";

const run = (module, ...given) => execFileSync(process.env.PYTHON ?? "python3", ["-m", module, ...given], { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] }).toString();

export function learnAll(...positions) {
  for (const { at, ...response } of JSON.parse(run("tests.support.legal", JSON.stringify(positions)))) learn(at, response);
}

/** Let the service answer requests of scripts, in a process of its own for each. */
export function answer() {
  globalThis.fetch = async (path, { body }) => {
    if (!body) throw new TypeError("there is no network");
    const said = run("tests.support.asked", `/${path}`, body).trim().split("\n").pop(); // after the log
    return new Response(said.slice(4), { status: Number(said.slice(0, 3)) });
  };
}
