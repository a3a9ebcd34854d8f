// A page that plays a position: which games are at home there, its address, and the game that is kept there.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { answer, learnAll } from "./legal.mjs";
import { openPage } from "./page.mjs";

const ROOT = "http://[::1]:8000/";
const HERE = `${ROOT}play/kayles/7,%205`; // with a space that a person has typed
const OPEN = { root: ROOT, given: { game: "kayles", piles: [7, 5] }, purpose: "play" };

openPage(HERE, OPEN);
const { OTHER, YOU, newGame, play } = await import("../../../service/web/static/core/game.js");
const { GIVEN, addressHere, hasPiles, isAtHome, isWhole, keep, kept, pageOf, parseHere, parseLink, shareable } = await import("../../../service/web/static/core/setup.js");

answer();
const answered = globalThis.fetch;
globalThis.fetch = (path, options) => answered(path.replace(ROOT, ""), options);
learnAll({ game: "kayles", piles: [7, 5] }, { piles: [3, 4] }, { game: "kayles", piles: [7] });
beforeEach(() => openPage(HERE, OPEN));

const kayles = Object.freeze({ game: "kayles" });
const setup = { piles: [7, 5], misere: false, rule: kayles, first: YOU, two: false, names: {} };
const MIDDLE = { pile: 0, remove: 1, leaves_piles: [3, 3] };

test("the page has its position", () => assert.deepEqual(GIVEN, { piles: [7, 5], misere: false, rule: kayles }));

const ADDRESSES = [
  [setup, "play", HERE],
  [{ ...setup, first: OTHER }, "play", `${HERE}#second`],
  [{ ...setup, strength: "hard" }, "play", `${HERE}#hard`],
  [{ ...setup, piles: [0, 7, 5] }, "play", HERE], // no row is empty
  [{ ...setup, piles: [7] }, "play", `${ROOT}play/kayles/7`],
  [{ ...setup, misere: true }, "play", `${ROOT}play/kayles/7,5?misere=true`],
  [setup, "solve", `${ROOT}solve/kayles/7,5`],
];

for (const [game, purpose, address] of ADDRESSES) {
  test(`the page’s own address stays as it is, and others are made: ${address}`, () => {
    assert.equal(addressHere(game, purpose), address);
  });
}

test("games of other positions are at home on a game’s page, and other games are not", () => {
  assert.equal(isAtHome({ piles: [3], misere: false, rule: kayles }), true);
  assert.equal(isAtHome({ piles: [7, 5], misere: true, rule: kayles }), false);
  assert.equal(isAtHome({ piles: [7, 5], misere: false, rule: {} }), false);
  assert.equal(isAtHome({ piles: [7, 5], misere: false, rule: { game: "sum", parts: [setup] } }), false);
});

test("an address may say a game alone", () => {
  assert.equal(hasPiles(), true);
  for (const [path, says] of [["play/kayles", false], ["solve/nim/3,4", true], ["play/kayles/", false], ["", false], ["learn/kayles/3", false]]) {
    openPage(ROOT + path, OPEN);
    assert.equal(hasPiles(), says, path);
  }
});

test("a fragment is about the page’s position if it begins with an option", () => {
  for (const hash of ["#second", "#hard;second", "#hard%3Bsecond", "#moves=1-1", "#you=Ann", "#by=link", "#play", "#two", "#misere"]) assert.equal(isWhole(hash), false, hash);
  for (const hash of ["#3,4,5", "#(3)+(4)", "#21;max=3"]) assert.equal(isWhole(hash), true, hash);
  assert.equal(isWhole(""), false);
});

test("the page’s position is played as the fragment says", async () => {
  const usual = { ...setup, byLink: false, strength: null, names: { [YOU]: "", [OTHER]: "" } };
  assert.deepEqual(await parseHere(""), usual);
  assert.deepEqual(await parseHere("#second;hard"), { ...usual, first: OTHER, strength: "hard" });
  const { two, byLink, names } = await parseHere("#by=link;you=Ann");
  assert.deepEqual({ two, byLink, names }, { two: true, byLink: true, names: { [YOU]: "Ann", [OTHER]: "" } });
  assert.deepEqual(await parseHere("#%E0%A4%A"), { error: "The link is damaged." });
});

test("a game goes on with the moves of the fragment", async () => {
  const { played } = await parseHere("#moves=1-1_3_3,2-2_3");
  assert.deepEqual(played.moves.map(({ by }) => by), [YOU, OTHER]);
  assert.deepEqual([...played.piles].sort(), [3, 3, 3]);
});

test("a link to another position opens that one", async () => {
  assert.deepEqual((await parseHere("#3,4;misere")).piles, [3, 4]);
  assert.deepEqual(await parseHere("#3,4;misere"), await parseLink("#3,4;misere"));
});

test("what a link’s host has in it stays, and what cuts a link does not", () => {
  assert.equal(shareable(`${ROOT}play/octal/7?code=4!.[3]#by=link;you=(A)`), `${ROOT}play/octal/7?code=4%21.%5B3%5D#by=link%3Byou=%28A%29`);
  assert.equal(shareable("http://[::2]/#3;two"), "http://%5B::2%5D/#3%3Btwo");
  assert.equal(shareable("(3)"), "%283%29");
});

const begun = newGame(setup);

test("a game is kept with its moves, and goes on after a reload", async () => {
  assert.equal(await kept(), null);
  const game = play(begun, MIDDLE);
  keep(`${HERE}#moves=1-1_3_3`, { game, strength: "hard", helped: true });
  assert.equal(location.href, `${HERE}#moves=1-1_3_3`);
  const { game: again, ...more } = await kept();
  assert.deepEqual([again.piles, again.moves.length, more], [game.piles, 1, { strength: "hard", helped: true }]);
});

test("a sum is kept with all of its games", async () => {
  const parts = [{ piles: [3, 4], rule: {} }, { piles: [7], rule: kayles }];
  const game = play(newGame({ piles: [3, 4, 7], rule: { game: "sum", parts }, misere: false }), { component: 1, ...MIDDLE });
  keep(HERE, { game });
  assert.deepEqual((await kept()).game.piles, [3, 4, 3, 3]);
});

test("a game that is kept already is not kept again, and another one is", () => {
  let count = 0;
  const { replaceState } = history;
  history.replaceState = (...all) => ((count += 1), replaceState.call(history, ...all));
  keep(HERE, { game: begun });
  keep(HERE, { game: begun });
  assert.equal(count, 1);
  keep(HERE, { game: play(begun, MIDDLE) });
  keep(`${HERE}#second`, { game: play(begun, MIDDLE) });
  assert.equal(count, 3);
});

test("a browser that refuses to keep a game plays on, and what is no game is not taken for one", async () => {
  history.replaceState = () => {
    throw new Error("SecurityError");
  };
  keep(`${HERE}#second`, { game: begun });
  for (const state of [null, {}, { text: "{}" }, { text: "no" }, { text: JSON.stringify({ moves: [{ pile: 9, remove: 1 }], start: [3], rule: {} }) }]) {
    history.state = state;
    assert.equal(await kept(), null);
  }
});

test("the page of a game has no piles", () => {
  assert.equal(pageOf({ rule: kayles, misere: true }, "sheet"), `${ROOT}sheet/kayles?misere=true`);
});
