/** What people call the brand of goods without one, in lower case. Some channels want this word. */
export const UNBRANDED = "generic";

/** What people enter as a brand, part number, color, size or material when there is none, in lower case. */
export const PLACEHOLDER_WORDS: readonly string[] = Object.freeze([
  "n/a",
  "na",
  UNBRANDED,
  "no brand",
  "does not exist",
  "none",
  "unbranded",
  "unknown",
  "-",
  "null",
  "undefined",
  "n.a.",
  "?",
  "*",
]);
