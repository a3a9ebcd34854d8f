// A person’s move that gives the win away: it is objected to if the person wants that.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OTHER } from "../../../service/web/static/core/game.js";
import { matchOf, take } from "./matches.mjs";

const coaches = () => true;

/** What the coach says once a move was made and the computer has replied. */
async function objection(setup, move, tools = {}) {
  const { match, asked, settled } = matchOf(setup, { strength: tools.random ? "easy" : "perfect" }, { coaches, ...tools });
  await settled();
  match.take(move);
  await settled();
  const { reason, missed, judging } = match.state;
  return { reason, missed, judging, asked, match, settled };
}

const REASONS = [
  [{ piles: [3, 4, 5] }, take(0, 1), "You left a 2 and a 1 without a partner, so a reply could make everything pair off."],
  [{ piles: [1, 4, 5] }, take(0, 1), null], // a lost position, in which nothing can be given away
  [{ piles: [3, 4, 5] }, take(0, 2), null], // the winning move
  [{ piles: [11], rule: { max_remove: 3 } }, take(0, 1), "10 = 2 × 4 + 2: 2 are left over, and a reply could take them."],
  [{ piles: [10, 5], rule: { max_remove: 3 } }, take(0, 2), "You left piles of 8 and 5. The winning reply: take 3 from pile 1 and leave 5 and 5."],
  [{ piles: [5, 8], rule: { subtraction_set: [1, 4] } }, take(1, 4), "You left piles of 5 and 4. The winning reply: take 4 from pile 2 and leave a single pile of 5."],
  [{ piles: [3, 1], rule: { game: "kayles" } }, { pile: 1, remove: 1, leaves_piles: [] }, "You left a row of 3. The winning reply: take 1 from row 1, leaving 1 and 1."],
  [{ piles: [2, 1], misere: true }, take(0, 1), "You left 2 piles of 1, an even number: the last one will be yours."],
];

for (const [setup, move, words] of REASONS) {
  test(`the coach says why a move gives the win away, and nothing of others: ${JSON.stringify(setup)} ${JSON.stringify(move)}`, async () => {
    const { reason, missed, judging } = await objection(setup, move);
    assert.deepEqual({ reason, missed, judging }, { reason: words, missed: false, judging: false });
  });
}

test("a mistake that the computer misses is said to be missed, and not explained", async () => {
  const { reason, missed, judging } = await objection({ piles: [3, 4, 5] }, take(0, 1), { random: () => 0 });
  assert.deepEqual({ reason, missed, judging }, { reason: null, missed: true, judging: false });
});

test("nobody objects if that is not wanted, nor to the computer’s own move", async () => {
  const { reason, missed, judging, asked } = await objection({ piles: [3, 4, 5] }, take(0, 1), { coaches: () => false });
  assert.deepEqual({ reason, missed, judging }, { reason: null, missed: false, judging: false });
  assert.deepEqual([asked.includes("explain"), asked.filter((name) => name === "solve").length], [false, 1]);
  const { match, asked: first, settled } = matchOf({ piles: [3, 4, 5], first: OTHER }, {}, { coaches });
  await settled();
  assert.deepEqual([match.state.reason, match.state.judging, first.filter((name) => name === "solve").length], [null, false, 1]);
});

test("while a move is judged, that is shown", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5] }, {}, { coaches });
  await settled();
  const seen = [];
  const { show } = match;
  match.show = (changes) => (seen.push(changes.judging), show.call(match, changes));
  match.take(take(0, 1));
  await settled();
  assert.deepEqual(seen.filter((judging) => judging !== undefined), [false, false, true, false]); // two moves, and then the judgement
});

test("a move that lost the game is not objected to once the game is over", async () => {
  const { reason, match } = await objection({ piles: [1, 2] }, take(0, 1));
  assert.deepEqual([reason, match.state.game.piles], [null, [0, 0]]);
});

test("a reason goes when the move is taken back", async () => {
  const { match } = await objection({ piles: [3, 4, 5] }, take(0, 1));
  match.undo();
  assert.deepEqual([match.state.reason, match.state.game.moves], [null, []]);
});
