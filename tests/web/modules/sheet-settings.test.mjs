// The settings of a sheet, as its address has them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatSettings, readSettings, settingsOf } from "../../../service/web/static/pages/sheet/tasks.js";

globalThis.fetch = async () => {
  throw new TypeError("there is no network");
};

const kayles = { game: "kayles" };

function read(hash, before) {
  globalThis.location = { hash };
  return readSettings(before);
}

const USUAL = { instead: "", rule: {}, misere: false, difficulty: "medium", count: 8, seed: 1 };

const ADDRESSES = [
  ["#medium;count=8;seed=1", {}],
  ["#hard;count=12;seed=77", { difficulty: "hard", count: 12, seed: 77 }],
  ["#easy;misere;count=2;seed=999999999", { difficulty: "easy", misere: true, count: 2, seed: 999_999_999 }],
  ["#count=24;seed=0", { count: 24, seed: 0 }],
  ["#count=25;seed=1", { count: 24 }],
  ["#count=1;seed=1", { count: 2 }],
  ["#count=many;seed=1", {}],
  ["#max=3;easy;count=4;seed=1", { rule: { max_remove: 3 }, difficulty: "easy", count: 4 }],
  ["#kayles;misere;seed=1", { rule: kayles, misere: true }],
  ["#game=kayles;hard;seed=1", { rule: kayles, difficulty: "hard" }],
  ["#moore=2;hard;seed=1", { rule: { game: "moore", max_piles: 2 }, difficulty: "hard" }],
  ["#21;max=3;misere;easy", { rule: { max_remove: 3 }, misere: true, seed: null }], // a game that the computer plays easily
  ["#3,x;kayles", { rule: kayles, seed: null }], // only its rule counts
  ["#3;fast", { instead: "“3;fast” is not a position. A link ends in something like #3,4,5 or #21;max=3;misere. These tasks are of Nim.", seed: null }],
  ["#(3,4)+(7;kayles)", { instead: "There are no tasks of a sum of games. These tasks are of Nim.", seed: null }],
  ["#sum;seed=1", { instead: "There are no tasks of a sum of games. These tasks are of Nim." }],
  ["#marbles;seed=1", { instead: "There is no game “marbles;seed=1”. These tasks are of Nim." }],
  [`#${"m".repeat(50)}`, { instead: `There is no game “${"m".repeat(40)}”. These tasks are of Nim.`, seed: null }],
  ["#%E0%A4%A", { instead: "The link is damaged. These tasks are of Nim.", seed: null }],
];

for (const [hash, settings] of ADDRESSES) {
  test(`a sheet’s address says its settings, and what it does not say is usual: ${hash.slice(0, 40)}`, async () => {
    const { seed, ...found } = await read(hash);
    const { seed: wanted, ...others } = { ...USUAL, ...settings };
    assert.deepEqual(found, others);
    if (wanted !== null) assert.equal(seed, wanted);
    else assert.ok(Number.isInteger(seed));
  });
}

test("settings that the address does not say stay as they were, but for the seed", async () => {
  const before = { rule: kayles, misere: true };
  const { rule, misere, difficulty } = await read("#hard;count=4", before);
  assert.deepEqual({ rule, misere, difficulty }, { rule: kayles, misere: true, difficulty: "hard" });
  assert.deepEqual((await read("#staircase", before)).rule, { game: "staircase" });
  assert.equal((await read("#3,4,5", before)).misere, false);
});

test("a sheet is of a game on all its boards", async () => {
  const { rule } = await read("#easy", { rule: { game: "hackenbush", board: "0-1" }, misere: false });
  assert.deepEqual(rule, { game: "hackenbush" });
});

test("without a seed in the address, it comes by chance", async () => {
  const seeds = new Set();
  for (let i = 0; i < 20; i += 1) seeds.add((await read("#seed=1234567890")).seed);
  assert.ok(seeds.size > 15);
});

const SETTINGS = { rule: {}, misere: false, difficulty: "medium", count: 8, seed: 1 };

for (const [settings, purpose, address] of [
  [{}, "sheet", "sheet#medium;count=8;seed=1"],
  [{}, "set", "set/nim#medium;count=8;seed=1"],
  [{ misere: true }, "sheet", "sheet/nim?misere=true#medium;count=8;seed=1"],
  [{ rule: { max_remove: 3 }, difficulty: "easy" }, "sheet", "sheet/nim?max_remove=3#easy;count=8;seed=1"],
  [{ rule: { game: "moore", max_piles: 2 }, count: 12, seed: 5 }, "set", "set/moore?max_piles=2#medium;count=12;seed=5"],
]) {
  test(`the address of a sheet has its game in the path, and the rest in the fragment: ${address}`, async () => {
    assert.equal(formatSettings({ ...SETTINGS, ...settings }, purpose), address);
  });
}

test("an address that settings have made leads to the same settings", async () => {
  for (const difficulty of ["easy", "medium", "hard"]) {
    const settings = { difficulty, count: 11, seed: 654_321 };
    const { difficulty: level, count, seed } = await read(settingsOf(settings));
    assert.deepEqual({ difficulty: level, count, seed }, settings);
  }
});
