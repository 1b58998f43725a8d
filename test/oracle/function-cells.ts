import { type FunctionName, FUNCTIONS } from "../../src/engine/expression/functions/function-catalogue.ts";
import type { FunctionEntry } from "../../src/engine/expression/functions/function-entry.ts";
import {
  asBoolean,
  asText,
  booleanTerm,
  dateTerm,
  listTerm,
  literalNumber,
  literalText,
  numberTerm,
  type Term,
  textTerm,
  type ValueType,
} from "../../src/engine/expression/term.ts";
import { decimal, integer, join, list as listed, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import type { TestDuckdb } from "../harness/duckdb.ts";
import { type Value, plainNumber, SCALE } from "./values.ts";

/** One argument of a call over many rows: the same literal for all, or a column and what it stands for. */
export type Slot = { readonly literal: Value } | { readonly column: Value["type"]; readonly reads?: ValueType };

/** A call of a function over rows of a table, so that nothing is folded while planning. */
export interface Call {
  readonly fn: FunctionName;
  readonly slots: readonly Slot[];
  /** A value for each slot; those of literals are in each row too. */
  readonly rows: readonly (readonly Value[])[];
}

/** When the test's run began. */
export const NOW = Date.UTC(2026, 10, 21, 12);

/** What DuckDB makes of each row. */
export async function cells(duckdb: TestDuckdb, { fn, slots, rows }: Call): Promise<readonly Value[]> {
  const result = compiled(fn, slots);
  const table = join(
    rows.map((row, at) => sql`(${listed([integer(at), ...row.map(cell)])})`),
    sql`, `,
  );
  const columns = listed([name("n"), ...slots.map((_, at) => column(at))]);
  const answers = await duckdb.all(sql`SELECT ${readable(result)} AS value FROM (VALUES ${table}) v(${columns}) ORDER BY n`);
  return answers.map((answer) => valueOf(result.type, answer["value"]));
}

export function compiled(fn: FunctionName, slots: readonly Slot[]): Term {
  const entry: FunctionEntry = FUNCTIONS[fn];
  return entry.compile(slots.map(termOf), { now: moment(NOW) });
}

const column = (at: number): Sql => name(`c${at}`);

function termOf(slot: Slot, at: number): Term {
  if ("literal" in slot)
    return slot.literal.type === "number" ? literalNumber(plainNumber(slot.literal.value ?? 0n)) : literalText(String(slot.literal.value));
  const terms = { text: textTerm, number: numberTerm, boolean: booleanTerm, date: dateTerm, list: listTerm };
  return slot.column === "text" ? textTerm(column(at), slot.reads) : terms[slot.column](column(at));
}

function moment(milliseconds: number): Sql {
  return sql`make_timestamp(CAST(${integer(milliseconds)} AS BIGINT) * 1000)`;
}

function cell(value: Value): Sql {
  switch (value.type) {
    case "text":
      return literal(value.value);
    case "number":
      return value.value === null ? sql`CAST(NULL AS DECIMAL(28,9))` : decimal(plainNumber(value.value));
    case "boolean":
      return value.value ? sql`true` : sql`false`;
    case "date":
      return value.value === null ? sql`CAST(NULL AS TIMESTAMP)` : moment(value.value);
    case "list":
      return sql`CAST([${listed(value.value.map(literal))}] AS VARCHAR[])`;
    default:
      return value satisfies never;
  }
}

/** A result as the client gives it back unchanged. */
function readable(term: Term): Sql {
  switch (term.type) {
    case "number":
      return sql`CASE WHEN typeof(${term.sql}) = 'DECIMAL(28,9)' THEN CAST(${term.sql} AS VARCHAR) ELSE typeof(${term.sql}) END`;
    case "date":
      return sql`CAST(epoch_ms(${term.sql}) AS VARCHAR)`;
    case "boolean":
      return asBoolean(term);
    case "list":
      return term.sql;
    case "text":
      return asText(term);
    default:
      return term satisfies never;
  }
}

function valueOf(type: Term["type"], found: unknown): Value {
  switch (type) {
    case "number":
      return { type, value: found === null ? null : unitsOf(textIn(found)) };
    case "date":
      return { type, value: found === null ? null : Number(textIn(found)) };
    case "boolean":
      if (typeof found !== "boolean") throw new TypeError("a boolean is never NULL");
      return { type, value: found };
    case "list":
      if (!Array.isArray(found)) throw new TypeError("a list is never NULL");
      return { type, value: found.map(textIn) };
    case "text":
      return { type, value: textIn(found) };
    default:
      return type satisfies never;
  }
}

function textIn(found: unknown): string {
  if (typeof found !== "string") throw new TypeError("a text is never NULL");
  return found;
}

function unitsOf(written: string): bigint {
  const form = /^(-?)([0-9]+)\.([0-9]{9})$/.exec(written);
  if (form === null) throw new TypeError(`a number is ${written}`);
  return (BigInt(form[2] ?? "") * SCALE + BigInt(form[3] ?? "")) * (form[1] === "-" ? -1n : 1n);
}
