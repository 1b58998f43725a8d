import type { Sql } from "../../kernel/sql.ts";
import { sql } from "../sql/fragment.ts";
import { isBlank, numberOf, numberText } from "../sql/text-sql.ts";

/**
 * A compiled expression: SQL and the type of its value.
 *
 * - text: never NULL, blank is `''`; `numeric` marks text that holds numbers or money, so that comparing it compares numbers.
 * - number: DECIMAL(28,9), NULL is blank.
 * - boolean: never NULL.
 */
export type Term =
  | { readonly type: "text"; readonly sql: Sql; readonly numeric: boolean }
  | { readonly type: "number"; readonly sql: Sql }
  | { readonly type: "boolean"; readonly sql: Sql };

export const textTerm = (fragment: Sql, numeric = false): Term => ({ type: "text", sql: fragment, numeric });
export const numberTerm = (fragment: Sql): Term => ({ type: "number", sql: fragment });
export const booleanTerm = (fragment: Sql): Term => ({ type: "boolean", sql: fragment });

export function asText(term: Term): Sql {
  switch (term.type) {
    case "text":
      return term.sql;
    case "number":
      return numberText(term.sql);
    case "boolean":
      return sql`CASE WHEN ${term.sql} THEN 'true' ELSE 'false' END`;
    default:
      return term satisfies never;
  }
}

export function asNumber(term: Term): Sql {
  return term.type === "number" ? term.sql : numberOf(asText(term));
}

/** A text is true when it reads `true`. */
export function asBoolean(term: Term): Sql {
  return term.type === "boolean" ? term.sql : sql`(lower(${asText(term)}) = 'true')`;
}

export function asBlank(term: Term): Sql {
  switch (term.type) {
    case "text":
      return isBlank(term.sql);
    case "number":
      return sql`(${term.sql} IS NULL)`;
    case "boolean":
      return sql`false`;
    default:
      return term satisfies never;
  }
}

/** Whether comparing with this term compares numbers when both sides read as numbers. */
export function isNumeric(term: Term): boolean {
  return term.type === "number" || (term.type === "text" && term.numeric);
}
