import type { Sql } from "../../../kernel/sql.ts";
import { integer, list, sql } from "../../sql/fragment.ts";
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

export const titleWith: FunctionEntry = {
  parameters: [
    { name: "title", type: "text" },
    { name: "value", type: "text" },
  ],
  repeats: 4,
  returns: "text",
  summary: "A title and option values behind it: `Shirt - Small / Blue`. A long title is cut for them at a word.",
  blank: "Blank values are left out; without any, or without a title, the title stays as it is.",
  examples: [],
  compile: (args) => {
    const title = textAt(args, 0);
    const values = sql`list_filter([${list(args.slice(1).map((_, at) => textAt(args, at + 1)))}], lambda item: item <> '')`;
    const ended = namedHere(
      textsJoined(values, sql`' / '`),
      "ending",
      (ending) => sql`CASE WHEN ${ending} = '' THEN ${title} ELSE concat(${cutFor(title, ending)}, ' - ', ${ending}) END`,
    );
    return textTerm(sql`CASE WHEN ${title} = '' THEN '' ELSE ${ended} END`);
  },
};

function cutFor(title: Sql, ending: Sql): Sql {
  const left = sql`${integer(TITLE_LENGTH - " - ".length)} - length(${ending})`;
  const cut = sql`regexp_replace(regexp_replace(left(${title}, ${left} + 1), '[^\\s\\p{Z}]*$', ''), '[\\s\\p{Z}\\p{P}]+$', '')`;
  return sql`CASE WHEN length(${title}) <= ${left} OR ${left} < ${integer(TITLE_LEFT_MIN)} THEN ${title} ELSE ${cut} END`;
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
  compile: (args) => {
    const [title, phrase] = [textAt(args, 0), textAt(args, 1)];
    const words = (text: Sql): Sql => sql`trim(regexp_replace(lower(${text}), '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'))`;
    const padded = (text: Sql): Sql => sql`concat(' ', ${text}, ' ')`;
    // One lambda for both texts, because DuckDB compiles the letter classes for each mention, which takes milliseconds.
    const both = sql`list_transform([${title}, ${phrase}], lambda value: ${words(sql`value`)})`;
    const isIn = namedHere(
      both,
      "both",
      (pair) =>
        sql`length(${pair}[2]) >= ${integer(SOUGHT_LENGTH_MIN)} AND contains(${padded(sql`${pair}[1]`)}, ${padded(sql`${pair}[2]`)})`,
    );
    // Splitting the title is slowest, so CASE skips it unless the title contains the phrase's first run of ASCII letters or digits.
    const isLong = sql`length(lower(${phrase})) >= ${integer(SOUGHT_LENGTH_MIN)}`;
    const mayHave = sql`${isLong} AND contains(lower(${title}), regexp_extract(lower(${phrase}), '[a-z0-9]+'))`;
    const found = sql`CASE WHEN ${mayHave} THEN ${isIn} ELSE false END`;
    return booleanTerm(found);
  },
};
