const SERVICE = process.env.NIM ?? "http://localhost:8000";

async function post(path, keys) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(SERVICE + path, { method: "POST", headers, body: JSON.stringify(keys) });
  if (!response.ok) throw new Error((await response.json()).detail);
  return response.json();
}

async function bot(piles) {
  const { best_move: move } = await post("/move", { piles });
  piles[move.pile] = move.leaves;
}

function opponent(piles) {
  piles[piles.indexOf(Math.max(...piles))] -= 1;
}

const piles = [3, 4, 5];
const players = [["The bot", bot], ["The opponent", opponent]];
let name, play;
while (piles.some((pile) => pile > 0)) {
  [[name, play]] = players;
  await play(piles);
  console.log(`${name} leaves ${piles.join(", ")}.`);
  players.reverse();
}
console.log(`${name} has won.`);
