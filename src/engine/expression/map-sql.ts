import type { Sql } from "../../kernel/sql.ts";
import { integer, list, literal, sql } from "../sql/fragment.ts";
import { foldedLiteral, TEXT_LENGTH_MAX, textsJoined } from "../sql/text-sql.ts";
import type { Pair } from "./expression.ts";
import { NO_WORD, quoted } from "./functions/internal-words.ts";
import { namedHere } from "./functions/named.ts";
import { asFolded, type Term, textTerm } from "./term.ts";

/** Pairs of a text and what belongs to it: for whole values, and for each place in a value where one of the texts stands. */

/** Tells keys apart nearly as DuckDB does: its lower case of one character is one character. */
function folded(text: string): string {
  return [...text].map((character) => simpleLower(character)).join("");
}

/** What lower-cases to several characters in JavaScript is one in DuckDB: only `İ` does. */
function simpleLower(character: string): string {
  return character === "İ" ? "i" : character.toLowerCase();
}

/** Of pairs for the same text, the first. */
function firstPairs(pairs: readonly Pair[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { from, to } of pairs) if (!first.has(folded(from))) first.set(folded(from), to);
  return first;
}

/** Pairs that fit one look through a list; more of them are told apart by length first. */
const PAIRS_IN_ONE_LIST = 24;

/** What belongs to a whole value. Position in a list of the folded keys; a CASE of this size, or a MAP, costs ten times as much. */
export function mapText(value: Term, pairs: readonly Pair[], otherwise: Sql): Sql {
  const first = firstPairs(pairs);
  const key = asFolded(value);
  if (first.size === 0) return otherwise;
  if (first.size <= PAIRS_IN_ONE_LIST) return sql`coalesce(${found([...first], key)}, ${otherwise})`;
  const byLength = Map.groupBy(first, ([from]) => [...from].length);
  const whens = [...byLength].map(([length, alike]) => sql`WHEN ${integer(length)} THEN ${found(alike, key)}`);
  return sql`coalesce(CASE length(${key}) ${whens.reduce((sofar, part) => sql`${sofar} ${part}`)} END, ${otherwise})`;
}

function found(pairs: readonly (readonly [string, string])[], key: Sql): Sql {
  return sql`[${list(pairs.map(([, to]) => literal(to)))}][list_position([${list(pairs.map(([from]) => foldedLiteral(from)))}], ${key})]`;
}

/** Where in a value a text of a pair may stand: as whole words, or anywhere. */
export type Within = "word" | "text";

interface Replacements {
  readonly pairs: readonly Pair[];
  readonly within: Within;
  /** What is written where the text has none of them. */
  readonly otherwise: Sql;
}

/**
 * A text in which all pairs are replaced in one go, from left to right, ignoring case: what was written is not looked at again, so
 * pairs may swap. Where several fit, the longest does. Mentions the text a few times.
 */
export function manyReplaced(text: Sql, { pairs, within, otherwise }: Replacements): Sql {
  const longestFirst = [...pairs].toSorted((a, b) => [...b.from].length - [...a.from].length);
  if (longestFirst.length === 0) return otherwise;
  const anywhere = patternOf(longestFirst.map(({ from }) => quoted(from)));
  if (within === "text")
    return sql`CASE WHEN regexp_matches(${text}, ${anywhere}) THEN ${replacedWhere(text, anywhere, { pairs, plain: (part) => part })} ELSE ${otherwise} END`;
  const words = patternOf(longestFirst.map(({ from }) => markedWord(from)));
  const unmarked = sql`NOT contains(${text}, ${literal(BEFORE)}) AND NOT contains(${text}, ${literal(BEHIND)})`;
  const marked = sql`CASE WHEN regexp_matches(${text}, ${anywhere}) AND ${unmarked} THEN ${markedText(text)} ELSE '' END`;
  const replaced = (value: Sql): Sql =>
    sql`CASE WHEN regexp_matches(${value}, ${words}) THEN ${replacedWhere(value, words, { pairs, plain: withoutMarks })} ELSE ${otherwise} END`;
  return namedHere(marked, "marked", replaced);
}

function patternOf(alternatives: readonly string[]): Sql {
  return literal(`(?i)(?:${alternatives.join("|")})`);
}

/**
 * RE2 cannot look around, and the class of what belongs to no word takes it milliseconds to compile. So a text gets marks once: one
 * wherever the character before belongs to no word, where a word may begin, and one wherever the character behind does, where it may
 * end. No text has these characters that is worth a replacement; one that has stays as it is.
 */
const BEFORE = "\u0001";
const BEHIND = "\u0002";

function markedText(text: Sql): Sql {
  const each = literal(`${BEHIND}\\1${BEFORE}`);
  const marked = sql`concat(${literal(BEFORE)}, regexp_replace(${text}, ${literal(`(${NO_WORD})`)}, ${each}, 'g'), ${literal(BEHIND)})`;
  // Between two such characters a word ends before the next one begins.
  return sql`replace(${marked}, ${literal(`${BEFORE}${BEHIND}`)}, ${literal(`${BEHIND}${BEFORE}`)})`;
}

/** A word or phrase as it stands in a marked text, as a regular expression. */
function markedWord(text: string): string {
  const characters = [...text];
  const inner = characters.map((character, at) => {
    const before = characters[at - 1];
    const marks = before === undefined ? "" : `${isOfWord(character) ? "" : BEHIND}${isOfWord(before) ? "" : BEFORE}`;
    return `${marks}${quoted(character)}`;
  });
  return `${BEFORE}${inner.join("")}${BEHIND}`;
}

function isOfWord(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

/** Characters that replacing may write before the rest of the text stays as it is; twenty times a text's limit. */
const WRITTEN_MAX = 20 * TEXT_LENGTH_MAX;

function withoutMarks(text: Sql): Sql {
  return sql`translate(${text}, ${literal(`${BEFORE}${BEHIND}`)}, '')`;
}

interface Found {
  readonly pairs: readonly Pair[];
  /** A piece of the text as it was before it got marks. */
  readonly plain: (part: Sql) => Sql;
}

/** The pieces between what a pattern finds, and what belongs to each find, in turns. */
function replacedWhere(text: Sql, pattern: Sql, { pairs, plain }: Found): Sql {
  const longest = Math.max(1, ...pairs.map(({ to }) => [...to].length));
  const most = integer(Math.ceil(WRITTEN_MAX / longest));
  const finds = sql`list_transform(regexp_extract_all(${text}, ${pattern}), lambda find: ${plain(sql`find`)})`;
  const belonging = sql`list_transform(${finds}, lambda find, nth: CASE WHEN nth <= ${most} THEN ${mapText(textTerm(sql`find`), pairs, sql`find`)} ELSE find END)`;
  const rests = sql`regexp_split_to_array(${text}, ${pattern})`;
  return textsJoined(
    sql`list_transform(list_zip(${rests}, ${belonging}), lambda part: ${plain(sql`part[1]`)} || coalesce(part[2], ''))`,
    sql`''`,
  );
}
