// A page that says who wins a position.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./page.mjs";

const ROOT = "http://nim.test/";
const HERE = `${ROOT}solve/nim/0,0`;

openPage(HERE, { root: ROOT, given: { piles: [0, 0] }, purpose: "solve" });
const { YOU } = await import("../../../service/web/static/core/game.js");
const { addressHere, parseHere, parseLink } = await import("../../../service/web/static/core/setup.js");

const setup = { piles: [0, 0], misere: false, rule: {}, first: YOU };

test("a position that is looked up may be over", async () => {
  assert.deepEqual((await parseLink("#0,0")).piles, [0, 0]);
  assert.deepEqual((await parseHere("")).piles, [0, 0]);
});

test("its address says the position alone, and that of the game is another one", () => {
  assert.equal(addressHere({ ...setup, strength: "hard" }, "solve"), HERE);
  assert.equal(addressHere({ ...setup, strength: "hard", piles: [3] }, "solve"), `${ROOT}solve/nim/3`);
  assert.equal(addressHere({ ...setup, strength: "hard" }, "play"), `${ROOT}play/nim/0,0#hard`);
});
