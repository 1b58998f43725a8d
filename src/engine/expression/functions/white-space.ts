import type { Sql } from "../../../kernel/sql.ts";
import { literal, sql } from "../../sql/fragment.ts";

/**
 * White space as Unicode has it, for the inside of a class of RE2, whose `\s` is that of ASCII without U+000B. It parts words
 * wherever the catalogue counts or cuts words as people read them: `T-Shirt,` is one.
 */
const LINE_AND_WIDE = "\\t-\\r\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}";
export const SPACE = ` ${LINE_AND_WIDE}`;

/** Runs of white space become one space, none is left at the ends. A single space is no match, which is what makes it quick. */
export function collapsed(text: Sql): Sql {
  const single = sql`regexp_replace(${text}, ${literal(`[${SPACE}]{2,}|[${LINE_AND_WIDE}]`)}, ' ', 'g')`;
  // At most one space is left at an end; `rtrim` would walk the whole text to find it.
  return sql`ltrim(regexp_replace(${single}, ' $', ''), ' ')`;
}

/** The words of a text. A blank text has one word, which is blank. */
export function wordsOf(text: Sql): Sql {
  return sql`string_split(${collapsed(text)}, ' ')`;
}

/** `Men's` is read as `Mens` where punctuation has to go. */
export function withoutApostrophes(text: Sql): Sql {
  return sql`replace(replace(${text}, '''', ''), '’', '')`;
}
