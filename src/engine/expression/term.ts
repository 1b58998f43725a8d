import type { Sql } from "../../kernel/sql.ts";
import type { ColumnType } from "../source/source-columns.ts";
import { decimal, literal, sql } from "../sql/fragment.ts";
import {
  dateOf,
  dateText,
  foldedItems,
  foldedLiteral,
  isBlank,
  itemsOf,
  itemsText,
  numberOf,
  numberText,
  TEXT_LENGTH_MAX,
  writtenNumber,
} from "../sql/text-sql.ts";

/** What a value is. Money is text that reads as a number with a currency; a list holds texts. */
export type ValueType = ColumnType;

/**
 * A compiled expression: SQL and the type of its value.
 *
 * - text: VARCHAR, never NULL, blank is `''`. `reads` says what the text stands for: a stored column is text whatever its type.
 * - number: DECIMAL(28,9), NULL is blank.
 * - boolean: BOOLEAN, never NULL.
 * - date: TIMESTAMP in UTC, NULL is blank.
 * - list: VARCHAR[], never NULL, blank is `[]`; no item is blank, and none has white space at its ends.
 */
export type Term =
  | {
      readonly type: "text";
      readonly sql: Sql;
      readonly reads: ValueType;
      readonly literal?: string;
      /** At most as long as a text may be, so that who keeps it need not cut it. */
      readonly isWithinBounds?: true;
      /** Another form of the value that is at hand already: a column of an earlier layer. */
      readonly form?: (form: TextForm) => Sql | undefined;
    }
  | { readonly type: "number"; readonly sql: Sql; readonly literal?: string }
  | { readonly type: "boolean"; readonly sql: Sql }
  | { readonly type: "date"; readonly sql: Sql }
  /** `text`: the items as one text, where there is a shorter way to it than by the list. */
  | { readonly type: "list"; readonly sql: Sql; readonly text?: Sql };

/** Forms of a text that many conditions ask for, so that they are made once: its number, its folded text, its folded items, whether it is blank. */
export type TextForm = "number" | "folded" | "items" | "blank";

/** Blank, of any type. */
export const BLANK_TERM: Term = Object.freeze({ type: "text", sql: sql`''`, reads: "text", literal: "" });

export const textTerm = (fragment: Sql, reads: ValueType = "text"): Term => ({ type: "text", sql: fragment, reads });
/** A text that is at most as long as a text may be where the terms it is made from are. */
export const textWithin = (fragment: Sql, from: readonly Term[], reads: ValueType = "text"): Term =>
  from.every(isWithinBounds) ? { type: "text", sql: fragment, reads, isWithinBounds: true } : textTerm(fragment, reads);
export const numberTerm = (fragment: Sql): Term => ({ type: "number", sql: fragment });
export const booleanTerm = (fragment: Sql): Term => ({ type: "boolean", sql: fragment });
export const literalText = (value: string): Term => ({ type: "text", sql: literal(value), reads: "text", literal: value });
export const literalNumber = (value: string): Term => ({ type: "number", sql: decimal(value), literal: value });
export const dateTerm = (fragment: Sql): Term => ({ type: "date", sql: fragment });
export const listTerm = (fragment: Sql): Term => ({ type: "list", sql: fragment });

/** Whether the value as a text is at most as long as a text may be: how long a number or a date gets is known. */
export function isWithinBounds(term: Term): boolean {
  if (term.type === "list") return false;
  if (term.type !== "text" || term.isWithinBounds === true) return true;
  return term.literal !== undefined && term.literal.length <= TEXT_LENGTH_MAX;
}

export function asText(term: Term): Sql {
  switch (term.type) {
    case "text":
      return term.sql;
    case "number":
      return term.literal === undefined ? numberText(term.sql) : literal(writtenNumber(term.literal));
    case "boolean":
      return sql`CASE WHEN ${term.sql} THEN 'true' ELSE 'false' END`;
    case "date":
      return dateText(term.sql);
    case "list":
      return term.text ?? itemsText(term.sql);
    default:
      return term satisfies never;
  }
}

export function asNumber(term: Term): Sql {
  if (term.type === "number") return term.sql;
  if (term.type === "text" && term.literal !== undefined) return numberIn(term.literal);
  return textForm(term, "number") ?? numberOf(asText(term));
}

/** The number a literal text is, found while compiling. */
function numberIn(text: string): Sql {
  const found = /^\s*([+-]?[0-9]{1,18}(?:\.[0-9]{1,9})?)(?: [A-Z]{3})?\s*$/.exec(text)?.[1];
  return found === undefined ? sql`CAST(NULL AS DECIMAL(28,9))` : decimal(found);
}

/** Text for comparing without regard to case. */
export function asFolded(term: Term): Sql {
  if (term.type === "text" && term.literal !== undefined) return foldedLiteral(term.literal);
  return textForm(term, "folded") ?? sql`lower(${asText(term)})`;
}

/** A list's items, folded, between commas: `,red,blue,`. What has no items is `,,`. */
export function asFoldedItems(term: Term): Sql {
  return textForm(term, "items") ?? foldedItems(asText(term));
}

function textForm(term: Term, form: TextForm): Sql | undefined {
  return term.type === "text" ? term.form?.(form) : undefined;
}

/** A text is true when it reads `true`. */
export function asBoolean(term: Term): Sql {
  return term.type === "boolean" ? term.sql : sql`(lower(${asText(term)}) = 'true')`;
}

export function asDate(term: Term): Sql {
  return term.type === "date" ? term.sql : dateOf(asText(term));
}

export function asList(term: Term): Sql {
  return term.type === "list" ? term.sql : itemsOf(asText(term));
}

export function asBlank(term: Term): Sql {
  switch (term.type) {
    case "text":
      return textForm(term, "blank") ?? isBlank(term.sql);
    case "number":
    case "date":
      return sql`(${term.sql} IS NULL)`;
    case "boolean":
      return sql`false`;
    case "list":
      return sql`(len(${term.sql}) = 0)`;
    default:
      return term satisfies never;
  }
}

/** What the value stands for, whatever it is kept as. */
export function readsAs(term: Term): ValueType {
  return term.type === "text" ? term.reads : term.type;
}

/** Whether comparing with this term compares numbers when both sides read as numbers. */
export function isNumeric(term: Term): boolean {
  const reads = readsAs(term);
  return reads === "number" || reads === "money";
}
