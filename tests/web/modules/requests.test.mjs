// Requests to the service: by which method, how often, and what is said if they fail.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import * as api from "../../../service/web/static/core/api.js";

const signal = () => new AbortController().signal;
const problem = (status, body = {}, headers = {}) => new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });

let sent = []; // what was requested, by method and path

/** Let requests be answered in turn; an error breaks the connection, and the last answer is given to all others. */
function serve(...answers) {
  sent = [];
  globalThis.fetch = async (path, { method = "GET", body = null, signal: dropped }) => {
    dropped.throwIfAborted();
    sent.push({ method, path, body });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    const answer = next();
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

const ok = (body) => () => Response.json(body);
const broken = () => new TypeError("there is no network");
const methods = () => sent.map(({ method }) => method).join(" ");

beforeEach(() => serve(ok({})));

// The first tests run while nobody knows yet whether QUERY arrives.

test("a question is asked with QUERY, and its body is what is asked", async () => {
  serve(ok({ to_move_wins: true }));
  assert.deepEqual(await api.solve({ piles: [3] }, signal()), { response: { to_move_wins: true } });
  assert.deepEqual(sent, [{ method: "QUERY", path: "move", body: '{"piles":[3]}' }]);
});

test("each operation has its path", async () => {
  const paths = { solve: "move", legal: "legal", explain: "explanation", review: "review", positions: "positions", analyse: "analysis", grundy: "grundy" };
  for (const [name, path] of Object.entries(paths)) {
    await api[name]({}, signal());
    assert.equal(sent.at(-1).path, path);
  }
  await api.solveAll([{ piles: [3] }], signal(), { legal: 1 });
  assert.deepEqual(sent.at(-1), { method: "QUERY", path: "moves", body: '{"positions":[{"piles":[3]}],"legal":1}' });
});

test("what caches keep is requested by its address", async () => {
  await api.listPositions({ piles: "3,4", misere: false }, signal());
  await api.drawGraph({ game: "kayles", piles: 7 }, signal());
  await api.listValues({ game: "kayles", size: 9 }, signal());
  await api.nimberTable("sum", 16, signal());
  assert.deepEqual(sent.map(({ method, path }) => `${method} ${path}`), ["GET positions?piles=3%2C4&misere=false", "GET graph?game=kayles&piles=7", "GET values?game=kayles&size=9", "GET nimbers/table?operation=sum&size=16"]);
});

const REFUSALS = [
  [422, { errors: [{ detail: "At least 1 pile." }], detail: "Wrong.", title: "Invalid" }, "Error 422: At least 1 pile.", "At least 1 pile."],
  [422, { detail: "Wrong.", title: "Invalid" }, "Error 422: Wrong.", "Wrong."],
  [413, { title: "Too large" }, "Error 413: Too large", "Too large"],
  [500, "", "The service failed (500).", ""],
  [503, { detail: "Draining." }, "The service is busy.", "Draining."],
  [429, { detail: "Slowly." }, "The service is busy.", "Slowly."],
];

for (const [status, body, words, detail] of REFUSALS) {
  test(`what the service refuses is said, and not asked in another way: ${words}`, async () => {
    serve(() => problem(status, body));
    await assert.rejects(api.solve({}, signal()), { message: words, status, detail, broken: false });
    assert.equal(methods(), "QUERY");
  });
}

test("a connection that broke is tried once more", async () => {
  serve(broken, ok({ to_move_wins: false }));
  assert.deepEqual(await api.solve({}, signal()), { response: { to_move_wins: false } });
  assert.equal(methods(), "QUERY QUERY");
  serve(broken, ok({}));
  await api.nimberTable("sum", 4, signal());
  assert.equal(methods(), "GET GET");
});

test("an error of ours is no broken connection", async () => {
  serve(() => new RangeError("ours"));
  await assert.rejects(api.solve({}, signal()), RangeError);
  assert.equal(methods(), "QUERY");
});

test("a service that is busy and says for how long is asked again, three times", async () => {
  const busy = () => problem(503, {}, { "Retry-After": "0.001" });
  serve(busy, busy, busy, ok({ to_move_wins: true }));
  const { signal: listened } = new AbortController();
  const heard = [];
  listened.addEventListener("busy", ({ detail }) => heard.push(detail));
  await api.solve({}, listened);
  assert.deepEqual([sent.length, heard], [4, [0.001, 0, 0.001, 0, 0.001, 0]]);
  serve(busy);
  await assert.rejects(api.solve({}, signal()), { message: "The service is busy." });
  assert.equal(sent.length, 4);
});

test("nobody waits for longer than twenty seconds", async () => {
  for (const [seconds, waits] of [["20", true], ["21", false]]) {
    serve(() => problem(429, {}, { "Retry-After": seconds }));
    const request = new AbortController();
    const heard = [];
    request.signal.addEventListener("busy", ({ detail }) => {
      heard.push(detail);
      queueMicrotask(() => request.abort()); // once it waits
    });
    await assert.rejects(api.solve({}, request.signal));
    assert.deepEqual([heard, sent.length], [waits ? [20, 0] : [], 1]);
  }
});

test("a request that is dropped ends as what dropped it", async () => {
  globalThis.fetch = (_, { signal: dropped }) => new Promise((_done, fail) => dropped.addEventListener("abort", () => fail(dropped.reason)));
  const request = new AbortController();
  const asked = api.solve({}, request.signal);
  request.abort();
  await assert.rejects(asked, { name: "AbortError" });
});

test("a service that does not respond is given up after ten seconds", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let begun = 0;
  globalThis.fetch = (_, { signal: dropped }) => new Promise((_done, fail) => (begun += 1, dropped.addEventListener("abort", () => fail(dropped.reason))));
  const states = [];
  const asked = api.solve({}, signal()).catch((error) => states.push(error.message));
  t.mock.timers.tick(9_999);
  await Promise.resolve();
  assert.deepEqual(states, []);
  t.mock.timers.tick(1);
  await asked;
  assert.deepEqual([states, begun], [["The service isn’t responding."], 1]);
});

test("the list of games is requested once, and again if that failed", async () => {
  serve(broken);
  await assert.rejects(api.games(), { message: "Can’t reach the service.", broken: true, isPart: false });
  serve(ok({ games: [{ name: "nim" }] }));
  assert.deepEqual(await api.games(), [{ name: "nim" }]);
  assert.deepEqual(await api.games(), [{ name: "nim" }]);
  assert.deepEqual(sent.map(({ method, path }) => [method, path]), [["GET", "games"]]);
});

test("a part of the page that can’t be loaded is said", async () => {
  await assert.rejects(api.part(Promise.reject(new TypeError("404"))), { message: "Can’t load a part of this page.", isPart: true });
  assert.equal(await api.part(Promise.resolve(3)), 3);
});

// From here on QUERY does not arrive.

for (const status of [400, 403, 404, 405, 501]) {
  test(`what something else refuses with ${status} is asked with POST, whose answer counts`, async () => {
    serve(() => problem(status, { title: "No" }), () => problem(422, { detail: "Wrong." }));
    await assert.rejects(api.solve({}, signal()), { status: 422 });
    assert.equal(methods(), "QUERY POST");
  });
}

test("so is what comes without JSON, from whom it may", async () => {
  serve(() => problem(200, "<html>"), () => problem(422, {}));
  await assert.rejects(api.solve({}, signal()), { status: 422 });
  serve(() => problem(200, "<html>"));
  await assert.rejects(api.solve({}, signal()), { message: "The service’s response is not JSON.", broken: true });
  assert.equal(methods(), "QUERY POST");
  serve(() => problem(418, "<html>"), () => problem(422, {}));
  await assert.rejects(api.solve({}, signal()), { status: 422 });
});

test("without a network, both are tried twice", async () => {
  serve(broken);
  await assert.rejects(api.solve({}, signal()), { message: "Can’t reach the service.", broken: true });
  assert.equal(methods(), "QUERY QUERY POST POST");
});

test("once POST has arrived, QUERY is not tried any more", async () => {
  serve(() => problem(405), ok({}));
  await api.solve({}, signal());
  await api.solve({}, signal());
  assert.equal(methods(), "QUERY POST POST");
  serve(() => problem(404, { title: "No" }));
  await assert.rejects(api.solve({}, signal()), { status: 404 });
  assert.equal(methods(), "POST");
});
