import { type Token, tokenAt } from "./tokens.ts";
import type { Written } from "./written.ts";

/** What words without quotes mean: keywords, literals, and the phrases that may stand after a comparison. */

export const KEYWORDS = new Set([
  "and",
  "or",
  "not",
  "if",
  "then",
  "else",
  "case",
  "when",
  "end",
  "in",
  "between",
  "contains",
  "matches",
  "is",
  "equals",
]);
/** Words that end a bare phrase. */
const PHRASE_ENDS = new Set(["and", "or", "then", "else", "when", "end"]);

export function literalWord(word: string, at: number): Written | undefined {
  const folded = word.toLowerCase();
  if (folded === "true" || folded === "false") return { kind: "boolean", value: folded === "true", at };
  if (folded === "blank") return { kind: "blank-value", at };
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(word) ? { kind: "number", value: word, at } : undefined;
}

interface PhraseWord {
  readonly value: string;
  readonly end: number;
}

/** Bare words from an offset, up to a keyword, an operator of its own, or a character that no phrase holds. */
function phraseWords(source: string, from: number): readonly PhraseWord[] {
  const word = /[^\s()",[\]=<>&{}]+/y;
  const space = /[ \t\u00A0]+/y;
  const words: PhraseWord[] = [];
  for (let at = from; ;) {
    word.lastIndex = at;
    const found = word.exec(source)?.[0];
    if (found === undefined || found.startsWith("'") || PHRASE_ENDS.has(found.toLowerCase()) || /^[-+*/]$/.test(found)) return words;
    words.push({ value: found, end: at + found.length });
    space.lastIndex = at + found.length;
    at += found.length + (space.exec(source)?.[0].length ?? 0);
  }
}

/** A phrase that stands alone behind a comparison; nothing where an expression stands there. */
export function barePhrase(source: string, start: number): { readonly written: Written; readonly end: number } | undefined {
  const words = phraseWords(source, start);
  const [first] = words;
  if (first === undefined || ["if", "case", "not"].includes(first.value.toLowerCase())) return undefined;
  const { end } = words.at(-1) ?? first;
  if (!endsPhrase(safeToken(source, end))) return undefined;
  const value = source.slice(start, end).replaceAll(/\s+/g, " ").normalize("NFC");
  return { written: literalWord(value, start) ?? { kind: "phrase", value, at: start }, end };
}

function endsPhrase(next: Token | undefined): boolean {
  if (next === undefined) return false;
  if (next.kind === "word") return PHRASE_ENDS.has(next.value.toLowerCase());
  return next.kind === "end" || (next.kind === "symbol" && [")", ","].includes(next.value));
}

function safeToken(source: string, at: number): Token | undefined {
  try {
    return tokenAt(source, at);
  } catch {
    return undefined;
  }
}
