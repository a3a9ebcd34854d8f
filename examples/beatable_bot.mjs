const SERVICE = "http://localhost:8000";
const SKILL = 0.6; // 0 is a beginner, 1 never makes a mistake

async function bestMove(piles) {
  // A GET request, so that a cache can respond to repeated ones.
  const response = await fetch(`${SERVICE}/move?piles=${piles}`);
  if (!response.ok) throw new Error((await response.json()).detail);
  const { best_move: move } = await response.json();
  return [move.pile, move.leaves];
}

function anyMove(piles) {
  const filled = piles.flatMap((objects, i) => (objects > 0 ? [i] : []));
  const pile = filled[Math.floor(Math.random() * filled.length)];
  return [pile, Math.floor(Math.random() * piles[pile])];
}

function botMove(piles) {
  return Math.random() < SKILL ? bestMove(piles) : anyMove(piles);
}

const piles = [1, 3, 5, 7];
const players = [["You", bestMove], ["The bot", botMove]];
let name, choose;
while (piles.some((objects) => objects > 0)) {
  [[name, choose]] = players;
  const [pile, leaves] = await choose(piles);
  piles[pile] = leaves;
  console.log(`${name}: ${piles.join(", ")}`);
  players.reverse();
}
console.log(name === "The bot" ? "The bot has won." : "You have won.");
