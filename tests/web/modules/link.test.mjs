import assert from "node:assert/strict";
import { test } from "node:test";

import { OTHER, YOU, play } from "../../../service/web/static/core/game.js";
import { formatAddress, parseLink, shareable } from "../../../service/web/static/core/setup.js";

import { answer, learnAll } from "./legal.mjs";

answer();
learnAll({ piles: [3, 4, 5] });

/** Links as they were made before positions had addresses, and what they open now. */
const LINKS = [
  ["#3,4,5", "play/nim/3,4,5"],
  ["#3, 4 and 5", "play/nim/3,4,5"],
  ["#21;max=3;misere;second;perfect", "play/nim/21?max_remove=3&misere=true#second;perfect"],
  ["#21;min_remove=2", "play/nim/21?min_remove=2"],
  ["#21;min_remove=2;max=3", "play/nim/21?min_remove=2&max_remove=3"],
  ["#13,2;set=1,3,4;two", "play/nim/13,2?subtraction_set=1,3,4#two"],
  ["#7,5;kayles;hard", "play/kayles/7,5#hard"],
  ["#8,5;dawsons-kayles", "play/dawsons-kayles/8,5"],
  ["#8,5;dawsons-chess;misere", "play/dawsons-chess/8,5?misere=true"],
  ["#2,7;laskers-nim", "play/laskers-nim/2,7"],
  ["#9;grundys-game;medium", "play/grundys-game/9#medium"],
  ["#6,5;octal=0.6", "play/octal/6,5?code=0.6"],
  ["#6,5;octal=.77", "play/octal/6,5?code=.77"],
  ["#7;octal=4!.0", "play/octal/7?code=4%21.0"],
  ["#3;octal=0.[3]", "play/octal/3?code=0.%5B3%5D"],
  ["#3,4,5;moore=2;easy", "play/moore/3,4,5?max_piles=2#easy"],
  ["#5,8;wythoff", "play/wythoff/5,8"],
  ["#20;fibonacci", "play/fibonacci/20"],
  ["#20;fibonacci;quota=6", "play/fibonacci/20?quota=6"],
  ["#3,5,5;greedy", "play/greedy/3,5,5"],
  ["#7,4;numbers=squares", "play/numbers/7,4?numbers=squares"],
  ["#5,12;euclid", "play/euclid/5,12"],
  ["#2,0,1;staircase", "play/staircase/2,0,1"],
  ["#3,3,3;chomp", "play/chomp/3,3,3"],
  ["#2,5;growing=20;add=1;multiply=2", "play/growing/2,5?target=20&add=1&multiply=2"],
  ["#1,3,6;welter", "play/welter/1,3,6"],
  ["#(3,4)+(7;kayles)+(20;fibonacci);medium", "play/sum/3,4+kayles:7+fibonacci:20#medium"],
  ["#(3,4)+(1,2,3;moore=2);misere", "play/sum/3,4+moore:1,2,3&max_piles=2?misere=true"],
  ["#3,4,5;by=link;you=Ann;other=Ben;moves=1-2,2-3", "play/nim/3,4,5#by=link;you=Ann;other=Ben;moves=1-2,2-3"],
  ["#7;kayles;moves=1-1_3_3", "play/kayles/7#moves=1-1_3_3"],
  ["#5,8;wythoff;moves=1-2+2-2", "play/wythoff/5,8#moves=1-2+2-2"],
  ["#(3)+(7;kayles);moves=2.1-1_3_3,1.1-3", "play/sum/3+kayles:7#moves=2.1-1_3_3,1.1-3"],
  ["#(3,4)+(7;kayles);by=link;you=Ann%20(mum);other=(B)", "play/sum/3,4+kayles:7#by=link;you=Ann%20(mum);other=(B)"],
];

for (const [link, address] of LINKS) {
  test(`an old link opens the game that it was made of: ${link}`, async () => {
    const read = await parseLink(link);
    assert.equal(read.error, undefined);
    assert.equal(formatAddress({ ...read, moves: read.played?.moves }), address);
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
  const [, fragment] = formatAddress({ piles: [3], names, byLink: true }).split("#");
  const read = await parseLink(`#3;${fragment}`);
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
