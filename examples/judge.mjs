const SERVICE = "http://localhost:8000";

async function post(path, keys) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(SERVICE + path, { method: "POST", headers, body: JSON.stringify(keys) });
  return [response.status, await response.json()];
}

/** The player who has won, and why. */
async function judge(players, piles, moves) {
  const played = moves.map(([pile, remove]) => ({ pile, remove }));
  const [status, result] = await post("/review", { piles, moves: played });
  if (status === 422) {
    const [error] = result.errors;
    const number = Number(error.pointer.split("/")[2]); // such as #/moves/3/remove
    return [players[(number + 1) % 2], `move ${number + 1} is illegal: ${error.detail}`];
  }
  if (status !== 200) throw new Error(result.detail);
  if (result.finished) return [players[result.winner === "second" ? 1 : 0], "the last object is taken"];
  const toMove = moves.length % 2;
  const ahead = result.position.to_move_wins ? toMove : 1 - toMove;
  return [players[ahead], "the time is over, and this player can win"];
}

const games = [
  [["Ada", "Ben"], [3, 4, 5], [[0, 2], [1, 4], [2, 4], [0, 1], [2, 1]]],
  [["Ben", "Cem"], [3, 4, 5], [[0, 2], [1, 5]]],
  [["Cem", "Ada"], [3, 4, 5], [[0, 1]]],
];
const points = { Ada: 0, Ben: 0, Cem: 0 };
for (const [players, piles, moves] of games) {
  const [winner, reason] = await judge(players, piles, moves);
  points[winner] += 1;
  console.log(`${players.join(" against ")}: ${winner} wins, ${reason}`);
}
for (const [name, count] of Object.entries(points)) console.log(`${name}: ${count}`);
