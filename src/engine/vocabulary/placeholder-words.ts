/** What people write as a brand or a part number if there's none, in lower case. */
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
]);
