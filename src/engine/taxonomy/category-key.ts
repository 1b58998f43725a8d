import type { Sql } from "../../kernel/sql.ts";
import { literal, sql } from "../sql/fragment.ts";

/** Where there is anything to put right; hardly any value has it, and thousands are looked at each time an edition is read. */
const UNTIDY_TEXT = /^\s|\s$| {2}|[^ ]>|>[^ ]|[\t\n\v\f\r\u{A0}\u{202F}\u{FEFF}]/u;

/** What a category is found by, an id or a path: case, white space around `>` and repeated white space don't count. */
export function categoryKey(category: string): string {
  return (UNTIDY_TEXT.test(category) ? madeTidy(category) : category).toLowerCase();
}

const madeTidy = (category: string): string =>
  category
    .replaceAll(/[ \t\n\v\f\r\u{A0}\u{202F}\u{FEFF}]+/gu, " ")
    .replaceAll(/ ?> ?/gu, " > ")
    .trim();

const SPACES = "[ \\t\\n\\x0B\\f\\r\\x{A0}\\x{202F}\\x{FEFF}]+";
/** Where there is anything to put right; almost no value has it, and to look costs an eighth of doing it. */
const UNTIDY = "^ | $|  |[^ ]>|>[^ ]|[\\t\\n\\x0B\\f\\r\\x{A0}\\x{202F}\\x{FEFF}]";

/** The same in SQL. It mentions the value three times, so it wants a column. */
export function categoryKeySql(category: Sql): Sql {
  const tidied = sql`trim(regexp_replace(regexp_replace(${category}, ${literal(SPACES)}, ' ', 'g'), ' ?> ?', ' > ', 'g'))`;
  return sql`lower(CASE WHEN regexp_matches(${category}, ${literal(UNTIDY)}) THEN ${tidied} ELSE ${category} END)`;
}
