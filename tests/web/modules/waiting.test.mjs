// Requests that belong together: what is shown while they are on their way, and once they fail.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Notice, Requests, ServiceError } from "../../../service/web/static/core/api.js";

const fails = (words = "Down.") => async () => {
  throw new ServiceError(words);
};

/** Requests with all that was shown of them. */
function requests() {
  const shown = [];
  return { shown, made: new Requests((changes) => shown.push(changes)) };
}

const last = (shown) => shown.filter(({ problem }) => problem !== undefined).at(-1)?.problem;

test("what a request comes to is done once it has come", async () => {
  const { made, shown } = requests();
  const done = [];
  await made.send(async () => () => done.push("done"));
  assert.deepEqual([done, shown], [["done"], [{ waiting: false }]]);
});

test("a wait is shown after 700 milliseconds, or as much as a request has", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const [how, patience] of [[{}, 700], [{ patience: 1000 }, 1000]]) {
    const { made, shown } = requests();
    made.send(() => new Promise(() => {}), how);
    t.mock.timers.tick(patience - 1);
    assert.deepEqual(shown, []);
    t.mock.timers.tick(1);
    assert.deepEqual(shown, [{ waiting: true }]);
  }
});

test("nothing is shown of a wait for what was dropped", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { made, shown } = requests();
  made.send(() => new Promise(() => {}));
  made.leave();
  t.mock.timers.tick(5000);
  assert.deepEqual(shown, []);
});

test("what was dropped comes to nothing, whether it arrives or fails", async () => {
  const { made, shown } = requests();
  const ends = [];
  const sent = [1, 2].map(() => made.send((signal) => new Promise((done, fail) => ends.push({ signal, done, fail }))));
  made.leave();
  assert.deepEqual(ends.map(({ signal }) => signal.aborted), [true, true]);
  ends[0].done(() => assert.fail("it is done"));
  ends[1].fail(new ServiceError("Down."));
  await Promise.all(sent);
  assert.deepEqual(shown, []);
});

test("what failed is said with what is missing, and asked for again", async () => {
  const { made, shown } = requests();
  const done = [];
  const operations = [fails(), async () => () => done.push("done")];
  await made.send(() => operations.shift()(), { consequence: "No hint." });
  const { words, retry } = last(shown);
  assert.equal(words, "Down. No hint.");
  retry();
  await new Promise((settled) => setTimeout(settled, 1));
  assert.deepEqual([last(shown), done], [null, ["done"]]);
});

test("all that is missing is said, after the first failure’s words, and asked for again together", async () => {
  const { made, shown } = requests();
  const counts = { hint: 0, reason: 0 };
  for (const [name, words] of [["hint", "Down."], ["reason", "Busy."]]) await made.send(async () => { counts[name] += 1; throw new ServiceError(words); }, { consequence: `No ${name}.` });
  assert.equal(last(shown).words, "Down. No hint. No reason.");
  last(shown).retry();
  await new Promise((settled) => setTimeout(settled, 1));
  assert.deepEqual(counts, { hint: 2, reason: 2 });
});

test("a failure stays until the same has arrived", async () => {
  const { made, shown } = requests();
  await made.send(fails(), { consequence: "No hint." });
  await made.send(async () => () => {}, { consequence: "No reason." });
  assert.equal(last(shown).words, "Down. No hint.");
  await made.send(async () => () => {}, { consequence: "No hint." });
  assert.equal(last(shown), null);
});

test("a failure without a consequence is said alone, and an error of ours is thrown", async () => {
  const { made, shown } = requests();
  await made.send(fails());
  assert.equal(last(shown).words, "Down.");
  await assert.rejects(made.send(async () => { throw new RangeError("ours"); }), RangeError);
});

test("what is missing is forgotten with the requests that are left", async () => {
  const { made, shown } = requests();
  await made.send(fails("Down."), { consequence: "No hint." });
  made.leave();
  await made.send(fails("Busy."), { consequence: "No reason." });
  assert.equal(last(shown).words, "Busy. No reason.");
});

test("while the service is busy, that is said, and then what failed before", async () => {
  const { made, shown } = requests();
  await made.send(async (signal) => {
    for (const detail of [3, 0]) signal.dispatchEvent(new CustomEvent("busy", { detail }));
    return () => {};
  });
  assert.deepEqual(shown.slice(0, 2), [{ problem: { words: "The service is busy; trying again in 3 s.", retry: null } }, { problem: null }]);
});

test("a part of the page is loaded again with the page", async () => {
  const { made, shown } = requests();
  let count = 0;
  globalThis.location = { reload: () => (count += 1) };
  await made.send(async () => { throw new ServiceError("No part.", { isPart: true }); });
  last(shown).retry();
  assert.equal(count, 1);
});

/** A notice and its elements, as far as it uses them. */
function notice() {
  const elements = { p: { textContent: "" }, button: { addEventListener: (_, act) => (elements.button.click = act) } };
  const root = { querySelector: (tag) => elements[tag] };
  return { made: new Notice(root), root, ...elements };
}

test("a notice shows the first of the problems that there are, until each is over", () => {
  const { made, root, p, button } = notice();
  const retried = [];
  made.show("games", { words: "No games.", retry: () => retried.push("games") });
  made.show("moves", { words: "No moves.", retry: null });
  assert.deepEqual([root.hidden, p.textContent, button.hidden], [false, "No games.", false]);
  button.click();
  assert.deepEqual(retried, ["games"]);
  made.show("games", null);
  assert.deepEqual([root.hidden, p.textContent, button.hidden], [false, "No moves.", true]);
  made.show("moves", null);
  assert.deepEqual([root.hidden, p.textContent], [true, ""]);
});

test("requests of a notice show their problems there, and none once they are left", async () => {
  const { made, root, p } = notice();
  const own = made.requests();
  await own.send(fails(), { consequence: "No list." });
  assert.deepEqual([root.hidden, p.textContent], [false, "Down. No list."]);
  own.leave();
  assert.equal(root.hidden, true);
});
