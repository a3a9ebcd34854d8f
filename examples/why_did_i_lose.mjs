const SERVICE = process.env.NIM ?? "http://localhost:8000";

async function post(path, keys) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(SERVICE + path, { method: "POST", headers, body: JSON.stringify(keys) });
  if (!response.ok) throw new Error((await response.json()).detail);
  return response.json();
}

const game = {
  piles: [1, 3, 5],
  moves: [
    { pile: 2, remove: 2 },
    { pile: 1, remove: 2 },
    { pile: 0, remove: 1 },
    { pile: 1, remove: 1 },
    { pile: 2, remove: 3 },
  ],
};

const { plies, winner, decisive_mistake: number } = await post("/review", game);
if (number === null) {
  console.log(`The ${winner} player won every position from the beginning.`);
} else {
  const ply = plies[number - 1];
  console.log(`Move ${number} of the ${ply.player} player lost the game.`);
  const { sentences } = await post("/explanation", { piles: ply.piles });
  for (const sentence of sentences) console.log(`- ${sentence}`);
}
