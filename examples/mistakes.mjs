const SERVICE = process.env.NIM ?? "http://localhost:8000";
const moves = [[2, 2], [1, 2], [0, 1], [1, 1], [2, 3]];
const game = { piles: [1, 3, 5], moves: moves.map(([pile, remove]) => ({ pile, remove })) };
const headers = { "Content-Type": "application/json" };
const request = { method: "POST", headers, body: JSON.stringify(game) };
const response = await fetch(`${SERVICE}/review`, request);
const mine = (await response.json()).plies.filter((ply) => ply.player === "first");
const mistakes = mine.filter((ply) => ply.mistake);
console.log(`${mistakes.length} of my ${mine.length} moves were mistakes.`);
