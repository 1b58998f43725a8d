/** What people enter as a brand, part number, color, size or material when there is none, in lower case. */
export const PLACEHOLDER_WORDS: readonly string[] = Object.freeze([
  "n/a",
  "na",
  "generic",
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
