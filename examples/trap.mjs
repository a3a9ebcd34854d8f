const SERVICE = "http://localhost:8000";

async function post(path, keys) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(SERVICE + path, { method: "POST", headers, body: JSON.stringify(keys) });
  if (!response.ok) throw new Error((await response.json()).detail);
  return response.json();
}

const after = (piles, move) => piles.map((pile, i) => (i === move.pile ? move.leaves : pile));

const piles = [1, 3, 5, 7];
const { moves } = await post("/analysis", { piles, moves: true });
const positions = moves.map(({ move }) => ({ piles: after(piles, move) }));
const { results } = await post("/moves", { positions });
const traps = moves.map(({ move, plies }, i) => ({ move, plies, wins: results[i].winning_moves.length }));
const most = Math.max(...traps.map(({ wins }) => wins));
const [{ move, wins }] = traps.sort((a, b) => a.wins - b.wins || b.plies - a.plies);
console.log(`Take ${move.remove} from pile ${move.pile + 1}, which leaves ${after(piles, move).join(", ")}.`);
console.log(`Winning replies: ${wins}. Other moves leave up to ${most}.`);
