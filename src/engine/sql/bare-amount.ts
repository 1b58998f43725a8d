import type { Sql } from "../../kernel/sql.ts";
import { literal, sql } from "./fragment.ts";

/** An amount that names no currency: a number as the language reads it (rules, section 1), or shortened to `.5` or `5.`, as people and spreadsheets write it. */
const BARE_AMOUNT = "\\s*[+-]?(?:[0-9]{1,18}(?:\\.[0-9]{0,9})?|\\.[0-9]{1,9})\\s*";

export function isBareAmount(text: Sql): Sql {
  return sql`regexp_full_match(${text}, ${literal(BARE_AMOUNT)})`;
}

/** The same of a text that is written out. */
export function readsBareAmount(text: string): boolean {
  return new RegExp(`^${BARE_AMOUNT}$`).test(text);
}
