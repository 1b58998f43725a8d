import fc from "fast-check";
import { expect } from "vitest";
import type { z } from "zod";
import type { LookupFile, LookupFiles } from "../../../src/engine/plan/aside-query.ts";
import { FEED_COLUMNS } from "../../../src/engine/plan/feed-columns.ts";
import type { FeedPlan } from "../../../src/engine/plan/feed-plan.ts";
import { pricedSteps } from "../../../src/engine/plan/price-steps.ts";
import { storedContext } from "../../../src/engine/plan/stored-context.ts";
import { transformQuery } from "../../../src/engine/plan/transform-query.ts";
import { readRule } from "../../../src/engine/rules/rule-reader.ts";
import { integer, join, list, literal, name, sql } from "../../../src/engine/sql/fragment.ts";
import { members } from "../../../src/kernel/unsafe.ts";
import { readable, type TestDuckdb } from "../../harness/duckdb.ts";
import { testRuns } from "../../harness/test-seed.ts";
import { amountOf } from "./amounts.ts";
import { inCurrency } from "./price-rules.ts";
import type { RuleReference, RuleRow } from "./rule-row.ts";

/** A rule read and compiled by the engine, over rows that a test spells out. */

/** Source columns by name; `present` is what the target holds before the rule. */
export type SourceRow = Readonly<Record<string, string>>;

const PRESENT = "metafield-present";
const OPERANDS = ["metafield-a", "metafield-b", "metafield-c"] as const;
/** What the operands of a test's definitions are. */
export const [A, B, C] = ["[D]metafield-a", "[D]metafield-b", "[D]metafield-c"] as const;

export interface RuleRun {
  readonly definitions: readonly object[];
  readonly rows: readonly SourceRow[];
  /** The feed columns to see; `present` is put into each before the rules. */
  readonly columns: readonly string[];
  readonly tables?: readonly LookupTable[];
}

/** A lookup table: the names of its columns, and its rows; the first column is the key. */
export interface LookupTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface RuleOutcome {
  readonly reason: string | null;
  readonly cells: readonly string[];
}

/** What the rules leave of each row. */
export async function runRules(duckdb: TestDuckdb, { definitions, rows, columns, tables = [] }: RuleRun): Promise<readonly RuleOutcome[]> {
  const source = [...new Set(["present", ...rows.flatMap((row) => Object.keys(row))])];
  const named = source.map((column) => (column === "present" ? PRESENT : column));
  const known = new Map(tables.map((table) => [table.name, table.columns.slice(1)]));
  const context = { ...storedContext([], named), lenient: false, tables: known };
  const filled = columns.map((column) => ({
    op: "assign" as const,
    target: { side: "G" as const, name: column },
    value: { kind: "column" as const, side: "D" as const, name: PRESENT },
  }));
  const plan: FeedPlan = {
    source: named,
    cleanSource: [],
    output: FEED_COLUMNS.map((column) => column.name),
    attributes: [],
    attached: [],
    stages: [
      { name: "mapping", steps: filled.flatMap(pricedSteps) },
      { name: "rules", steps: definitions.flatMap((definition, at) => readRule(at + 1, definition, context).steps.flatMap(pricedSteps)) },
    ],
  };
  const options = {
    cellsMax: 1_000_000,
    file: (called: string) => duckdb.file(called),
    tables: await lookupFiles(duckdb, tables),
    now: sql`TIMESTAMP '2026-01-01'`,
  };
  const input = { source: relation(rows, source), attached: [] };
  const transform = transformQuery(plan, input, options);
  await duckdb.run(...transform.statements);
  const answers = await duckdb.all(sql`SELECT * FROM (${transform.rows}) ORDER BY ord`);
  return answers.map((row) => ({
    reason: typeof row["reason"] === "string" ? row["reason"] : null,
    cells: columns.map((column) => String(row[`f${plan.output.indexOf(column) + 1}`])),
  }));
}

/** As the shop's tables are kept: the key folded, and the columns after it. */
async function lookupFiles(duckdb: TestDuckdb, tables: readonly LookupTable[]): Promise<LookupFiles> {
  const files = new Map<string, LookupFile>();
  for (const { name: called, columns, rows } of tables) {
    const file = duckdb.file(`${called}.parquet`);
    const values = rows.map(([key = "", ...others]) => sql`(${list([key.trim().toLowerCase(), ...others].map(literal))})`);
    const names = list([name("k1"), ...columns.slice(1).map((_, at) => name(`v${at + 1}`))]);
    await duckdb.run(sql`COPY (SELECT * FROM (VALUES ${join(values, sql`, `)}) v(${names})) TO ${literal(file)} (FORMAT parquet)`);
    files.set(called, { file, columns: columns.slice(1) });
  }
  return files;
}

function relation(rows: readonly SourceRow[], source: readonly string[]) {
  const values = rows.map(
    (row, at) => sql`(${list([integer(at), integer(at), integer(at), ...source.map((column) => literal(row[column] ?? ""))])})`,
  );
  const names = list([name("ord"), name("row_id"), name("product_id"), ...source.map((_, at) => name(`s${at + 1}`))]);
  return sql`(SELECT * FROM (VALUES ${join(values, sql`, `)}) v(${names}))`;
}

/** What one rule makes of each row's target. */
export async function ruleCells(
  duckdb: TestDuckdb,
  definition: object,
  rows: readonly SourceRow[],
  tables: readonly LookupTable[] = [],
): Promise<readonly string[]> {
  const { target, slot } = members(definition);
  const column = typeof target === "string" ? target : typeof slot === "string" ? slot : "title";
  const outcomes = await runRules(duckdb, { definitions: [definition], rows, columns: [column], tables });
  return outcomes.map(({ cells }) => cells[0] ?? "");
}

interface Agreement<T extends z.ZodObject> {
  readonly type: { readonly type: string; readonly members: T };
  readonly reference: RuleReference<z.output<T>>;
  /** Members as a person writes them, without the type. */
  readonly written: fc.Arbitrary<Readonly<Record<string, unknown>>>;
  readonly present: fc.Arbitrary<string>;
  readonly operand: fc.Arbitrary<string>;
}

const ROWS = 30;
const RUNS = 8 * testRuns;

/** Random definitions over random rows: the engine and the reference agree in every cell. */
export async function agrees<T extends z.ZodObject>(
  duckdb: TestDuckdb,
  { type, reference, written, present, operand }: Agreement<T>,
): Promise<void> {
  const currency = fc.constantFrom("USD", "JPY", "KWD", "", "usd");
  const row = fc.record({ present, currency, "metafield-a": operand, "metafield-b": operand, "metafield-c": operand });
  const rows = fc.array(row, { minLength: ROWS, maxLength: ROWS });
  await fc.assert(
    fc.asyncProperty(written, rows, async (given, source) => {
      const parsed = type.members.parse(given);
      const expected = source.map((cells) =>
        cellAfter(members(parsed)["target"], cells, (priced) => reference(parsed, rowOf(parsed, priced))),
      );
      expect(await ruleCells(duckdb, { type: type.type, ...given }, source)).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
}

/** A price column has no bare amount before the rule and none after it: it is in the currency the column had, else in the row's. */
function cellAfter(target: unknown, row: SourceRow, after: (row: SourceRow) => string): string {
  if (target !== "price" && target !== "sale_price") return after(row);
  const currency = row["currency"] ?? "";
  const present = inCurrency(row["present"] ?? "", currency);
  return inCurrency(after({ ...row, present }), amountOf(present)?.currency || currency);
}

/** A row as a reference sees it: a member's value is a column, a text or a number; a condition is whether a column is not blank. */
function rowOf(parsed: Readonly<Record<string, unknown>>, row: SourceRow): RuleRow {
  return {
    present: row["present"] ?? "",
    at(pointer) {
      if (!pointer.startsWith("/")) return row[pointer] ?? "";
      const found = pointer
        .slice(1)
        .split("/")
        .reduce<unknown>((value, part) => members(value)[part], parsed);
      const text = typeof found === "string" || typeof found === "number" ? String(found) : "";
      const column = OPERANDS.find((operand) => text.includes(`[D]${operand}`));
      if (column === undefined) return text.startsWith("==") ? text.slice(1) : text;
      const value = row[column] ?? "";
      return text.endsWith("is not blank") ? String(!/^[ \t\n\r\u00A0]*$/.test(value)) : value;
    },
  };
}

/** Texts of few pieces, so that what is looked for is often there, beside any text at all. */
const PIECES = [
  "a",
  "A",
  "aa",
  "red",
  "Red",
  "é",
  "É",
  "café",
  "ß",
  "ẞ",
  "K",
  "\u212A",
  "σς",
  "İ",
  " ",
  "  ",
  "-",
  " / ",
  "+",
  "a+b",
  "$",
  "\\",
  "\\1",
  "'",
  '"',
  "(",
  "[D]",
  "{",
  "}}",
  "😀",
  "\u0301",
  "ب",
  "مرحبا",
  "\n",
  "_",
  "7",
  "12.50",
  ".",
  "*",
  "=",
  "%",
  ",",
] as const;

const pieced = fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => pieces.join(""));
/** Any text that SQL can hold; U+FFFE and U+FFFF are no characters. */
const anyText = fc.string({ unit: "binary", maxLength: 30 }).map((text) => readable(text).replaceAll(/[\uFFFE\uFFFF]/gu, ""));
const blankText = fc.constantFrom("", " ", "\t", "\u00A0 ");
export const texts = fc.oneof({ weight: 5, arbitrary: pieced }, { weight: 2, arbitrary: anyText }, { weight: 1, arbitrary: blankText });
/** What stands between two texts. */
export const separators = texts.map((text) => [...text].slice(0, 8).join(""));
/** A text that a definition takes as it is: no expression, no column. */
export const plainTexts = texts.map((text) => text.replace(/^(?:=|\[[DG]\])+/i, ""));

/** Numbers as people and shops write them, and what looks like one. */
const numbers = fc.oneof(
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom(
    "0",
    "0.00",
    "25",
    "25.000",
    "+7",
    "-0.005",
    "0.005",
    "1.005",
    "999999999999999",
    "999999999999.999999999",
    "1e5",
    "nan",
    "12,50",
    "1_000",
    "free",
    "",
    " 12.5 ",
    "12.5.1",
    ".5",
    "-5.",
  ),
);
export const amounts = fc.oneof(
  fc.tuple(numbers, fc.constantFrom("USD", "EUR", "JPY", "KWD")).map(([number, currency]) => `${number} ${currency}`),
  numbers,
  blankText,
);
