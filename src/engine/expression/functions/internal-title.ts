import type { Sql } from "../../../kernel/sql.ts";
import { integer, list, literal, sql } from "../../sql/fragment.ts";
import { textsJoined } from "../../sql/text-sql.ts";
import { booleanTerm, textTerm } from "../term.ts";
import { textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { namedHere } from "./named.ts";

/** Titles that tell the variants of a product apart. */

/** Google shows no more of a title (product data specification), so what tells variants apart has to be among it. */
const TITLE_LENGTH = 150;
/** A title that is cut to fewer letters for the sake of its ending says too little. */
const TITLE_LEFT_MIN = 50;
const SEPARATOR = " - ";

export const titleWith: FunctionEntry = {
  parameters: [
    { name: "title", type: "text" },
    { name: "value", type: "text" },
  ],
  repeats: 4,
  returns: "text",
  summary:
    "A title and option values behind it: `Shirt - Small / Blue`. The whole has at most 150 letters: a longer title is cut at a word.",
  blank: "Blank values are left out; without any, or without a title, the title stays as it is.",
  examples: [],
  compile: (args) => {
    const title = textAt(args, 0);
    const values = sql`list_filter([${list(args.slice(1).map((_, at) => textAt(args, at + 1)))}], lambda item: item <> '')`;
    const ended = namedHere(
      namedHere(textsJoined(values, sql`' / '`), "joined", (joined) => fitting(joined, title)),
      "ending",
      (ending) => sql`CASE WHEN ${ending} = '' THEN ${title} ELSE concat(${cutFor(title, ending)}, ${literal(SEPARATOR)}, ${ending}) END`,
    );
    return textTerm(sql`CASE WHEN ${title} = '' THEN '' ELSE ${ended} END`);
  },
};

/** The ending, cut where a title would have to become shorter than `TITLE_LEFT_MIN` for it. */
function fitting(ending: Sql, title: Sql): Sql {
  const most = sql`${integer(TITLE_LENGTH - SEPARATOR.length)} - least(length(${title}), ${integer(TITLE_LEFT_MIN)})`;
  return sql`CASE WHEN length(${ending}) <= ${most} THEN ${ending} ELSE concat(left(${ending}, ${most} - 1), '…') END`;
}

/** A character with its marks and skin tone, and those that joiners tie to it. */
const MARKED = "[^\\p{M}\\x{200D}\\x{1F3FB}-\\x{1F3FF}][\\p{M}\\x{1F3FB}-\\x{1F3FF}]*";
const LAST_CHARACTER = `(?:${MARKED}\\x{200D})*${MARKED}\\x{200D}?$`;

/** Longer runs without spaces aren't words: Japanese and Thai, for example, are written without spaces. */
const WORD_LENGTH_MAX = 30;

/** At a word; in text without spaces between two characters. */
function cutFor(title: Sql, ending: Sql): Sql {
  const left = sql`${integer(TITLE_LENGTH - SEPARATOR.length)} - length(${ending})`;
  const cut = namedHere(sql`left(${title}, ${left} + 1)`, "start", (start) => {
    const atWord = sql`regexp_replace(regexp_replace(${start}, '[^\\s\\p{Z}]*$', ''), '[\\s\\p{Z}\\p{P}]+$', '')`;
    const atCharacter = sql`regexp_replace(${start}, ${literal(LAST_CHARACTER)}, '')`;
    return namedHere(
      atWord,
      "words",
      (words) => sql`CASE WHEN length(${words}) >= length(${start}) - ${integer(WORD_LENGTH_MAX)} THEN ${words} ELSE ${atCharacter} END`,
    );
  });
  return sql`CASE WHEN length(${title}) <= ${left} THEN ${title} ELSE ${cut} END`;
}

/** Shorter values (`S`, `2`) are found in many a title that means something else. */
const SOUGHT_LENGTH_MIN = 3;

export const hasPhrase: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "phrase", type: "text" },
  ],
  returns: "boolean",
  summary: "Whether the text has all words of a phrase in a row, ignoring case and punctuation.",
  blank: "No text has a phrase of fewer than three letters.",
  examples: [],
  compile: (args) => booleanTerm(containsPhrase(textAt(args, 0), textAt(args, 1))),
};

/** Whether a text has all words of a phrase in a row. */
export function containsPhrase(title: Sql, phrase: Sql): Sql {
  const words = (text: Sql): Sql => sql`trim(regexp_replace(lower(${text}), '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'))`;
  const padded = (text: Sql): Sql => sql`concat(' ', ${text}, ' ')`;
  // One lambda for both texts, because DuckDB compiles the letter classes for each mention, which takes milliseconds.
  const both = sql`list_transform([${title}, ${phrase}], lambda value: ${words(sql`value`)})`;
  const isIn = namedHere(
    both,
    "both",
    (pair) => sql`length(${pair}[2]) >= ${integer(SOUGHT_LENGTH_MIN)} AND contains(${padded(sql`${pair}[1]`)}, ${padded(sql`${pair}[2]`)})`,
  );
  // Splitting the title is slowest, so CASE skips it unless the title contains the phrase's first run of ASCII letters or digits.
  const isLong = sql`length(lower(${phrase})) >= ${integer(SOUGHT_LENGTH_MIN)}`;
  const mayHave = sql`${isLong} AND contains(lower(${title}), regexp_extract(lower(${phrase}), '[a-z0-9]+'))`;
  return sql`CASE WHEN ${mayHave} THEN ${isIn} ELSE false END`;
}
