import { lower } from "./given.ts";

/** Texts in which many others are replaced at once, as the language reads. */

interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Left to right, the longest first, ignoring case; a word has no letter, digit or `_` beside it. */
function patternOf(pairs: readonly Pair[], within: "word" | "text"): RegExp {
  const longest = pairs.map(({ from }) => from).toSorted((a, b) => [...b].length - [...a].length);
  const any = `(?:${longest.map((from) => from.replaceAll(/[\\^$.|?*+()[\]{}/]/g, "\\$&")).join("|")})`;
  return new RegExp(within === "text" ? any : `(?<![\\p{L}\\p{N}_])${any}(?![\\p{L}\\p{N}_])`, "giu");
}

/** A word is looked for in texts without the two characters that mark words. */
export function findsAny(text: string, pairs: readonly Pair[], within: "word" | "text"): boolean {
  if (pairs.length === 0 || (within === "word" && /[\u0001\u0002]/.test(text))) return false;
  return patternOf(pairs, within).test(text);
}

export function replacedMany(text: string, pairs: readonly Pair[], within: "word" | "text"): string {
  if (!findsAny(text, pairs, within)) return text;
  return text.replaceAll(patternOf(pairs, within), (found) => pairs.find(({ from }) => lower(from) === lower(found))?.to ?? found);
}
