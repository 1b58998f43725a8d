import type { Side } from "../../src/engine/expression/expression.ts";
import type { ValueType } from "../../src/engine/expression/term.ts";
import { isBlankText, lower, textOf } from "./given.ts";
import type { Value } from "./values.ts";

/** Rows as the oracle walks them, and what it asks of values. */
export interface OracleRow {
  readonly id: string;
  column(side: Side, name: string): string;
  /** What a column stands for. */
  type(side: Side, name: string): ValueType;
}

export type OracleCategory = readonly [id: string, path: string];

export interface OracleFeed {
  /** Rows that are not excluded, in feed order. */
  readonly included: readonly OracleRow[];
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Categories of Google's taxonomy, ids and paths. */
  readonly taxonomy: readonly OracleCategory[];
}

/** A value, and what it reads as where it is text. */
export type Read = Value & { readonly reads?: ValueType };

export function isTrue(value: Value): boolean {
  return value.type === "boolean" ? value.value : lower(textOf(value)) === "true";
}

export function isBlank(value: Value): boolean {
  if (value.type === "text") return isBlankText(value.value);
  if (value.type === "list") return value.value.length === 0;
  return value.value === null;
}

export const reads = (value: Read): ValueType => (value.type === "text" ? (value.reads ?? "text") : value.type);
export const isNumeric = (value: Read): boolean => ["number", "money"].includes(reads(value));
