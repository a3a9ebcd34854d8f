import assert from "node:assert/strict";
import { test } from "node:test";

import { OTHER, YOU, play } from "../../../service/web/static/core/game.js";
import { formatLink, parseLink, shareable } from "../../../service/web/static/core/setup.js";

const LINKS = [
  "#3,4,5",
  "#21;max=3;misere;second;perfect",
  "#13,2;set=1,3,4;two",
  "#7,5;kayles;hard",
  "#6,5;octal=0.6",
  "#6,5;octal=.77",
  "#3,4,5;moore=2;easy",
  "#5,8;wythoff",
  "#20;fibonacci;quota=6",
  "#3,5,5;greedy",
  "#7,4;numbers=squares",
  "#5,12;euclid",
  "#2,0,1;staircase",
  "#(3,4)+(7;kayles)+(20;fibonacci);medium",
  "#3,4,5;by=link;you=Ann;other=Ben;moves=1-2,2-3",
  "#7;kayles;moves=1-1_3_3",
  "#5,8;wythoff;moves=1-2+2-2",
  "#(3)+(7;kayles);moves=2.1-1_3_3,1.1-3",
  "#(3,4)+(7;kayles);by=link;you=Ann%20(mum);other=(B)",
];

for (const link of LINKS) {
  test(`a link opens the game that it was made of: ${link}`, async () => {
    const read = await parseLink(link);
    assert.equal(read.error, undefined);
    assert.equal(formatLink({ ...read, moves: read.played?.moves }), link);
  });
}

const CUT = ["#7;octal=4!.0", "#3;octal=0.[3]", "#(3,4)+(7;kayles);medium", "#3;by=link;you=A%25(B)"];

for (const link of CUT) {
  test(`a shared link has nothing that cuts it, and opens the same game: ${link}`, async () => {
    const shared = shareable(link);
    assert.doesNotMatch(shared, /[;()[\]!]/);
    assert.deepEqual(await parseLink(shared), await parseLink(link));
  });
}

test("names travel with a link, whatever they contain", async () => {
  const names = { [YOU]: "A & é, %", [OTHER]: "Ben" };
  const { game: _, ...read } = await parseLink(formatLink({ piles: [3], names, byLink: true }));
  assert.deepEqual([read.names, read.byLink, read.two], [names, true, true]);
});

test("a game by link goes on where it stands", async () => {
  const { played } = await parseLink("#3,4,5;by=link;moves=1-2");
  assert.deepEqual(play(played, { pile: 1, remove: 1 }).piles, [1, 3, 5]);
});

test("an empty link opens nothing", async () => assert.equal(await parseLink("#"), null));

const WRONG = [
  "#%E0%A4%A",
  "#constructor",
  "#__proto__",
  "#3;constructor",
  "#3;__proto__=1",
  "#3,x",
  "#0,0",
  "#12,3,4;fibonacci",
  "#5;wythoff",
  "#3;easy;hard",
  "#3;second;second",
  "#3;strong",
  "#3;max=0",
  "#1;set=2",
  "#3;moore=0",
  "#7;octal=9",
  "#3;moves=1-4",
  "#3;moves=x",
  "#(3)+(4);kayles",
  "#(3)+(x)",
  "#()",
  "#(3)+(4);moves=1-1",
];
for (const link of WRONG) {
  test(`a wrong link says what is wrong: ${link}`, async () => assert.match((await parseLink(link)).error, /\.$/));
}
