import { PlainError } from "../../kernel/errors.ts";

/** What an edition must be before anything believes it. Google's has 5,595 rows, Shopify's 15,000 in 8 MB of JSON. */

export const EDITION_BYTES_MAX = 32 * 1024 * 1024;
/** Fewer are the beginning of a file, or another file. */
const ROWS_MIN = 300;
const ROWS_MAX = 100_000;
/** Google refuses longer ones in a feed. */
const PATH_LENGTH_MAX = 750;
const LEVELS_MAX = 20;

export const DATE = /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/u;

/** An edition that can't be used; `what` is its file or address. */
export function editionFault(what: string, fault: string): PlainError {
  return new PlainError("taxonomy_invalid", `${what} can't be used: ${fault}. The current edition stays in use.`);
}

export function requireRowCount(what: string, count: number): void {
  if (count < ROWS_MIN) throw editionFault(what, `it has ${count} categories, but an edition has at least ${ROWS_MIN}`);
  if (count > ROWS_MAX) throw editionFault(what, `it has more than ${ROWS_MAX} categories`);
}

/** Publishers remove few categories at a time; a file with fewer than this share of those in use is probably cut off. */
const SHARE_KEPT_MIN = 0.9;

export function requireMostRows(what: string, count: number, inUse: number): void {
  if (count >= inUse * SHARE_KEPT_MIN) return;
  const much = `it has ${count} categories, but the edition in use has ${inUse}, so its end is probably missing`;
  throw editionFault(what, `${much}. If the publisher removed that many, add --accept-smaller`);
}

/** Publishers end the last line, too. A file that was cut off seldom ends there, and its rows would replace a whole edition. */
export function requireLastLine(what: string, text: string): void {
  if (!text.endsWith("\n")) throw cutFault(what, text, ", which has no line break");
}

export function cutFault(what: string, text: string, sign = ""): PlainError {
  return editionFault(what, `it seems to be cut off in line ${text.split("\n").length}${sign}`);
}

/** Without a last line that was cut off, whose rest would be blamed for what is missing. A file of one line is looked at as it is. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf("\n") + 1) || text;
}

/** What is wrong with a path, as one clause; `A > B > C` is right. */
export function pathFault(path: string): string | undefined {
  const names = path.split(" > ");
  if (path.length > PATH_LENGTH_MAX) return `is longer than ${PATH_LENGTH_MAX} characters`;
  if (names.length > LEVELS_MAX) return `has more than ${LEVELS_MAX} levels`;
  if (/\p{Cc}/u.test(path)) return "contains a control character";
  return names.some((name) => name === "" || name !== name.trim() || name.includes(">"))
    ? "isn't a list of names separated by ` > `"
    : undefined;
}
