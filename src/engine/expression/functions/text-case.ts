import type { Sql } from "../../../kernel/sql.ts";
import { literal, sql } from "../../sql/fragment.ts";
import { textsJoined } from "../../sql/text-sql.ts";
import { textTerm } from "../term.ts";
import { textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";

/** Letters change one for one: `ß` becomes `ẞ`, `İ` becomes `i`. */

const BLANK = "A blank text stays blank.";

export const upper: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The text in upper case.",
  blank: BLANK,
  examples: [
    [`upper("Café 5xl")`, "CAFÉ 5XL"],
    [`upper("straße")`, "STRAẞE"],
  ],
  compile: (args) => textTerm(sql`upper(${textAt(args, 0)})`),
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
  compile: (args) => textTerm(sql`lower(${textAt(args, 0)})`),
};

/** A word and what follows it, in turns; together they are the whole text. */
const WORDS_AND_REST = "[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_'’]*|[^\\p{L}\\p{N}_]+";

export const titleCase: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "Each word with a capital first letter and the rest in lower case; what stands between the words stays.",
  blank: BLANK,
  examples: [
    [`title_case("MEN'S running-shoes, blue")`, "Men's Running-Shoes, Blue"],
    [`title_case("äpfel  und 3xl")`, "Äpfel  Und 3xl"],
  ],
  compile: (args) => {
    const text = textAt(args, 0);
    const capital = sql`upper(left(piece, 1)) || substr(piece, 2)`;
    // Words of plain letters parted by spaces are most titles, and taking those apart costs a third.
    const plain = sql`array_to_string(list_transform(string_split(lower(${text}), ' '), lambda piece: ${capital}), ' ')`;
    const other = rejoined(text, WORDS_AND_REST, sql`upper(left(piece, 1)) || lower(substr(piece, 2))`);
    return textTerm(sql`CASE WHEN regexp_full_match(${text}, '[A-Za-z0-9_ ]*') THEN ${plain} ELSE ${other} END`);
  },
};

/** Up to the end of a sentence: its marks and the white space behind them. */
const SENTENCES = "(?s).+?(?:[.!?…]+\\s+|$)";

export const sentenceCase: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "Lower case, but the first letter of each sentence.",
  blank: BLANK,
  examples: [
    [`sentence_case("SOFT COTTON. WASH COLD!")`, "Soft cotton. Wash cold!"],
    [`sentence_case("""éclair"" 3.5 CM")`, `"Éclair" 3.5 cm`],
  ],
  compile: (args) => {
    const before = sql`length(regexp_extract(piece, '^[^\\p{L}\\p{N}]*'))`;
    const sentence = sql`left(piece, ${before}) || upper(substr(piece, ${before} + 1, 1)) || lower(substr(piece, ${before} + 2))`;
    return textTerm(rejoined(textAt(args, 0), SENTENCES, sentence));
  },
};

/** A text whose pieces, as a pattern finds them, are each changed. `made` speaks of `piece`. */
function rejoined(text: Sql, pattern: string, made: Sql): Sql {
  return textsJoined(sql`list_transform(regexp_extract_all(${text}, ${literal(pattern)}), lambda piece: ${made})`, sql`''`);
}
