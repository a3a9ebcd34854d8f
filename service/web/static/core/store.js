// What this browser keeps: the settings, the solved lessons, and the computer's level.

/** What is kept under a name; `otherwise` if there is nothing, or storage is switched off. */
export function read(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(`nim-${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(`nim-${name}`, JSON.stringify(value));
  } catch {
    // Storage is switched off: a reload forgets.
  }
}

/** A checkbox that is kept on this device. */
export class Way {
  #input;

  /** `onChange()` is called when it is changed. */
  constructor(input, { usual = false, onChange = () => {} } = {}) {
    this.#input = input;
    input.checked = read("ways", {})[input.id] ?? usual;
    input.addEventListener("change", () => {
      write("ways", { ...read("ways", {}), [input.id]: input.checked });
      onChange();
    });
  }

  get on() {
    return this.#input.checked;
  }
}

// --- The computer's level, as long as a person has chosen none: it rises with the wins ---

export const LEVELS = Object.freeze(["easy", "medium", "hard", "perfect"]);
const TO_RISE = 2; // wins in a row

/** `{level, wins, streak}`: the level now, the wins at it in a row, and all wins in a row. */
export const standing = () => {
  const kept = read("level", {});
  return { level: LEVELS.includes(kept.level) ? kept.level : "easy", wins: kept.wins ?? 0, streak: kept.streak ?? 0 };
};

/** Count a game that a person has won or lost; returns the standing then; `rose` says whether the level rose. */
export function count(won, isAutomatic) {
  const before = standing();
  const next = won ? { ...before, wins: before.wins + 1, streak: before.streak + 1 } : { ...before, wins: 0, streak: 0 };
  const rose = isAutomatic && next.wins >= TO_RISE && next.level !== "perfect";
  if (rose) Object.assign(next, { level: LEVELS[LEVELS.indexOf(next.level) + 1], wins: 0 });
  write("level", next);
  return { ...next, rose };
}
