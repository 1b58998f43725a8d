import type { Sql } from "../../../kernel/sql.ts";
import { join, literal, sql } from "../../sql/fragment.ts";
import { asText, type Term, textTerm } from "../term.ts";
import { argument, type FunctionEntry, literalText, type Parameter } from "./function-entry.ts";

/**
 * The first of a list of words or phrases that a text has as whole words. One regular expression tells whether it has any of many
 * at the price of one, so the list is halved until the word is found: nine looks for 500 words, where one look a word would take
 * minutes for 100,000 descriptions. What belongs to no word is a class that takes RE2 milliseconds to compile, so it stands in one
 * expression; where that finds a word, marks around each such character stand in for it in the others.
 */

/** What belongs to no word (rules, section 1). */
export const NO_WORD = "[^\\p{L}\\p{N}_]";

/** It belongs to no word itself, so a text may have it. */
const MARK = "\u0001";

const WORDS: readonly Parameter[] = [
  { name: "text", type: "text" },
  { name: "word", type: "text", literal: { form: "text" } },
];
const WORDS_MAX = 500;

export const wordMarks: FunctionEntry = {
  parameters: WORDS,
  repeats: WORDS_MAX + 1,
  returns: "text",
  summary: "The text in lower case if it has one of the words, with marks where words begin and end.",
  blank: "Blank if the text has none of the words.",
  examples: [],
  compile: (args) => {
    const text = sql`lower(${asText(argument(args, 0))})`;
    const any = sql`${literal(`(?:^|${NO_WORD})(?:`)} || lower(${literal(wordsOf(args).map(quoted).join("|"))}) || ${literal(`)(?:$|${NO_WORD})`)}`;
    const marked = sql`concat(${literal(MARK)}, regexp_replace(${text}, ${literal(`(${NO_WORD})`)}, ${literal(`${MARK}\\1${MARK}`)}, 'g'), ${literal(MARK)})`;
    return textTerm(sql`CASE WHEN regexp_matches(${text}, ${any}) THEN ${marked} ELSE '' END`);
  },
};

export const wordOf: FunctionEntry = {
  parameters: WORDS,
  repeats: WORDS_MAX + 1,
  returns: "text",
  summary: "The first of some words, one of which a marked text has.",
  blank: "Blank if the marked text is blank.",
  examples: [],
  compile: (args) => {
    const marked = asText(argument(args, 0));
    return textTerm(sql`CASE WHEN ${marked} = '' THEN '' ELSE ${firstOf(marked, wordsOf(args))} END`);
  },
};

function wordsOf(args: readonly Term[]): readonly string[] {
  return args.slice(1).map((_, at) => literalText(args, at + 1, ""));
}

/** So few words are looked for one after another. */
const WORDS_AT_ONCE = 3;

/** The first of some words, one of which the marked text has. */
function firstOf(marked: Sql, words: readonly string[]): Sql {
  if (words.length > WORDS_AT_ONCE) {
    const half = Math.ceil(words.length / 2);
    const [before, behind] = [words.slice(0, half), words.slice(half)];
    return sql`CASE WHEN ${hasOneOf(marked, before)} THEN ${firstOf(marked, before)} ELSE ${firstOf(marked, behind)} END`;
  }
  const whens = words.slice(0, -1).map((word) => sql`WHEN ${hasOneOf(marked, [word])} THEN ${literal(word)}`);
  const last = literal(words.at(-1) ?? "");
  return whens.length === 0 ? last : sql`CASE ${join(whens, sql` `)} ELSE ${last} END`;
}

/** DuckDB folds the words itself, once: its lower case and JavaScript's differ for some letters. */
function hasOneOf(marked: Sql, words: readonly string[]): Sql {
  const sought = words.map((word) => [...word].map(marking).join(""));
  return sql`regexp_matches(${marked}, lower(${literal(`${MARK}(?:${sought.join("|")})${MARK}`)}))`;
}

function marking(character: string): string {
  return /[\p{L}\p{N}_]/u.test(character) ? character : `${MARK}${quoted(character)}${MARK}`;
}

/** A literal text as a regular expression. */
export function quoted(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}
