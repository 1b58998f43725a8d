import type { Sql } from "../../kernel/sql.ts";
import { sql } from "./fragment.ts";

/** SQL idioms on text that several places of the engine need alike. Text is never NULL: blank is `''`. */

/** Code points a text value may have (rules, section 1). */
export const TEXT_LENGTH_MAX = 20_000;

/** White space of any kind at both ends. */
export function trimmed(text: Sql): Sql {
  return sql`regexp_replace(${text}, '^[\\s\\x{A0}\\x{202F}\\x{FEFF}]+|[\\s\\x{A0}\\x{202F}\\x{FEFF}]+$', '', 'g')`;
}

/** Missing or only white space. The length test spares the pattern on almost every value. */
export function isBlank(text: Sql): Sql {
  return sql`(trim(${text}, E' \t\n\r\u00A0') = '')`;
}

/**
 * The number a text is, else NULL (rules, section 1): optional sign, up to 18 digits, up to 9 decimals, optionally a space
 * and a currency. Whatever else DuckDB would read as a number (`1e5`, `nan`, `1_000`) is text.
 */
export function numberOf(text: Sql): Sql {
  return sql`TRY_CAST(regexp_extract(${text}, '^\\s*([+-]?[0-9]{1,18}(?:\\.[0-9]{1,9})?)(?: [A-Z]{3})?\\s*$', 1) AS DECIMAL(28,9))`;
}

/** A number as text: no exponent, no trailing zeros; NULL becomes blank. */
export function numberText(number: Sql): Sql {
  return sql`coalesce(regexp_replace(CAST(${number} AS VARCHAR), '\\.?0+$', ''), '')`;
}

/**
 * One line, one cell: runs of control characters and line breaks (Unicode's too) become one space, ends are trimmed, and the
 * text is cut at its limit. Done once, as the last stage, because doing it while rendering costs twice the run.
 */
export function cleaned(text: Sql): Sql {
  return sql`CASE WHEN regexp_matches(${text}, '[\\x00-\\x1F\\x7F-\\x{9F}\\x{2028}\\x{2029}]|^\\s|\\s$') THEN trim(regexp_replace(${text}, '[\\x00-\\x1F\\x7F-\\x{9F}\\x{2028}\\x{2029}]+', ' ', 'g')) ELSE ${text} END`;
}
