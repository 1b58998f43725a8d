/**
 * What a regular expression costs before it sees a row: about how many instructions RE2 compiles it to, at a third of a microsecond each. RE2 matches
 * bytes, so a class of Unicode is hundreds of them. The numbers are from trying how often a part can be repeated until RE2 refuses the size;
 * that case is ignored, with (?i), makes no class larger.
 */

/** That of `\pL{100}`, which compiles in a twentieth of a second. */
export const PATTERN_WEIGHT_MAX = 160_000;
/** Two hundred patterns with three classes such as `\pL`; four fifths of what a feed may have. */
export const WEIGHT_OF_RULE_MAX = 1_200_000;

/** Letters (`L`, `Lo`) lie scattered over all planes, other categories less so, scripts (`Greek`) in a few ranges. Negated they are much the same. */
const LETTERS_WEIGHT = 1_600;
const CATEGORY_WEIGHT = 1_050;
const SCRIPT_WEIGHT = 600;
/** All characters, or all but a few. */
const MOST_CHARACTERS_WEIGHT = 20;
/** A character outside ASCII is several bytes. */
const CHARACTER_WEIGHT = 4;
/** In a class ranges of such characters are split where their bytes become more, and so are those of the other case. */
const CLASS_CHARACTER_WEIGHT = 8;
const CLASS_ASCII_WEIGHT = 2;

const UNICODE = /\\[pP](?:\{\^?(\w*)\}|(\w))/y;
const ESCAPE = /\\Q[\s\S]*?(?:\\E|$)|\\x\{[0-9A-Fa-f]*\}|\\[\s\S]/y;
const POSIX = /\[:(\^?)\w+:\]/y;

export interface Part {
  /** Where it ends. */
  readonly end: number;
  readonly weight: number;
}

/** What begins at this place: a character, an escape, or a whole class. */
export function partAt(pattern: string, at: number): Part {
  if (pattern[at] === "[") return classAt(pattern, at);
  if (pattern[at] === ".") return { end: at + 1, weight: MOST_CHARACTERS_WEIGHT };
  return escapeAt(pattern, at) ?? { end: at + 1, weight: isAscii(pattern, at) ? 1 : CHARACTER_WEIGHT };
}

function escapeAt(pattern: string, at: number): Part | undefined {
  const unicode = matchAt(UNICODE, pattern, at);
  if (unicode !== null) return { end: at + unicode[0].length, weight: unicodeWeight(unicode[1] ?? unicode[2] ?? "") };
  const escape = matchAt(ESCAPE, pattern, at)?.[0];
  if (escape === undefined) return undefined;
  const weight = /^\\[WSD]$/.test(escape) ? MOST_CHARACTERS_WEIGHT : CHARACTER_WEIGHT * Math.max(1, escape.length - "\\Q\\E".length);
  return { end: at + escape.length, weight };
}

function unicodeWeight(name: string): number {
  if (name === "L" || name === "Lo") return LETTERS_WEIGHT;
  return name.length <= 2 ? CATEGORY_WEIGHT : SCRIPT_WEIGHT;
}

/** A `]` that stands first belongs to the class. */
function classAt(pattern: string, at: number): Part {
  const negated = pattern[at + 1] === "^";
  let end = at + (negated ? 2 : 1);
  let weight = negated ? MOST_CHARACTERS_WEIGHT : 0;
  for (let first = true; end < pattern.length && (first || pattern[end] !== "]"); first = false) {
    const member = memberAt(pattern, end);
    weight += member.weight;
    end = member.end;
  }
  return { end: end + 1, weight };
}

function memberAt(pattern: string, at: number): Part {
  const posix = matchAt(POSIX, pattern, at);
  if (posix !== null) return { end: at + posix[0].length, weight: posix[1] === "^" ? MOST_CHARACTERS_WEIGHT : CLASS_CHARACTER_WEIGHT };
  const escape = escapeAt(pattern, at);
  if (escape !== undefined) return { ...escape, weight: Math.max(escape.weight, CLASS_CHARACTER_WEIGHT) };
  return { end: at + 1, weight: isAscii(pattern, at) ? CLASS_ASCII_WEIGHT : CLASS_CHARACTER_WEIGHT };
}

function isAscii(pattern: string, at: number): boolean {
  return pattern.charCodeAt(at) < 0x80;
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
