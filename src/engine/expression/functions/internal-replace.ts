import type { Sql } from "../../../kernel/sql.ts";
import { integer, literal, sql } from "../../sql/fragment.ts";
import { TEXT_LENGTH_MAX, textsJoined } from "../../sql/text-sql.ts";
import { asText, textTerm } from "../term.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";
import { NO_WORD, quoted } from "./internal-words.ts";

/** Bytes a replacement may grow a text to before its end is cut off; twenty times a text's limit. */
const GROWTH_BYTES_MAX = 400_000;

/** Two of a character that no text has stand for what was found. A text that has it stays as it is. */
const FOUND_HALF = sql`chr(65534)`;
const FOUND = sql`(${FOUND_HALF} || ${FOUND_HALF})`;
const NO_WORD_NOR_FOUND = "[^\\p{L}\\p{N}_\\x{FFFE}]";

interface Replacement {
  readonly text: Sql;
  readonly find: string;
  readonly replacement: string;
  readonly caseSensitive: boolean;
}

/**
 * Replaces a literal text, word or whole value. Total and bounded: a text that would grow beyond 20,000 code points is put
 * together from so many pieces as make that length, which gives the same beginning.
 */
export const replaceText: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "find", type: "text", literal: { form: "text" } },
    { name: "with", type: "text", literal: { form: "text" } },
    { name: "match", type: "text", literal: { form: "word", of: ["text", "word", "whole"] } },
    { name: "case", type: "text", literal: { form: "word", of: ["cs", "ci"] } },
  ],
  returns: "text",
  summary: "The text with a string, a word or the whole value replaced.",
  blank: "Blank stays blank.",
  examples: [],
  compile: (args) => {
    const replacement: Replacement = {
      text: asText(argument(args, 0)),
      find: literalText(args, 1, ""),
      replacement: literalText(args, 2, ""),
      caseSensitive: literalText(args, 4, "ci") === "cs",
    };
    if (replacement.find === "") return textTerm(replacement.text);
    const of = { text: anywhere, word: wordwise, whole }[literalText(args, 3, "text")] ?? anywhere;
    return textTerm(of(replacement));
  },
};

function anywhere({ text, find, replacement, caseSensitive }: Replacement): Sql {
  const pieces = caseSensitive
    ? sql`string_split(${text}, ${literal(find)})`
    : sql`regexp_split_to_array(${text}, ${pattern(find, false)})`;
  const replaced = caseSensitive
    ? sql`replace(${text}, ${literal(find)}, ${literal(replacement)})`
    : sql`regexp_replace(${text}, ${pattern(find, false)}, ${literal(replacement.replaceAll("\\", "\\\\"))}, 'g')`;
  const growth = Math.max(1, Math.ceil(Buffer.byteLength(replacement) / [...find].length));
  const cut = sql`left(${joinedWith(pieces, replacement)}, ${integer(TEXT_LENGTH_MAX)})`;
  const bounded =
    growth === 1
      ? replaced
      : sql`CASE WHEN strlen(${text}) <= ${integer(Math.floor(GROWTH_BYTES_MAX / growth))} THEN ${replaced} ELSE ${cut} END`;
  return sql`CASE WHEN ${isIn(text, find, caseSensitive)} THEN ${bounded} ELSE ${text} END`;
}

/**
 * Two words may share the one character between them, and RE2 cannot look ahead without taking it: every other one is left over.
 * So it looks again, with what it has found behind two characters of ours. These stand for the edges of what was looked for: the
 * next word may begin right behind them only where that ended with a character of no word, and end right before them likewise.
 */
function wordwise({ text, find, replacement, caseSensitive }: Replacement): Sql {
  const characters = [...find];
  const [beginsLoose, endsLoose] = [isNoWord(characters.at(0)), isNoWord(characters.at(-1))];
  const word = `${caseSensitive ? "" : "(?i)"}(^|${endsLoose ? NO_WORD : NO_WORD_NOR_FOUND})${quoted(find)}($|${beginsLoose ? NO_WORD : NO_WORD_NOR_FOUND})`;
  const once = (from: Sql): Sql => sql`regexp_replace(${from}, ${literal(word)}, '\\1' || ${FOUND} || '\\2', 'g')`;
  // What is loose at both ends may stand side by side, where the first look takes every third.
  const found = beginsLoose && endsLoose ? once(once(once(text))) : once(once(text));
  const replaced = sql`left(${joinedWith(sql`string_split(${found}, ${FOUND})`, replacement)}, ${integer(TEXT_LENGTH_MAX)})`;
  return sql`CASE WHEN regexp_matches(${text}, ${literal(word)}) AND NOT contains(${text}, ${FOUND_HALF}) THEN ${replaced} ELSE ${text} END`;
}

function isNoWord(character: string | undefined): boolean {
  return character !== undefined && !/[\p{L}\p{N}_]/u.test(character);
}

function whole({ text, find, replacement, caseSensitive }: Replacement): Sql {
  const same = caseSensitive ? sql`${text} = ${literal(find)}` : sql`lower(${text}) = lower(${literal(find)})`;
  return sql`CASE WHEN ${same} THEN ${literal(replacement)} ELSE ${text} END`;
}

/** So many pieces as can matter to a text of the greatest length. */
function joinedWith(pieces: Sql, replacement: string): Sql {
  const most = Math.ceil(TEXT_LENGTH_MAX / Math.max(1, [...replacement].length)) + 1;
  return textsJoined(sql`(${pieces})[1:${integer(most)}]`, literal(replacement));
}

function isIn(text: Sql, find: string, caseSensitive: boolean): Sql {
  return caseSensitive ? sql`contains(${text}, ${literal(find)})` : sql`regexp_matches(${text}, ${pattern(find, false)})`;
}

/** A literal text as a regular expression. */
function pattern(find: string, caseSensitive: boolean): Sql {
  return literal(`${caseSensitive ? "" : "(?i)"}${quoted(find)}`);
}
