import { integer, list, literal, sql } from "../../sql/fragment.ts";
import { textsJoined } from "../../sql/text-sql.ts";
import { textWithin } from "../term.ts";
import { manyReplaced } from "../map-sql.ts";
import { textAt } from "./arguments.ts";
import { type FunctionEntry, literalText } from "./function-entry.ts";
import { namedHere } from "./named.ts";

/** Letters change one for one: `ß` becomes `ẞ`, `İ` becomes `i`. */

const BLANK = "Blank text stays blank.";

export const upper: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text in upper case.",
  blank: BLANK,
  examples: [
    [`upper("Café 5xl")`, "CAFÉ 5XL"],
    [`upper("straße")`, "STRAẞE"],
  ],
  compile: (args) => textWithin(sql`upper(${textAt(args, 0)})`, args),
};

export const lower: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text in lower case.",
  blank: BLANK,
  examples: [
    [`lower("CAFÉ")`, "café"],
    [`lower("A-1 ÄÖÜ")`, "a-1 äöü"],
  ],
  compile: (args) => textWithin(sql`lower(${textAt(args, 0)})`, args),
};

/** A word and what follows it, in turns; together they are the whole text. */
const WORDS_AND_REST = "[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_'’]*|[^\\p{L}\\p{N}_]+";

/** Letters without case, of scripts that titles are in: Hebrew, Arabic, kana, Chinese, Korean. */
const CASELESS =
  "\\x{5D0}-\\x{5EA}\\x{621}-\\x{63A}\\x{641}-\\x{64A}\\x{3041}-\\x{3096}\\x{30A1}-\\x{30FA}\\x{4E00}-\\x{9FFF}\\x{AC00}-\\x{D7A3}";
/** Capitals and digits of ASCII, Latin-1 and Russian, and small letters, each with what is neither. */
const CAPITALS = `A-Z0-9\\x{C0}-\\x{D6}\\x{D8}-\\x{DE}\\x{410}-\\x{42F}${CASELESS}`;
const SMALL = `a-z0-9\\x{DF}-\\x{F6}\\x{F8}-\\x{FF}\\x{430}-\\x{44F}${CASELESS}`;

/**
 * What title case leaves as it is, seen at once: words of such letters with no small one first and no capital behind. What stands
 * between two words begins with no apostrophe and no mark, which would belong to the word before.
 */
const PARTING =
  "\\t-\\r -&(-/:-@\\[-\\^`{-~\\x{A0}-\\x{A9}\\x{AB}-\\x{B1}\\x{BB}\\x{BF}\\x{D7}\\x{2000}-\\x{2018}\\x{201A}-\\x{206F}\\x{2116}\\x{2122}\\x{2600}-\\x{2775}\\x{1F300}-\\x{1FAFF}\\x{FEFF}";
const TITLED_WORD = `[${CAPITALS}_][${SMALL}_'’]*`;
const PARTED = `[${PARTING}]['’\\x{FE0F}${PARTING}]*`;
const TITLED = `['’]*(?:${TITLED_WORD})?(?:${PARTED}(?:${TITLED_WORD})?)*`;

/** Words that a text may have spellings for. */
export const SPELLINGS_MAX = 100;

export const titleCase: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "exception", type: "text", optional: true, literal: { form: "text", fault: exceptionFault } },
  ],
  repeats: SPELLINGS_MAX + 1,
  returns: "text",
  summary:
    "Each word with a capital first letter and the rest in lower case. Characters between words are unchanged. Exceptions are words or phrases that are written exactly as given.",
  blank: BLANK,
  examples: [
    [`title_case("new iphone case, usb-c", "iPhone", "USB-C")`, "New iPhone Case, USB-C"],
    [`title_case("MEN'S running-shoes, blue")`, "Men's Running-Shoes, Blue"],
    [`title_case("äpfel  und 3xl")`, "Äpfel  Und 3xl"],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    // Words of plain letters parted by spaces are most of the other titles; only what begins with a small letter is changed.
    const capital = sql`CASE WHEN piece >= 'a' THEN chr(greatest(ord(piece), 97) - 32) || substr(piece, 2) ELSE piece END`;
    const plain = sql`list_aggr(list_transform(string_split(lower(${text}), ' '), lambda piece: ${capital}), 'string_agg', ' ')`;
    const pieces = sql`regexp_extract_all(${text}, ${literal(WORDS_AND_REST)})`;
    const other = textsJoined(sql`list_transform(${pieces}, lambda piece: upper(left(piece, 1)) || lower(substr(piece, 2)))`, sql`''`);
    const titled = sql`CASE WHEN regexp_full_match(${text}, ${literal(TITLED)}) THEN ${text} WHEN regexp_full_match(${text}, '[A-Za-z0-9_ ]*') THEN ${plain} ELSE ${other} END`;
    const exceptions = args.slice(1).map((_, at) => literalText(args, at + 1, ""));
    if (exceptions.length === 0) return textWithin(titled, args);
    const pairs = exceptions.map((word) => ({ from: word, to: word }));
    return textWithin(
      namedHere(titled, "titled", (value) => manyReplaced(value, { pairs, within: "word", otherwise: value })),
      args,
    );
  },
};

function exceptionFault(word: string): string | undefined {
  return /\S/.test(word) ? undefined : "an exception must be a word or phrase such as iPhone";
}

/** Sentences with their marks and the white space behind them, in three: up to the first letter or digit, that, and the rest. */
const SENTENCES = "(?s)([^\\p{L}\\p{N}]*)(.?)(.*?(?:[.!?…]+\\s+|$))";

/** One sentence, from its first letter or digit on: behind a mark within it no white space stands. */
const SENTENCE = `[${CAPITALS}${SMALL}](?:[^.!?…]|[.!?…]+[^.!?…\\s])*[.!?…]*`;

export const sentenceCase: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text in lower case, except for the first letter of each sentence.",
  blank: BLANK,
  examples: [
    [`sentence_case("SOFT COTTON. WASH COLD!")`, "Soft cotton. Wash cold!"],
    [`sentence_case("""éclair"" 3.5 CM")`, `"Éclair" 3.5 cm`],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    // The classes take RE2 longer to compile than a title to be matched, so none of them stands in the lambda.
    const parts = [1, 2, 3].map((group) => sql`regexp_extract_all(${text}, ${literal(SENTENCES)}, ${integer(group)})`);
    const other = textsJoined(
      sql`list_transform(list_zip(${list(parts)}), lambda part: part[1] || upper(part[2]) || lower(part[3]))`,
      sql`''`,
    );
    const single = sql`upper(left(${text}, 1)) || lower(substr(${text}, 2))`;
    return textWithin(sql`CASE WHEN regexp_full_match(${text}, ${literal(SENTENCE)}) THEN ${single} ELSE ${other} END`, args);
  },
};
