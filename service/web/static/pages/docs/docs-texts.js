// The texts of the page of the contract, besides those in its HTML.

export const DOCS = {
  found: (count) => (count === 1 ? "1 entry has these words." : `${count} entries have these words.`),
  waiting: "Waiting for the response …",
  status: (status, type) => `${status} · ${type}`,
  unreachable: "The service cannot be reached.",
};
