// Pictures of graphs: no crossing where a few tries find none, trees upright, the ground below.

import assert from "node:assert/strict";
import { test } from "node:test";

import { graphOf, layoutOf, tangles } from "../../../service/web/static/core/layout.js";

/** The edges with the names of their ends in the picture. */
const ends = (text, grounded) => graphOf(text).edges.map(([a, b], i) => [grounded && a === "0" ? `0 ${i}` : a, grounded && b === "0" ? `0 ${i}` : b]);

const PLANAR = {
  path: "1-2-3-4-5",
  star: "1-2,1-3,1-4,1-5,1-6",
  tree: "1-2-3,2-4,4-5,4-6,1-7-8",
  cycle: "1-2-3-4-5-6-1",
  tetrahedron: "1-2-3-1,4-1,4-2,4-3",
  wheel: "1-2-3-4-5-1,6-1,6-2,6-3,6-4,6-5",
  grid: "a-b-c,d-e-f,g-h-i,a-d-g,b-e-h,c-f-i",
  cube: "1-2-3-4-1,5-6-7-8-5,1-5,2-6,3-7,4-8",
  ladder: "1-2-3-4-5,6-7-8-9-10,1-6,2-7,3-8,4-9,5-10",
  octahedron: "1-2-3-4-1,5-1,5-2,5-3,5-4,6-1,6-2,6-3,6-4",
  tail: "1-2-3-1,3-4-5",
  parts: "1-2-3,4-5-6-4,7",
};

for (const [name, text] of Object.entries(PLANAR)) {
  test(`a ${name} is drawn without a crossing`, () => {
    assert.equal(tangles(layoutOf(text), ends(text, false)), 0);
  });
}

const GROUNDED = ["0-1-2,1-3-4,0-5", "0-1-2-0,2-3-4-5,5-6-7-5,4-8,4-9", "0-1-2-3-0,1-3,2-4-3", "0-1-2-3-4-0,2-5-6", "0-1-2-1,0-3-4,3-5", "0-1,0-1,1-1"];

for (const text of GROUNDED) {
  test(`${text} stands on the ground without a crossing`, () => {
    const places = layoutOf(text, { grounded: true });
    assert.equal(tangles(places, ends(text, true)), 0);
    for (const [name, { y }] of places) assert.equal(y === 0, name.startsWith("0 "), name);
  });
}

test("what can't be drawn without a crossing is drawn with few", () => {
  const bipartite = "1-4,1-5,1-6,2-4,2-5,2-6,3-4,3-5,3-6";
  const { edges } = graphOf(bipartite);
  const found = tangles(layoutOf(bipartite), edges);
  assert.ok(found > 0 && found <= 4, String(found));
});

test("no two vertices are at one place, and each has one", () => {
  for (const text of [...Object.values(PLANAR), "1-2,3@3", "1,2,3", "1@1"]) {
    const places = layoutOf(text);
    assert.deepEqual([...places.keys()].sort(), graphOf(text).vertices.sort());
    const spots = [...places.values()].map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`);
    assert.equal(new Set(spots).size, spots.length, text);
  }
});

test("the same graph has the same picture", () => {
  assert.deepEqual(layoutOf(PLANAR.cube), layoutOf(PLANAR.cube));
});

test("a large graph is drawn at once", () => {
  const wide = Array.from({ length: 400 }, (_, i) => `0-${i + 1}`).join();
  assert.equal(layoutOf(wide, { grounded: true }).size, 800);
});
