/**
 * The words of the language, read on demand from an offset: what stands after a comparison may be a bare phrase, which only the
 * parser knows. Offsets count UTF-16 units; `placeOf` makes lines and columns of them.
 */
export type Token =
  | { readonly kind: "text"; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: "number"; readonly value: string; readonly start: number; readonly end: number }
  /** A keyword, a function or a column's bare name; `value` as it is written. */
  | { readonly kind: "word"; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: "column"; readonly side: "D" | "G"; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: "symbol"; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: "end"; readonly value: ""; readonly start: number; readonly end: number };

/** A fault of what is written, at an offset. */
export class SyntaxFault extends Error {
  override readonly name = "SyntaxFault";
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const SPACE = /[\s\u00A0\u202F\uFEFF]*/y;
const NUMBER = /[0-9]+(?:\.[0-9]+)?/y;
/** Hyphens belong to the names of metafields and stock columns alone: elsewhere they subtract. */
const COLUMN_NAME = /(?:variant-metafield|metafield|inventory)-[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*|[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*/uy;
const WORD =
  /(?:variant-metafield|metafield|inventory)-[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*|[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*(?:['’]\p{L}+)*/uy;
const SIDE = /\[([DGdg])\]/y;
const SYMBOL = /<=|>=|!=|[=<>+\-*/&(),:[\]{}]/y;

export function tokenAt(source: string, from: number): Token {
  const start = from + (matchAt(SPACE, source, from)?.[0].length ?? 0);
  if (start >= source.length) return { kind: "end", value: "", start, end: start };
  const quote = source[start];
  if (quote === '"' || quote === "'") return quoted(source, start, quote);
  const side = matchAt(SIDE, source, start);
  if (side !== undefined) return columnToken(source, start, side);
  const number = matchAt(NUMBER, source, start);
  if (number !== undefined) return { kind: "number", value: number[0], start, end: start + number[0].length };
  const word = matchAt(WORD, source, start);
  if (word !== undefined) return { kind: "word", value: word[0], start, end: start + word[0].length };
  const symbol = matchAt(SYMBOL, source, start);
  if (symbol !== undefined) return { kind: "symbol", value: symbol[0], start, end: start + symbol[0].length };
  throw new SyntaxFault(`Nothing can start with ${shown(source, start)}.`, start);
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  // Each pattern is sticky, and nobody else moves its index.
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}

/** A text ends at its own quote; two of them are one within it. */
function quoted(source: string, start: number, quote: string): Extract<Token, { kind: "text" }> {
  let value = "";
  for (let from = start + 1; ;) {
    const found = source.indexOf(quote, from);
    if (found === -1) throw new SyntaxFault(`The text that starts here has no closing ${quote}.`, start);
    value += source.slice(from, found);
    if (source[found + 1] !== quote) return { kind: "text", value: value.normalize("NFC"), start, end: found + 1 };
    value += quote;
    from = found + 2;
  }
}

function columnToken(source: string, start: number, found: RegExpExecArray): Token {
  const side = found[1]?.toUpperCase() === "D" ? "D" : "G";
  const from = start + found[0].length;
  const quote = source[from];
  if (quote === '"' || quote === "'") {
    const name = quoted(source, from, quote);
    return { kind: "column", side, value: name.value, start, end: name.end };
  }
  const name = matchAt(COLUMN_NAME, source, from);
  if (name === undefined) throw new SyntaxFault(`Write a column name after [${side}], in quotes if it has spaces.`, from);
  return { kind: "column", side, value: name[0].normalize("NFC"), start, end: from + name[0].length };
}

/** What stands at an offset, short enough for a message. */
function shown(source: string, at: number): string {
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  return `\`${character}\``;
}

/** How a message names a token. */
export function tokenShown(token: Token): string {
  if (token.kind === "end") return "the end";
  if (token.kind === "text") return `the text "${token.value.length > 30 ? `${token.value.slice(0, 30)}…` : token.value}"`;
  if (token.kind === "column") return `[${token.side}]${token.value}`;
  return `\`${token.value}\``;
}

/** Line and column of an offset, from 1; columns count code points. */
export function placeOf(source: string, at: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: [...(before.at(-1) ?? "")].length + 1 };
}

/** A bare name can stand without quotes where it reads as one word that is no keyword. */
export function isPlainName(name: string): boolean {
  return matchAt(COLUMN_NAME, name, 0)?.[0].length === name.length;
}
