const SERVICE = process.env.NIM ?? "http://localhost:8000";

async function post(path, keys) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(SERVICE + path, { method: "POST", headers, body: JSON.stringify(keys) });
  return [response.status, await response.json()];
}

function reward(ply) {
  if (ply.position_class === "P") return 0; // every move loses: there was nothing to keep
  return ply.mistake ? -1 : 1;
}

/** The rewards of the legal moves, the index of an illegal one or null, the winner or null. */
async function judge(game) {
  const [status, result] = await post("/review", game);
  if (status === 200) return { rewards: result.plies.map(reward), illegal: null, winner: result.winner };
  const found = /^#\/moves\/(\d+)/.exec(status === 422 ? result.errors[0].pointer : "");
  if (!found) throw new Error(result.detail);
  const illegal = Number(found[1]);
  const before = await judge({ ...game, moves: game.moves.slice(0, illegal) });
  if (before.illegal !== null) return before;
  return { ...before, illegal, winner: ["second", "first"][illegal % 2] };
}

const take = (pile, remove, split) => ({ pile, remove, ...split });

const nim = [take(0, 2), take(1, 4), take(2, 4), take(0, 1), take(2, 1)];
const kayles = [take(0, 1, { leaves_piles: [2, 2] }), take(0, 1), take(1, 1)];
const games = {
  "Nim": { piles: [3, 4, 5], moves: nim },
  "Misère Nim": { piles: [3, 4, 5], misere: true, moves: [take(0, 1), take(1, 7)] },
  "Kayles": { game: "kayles", piles: [5], moves: kayles },
};
for (const [name, game] of Object.entries(games)) {
  const { rewards, illegal, winner } = await judge(game);
  console.log(`${name}: ${rewards.join(" ")}`);
  if (illegal !== null) console.log(`- move ${illegal} is illegal`);
  console.log(winner ? `- the ${winner} player wins` : "- not finished");
}
