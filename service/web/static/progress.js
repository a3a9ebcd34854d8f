// Which lessons are solved, kept in this browser and nowhere else.

const KEY = "nim-lessons";

/** The ids of the lessons that are solved. */
export function solved() {
  try {
    const ids = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(ids) ? ids : []);
  } catch {
    return new Set(); // storage is switched off, or holds something else
  }
}

export function remember(id) {
  keep([...solved().add(id)]);
}

export function forget() {
  keep([]);
}

function keep(ids) {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Storage is switched off: the lessons work, and a reload forgets.
  }
}
