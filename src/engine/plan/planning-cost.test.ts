import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDuckdb, testDuckdb, TWO_THREADS } from "../../../test/harness/duckdb.ts";
import { feedDefinition, readRules } from "../../../test/golden/feed-run.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { RuleDefinition } from "../rules/rule-reader.ts";
import { writeCanonical, writeRows } from "../run/run-files.ts";
import { runCounts } from "../run/run-counts.ts";
import { loadRowOrder } from "../run/run-list.ts";
import { snapshotColumns } from "../source/snapshot-query.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { buildPlan } from "./build-plan.ts";
import { checkpointCells, transformQuery } from "./transform-query.ts";
import { bestCpuMs, SLOW_MACHINE } from "../../../test/harness/slow-machine.ts";

const COLUMNS = snapshotColumns([]);
/** A filter above the chain, or a layer per step, plans for seconds or never: the bound tells explosions from busy machines. */
const PLAN_MS = 200 * SLOW_MACHINE;
const MEMORY_BYTES = 1_000_000_000;

const definition = (rules: readonly RuleDefinition[]) => feedDefinition({ rules });

/** A snapshot's columns with so many rows of made-up values. */
async function madeUpSource(duckdb: TestDuckdb, rows: number): Promise<string> {
  const file = duckdb.file("source.parquet");
  const values = COLUMNS.map(
    (column, at) => sql`${literal(column === "currency" ? "USD" : column)} || (range % ${integer(at + 7)}) AS ${name(`s${at + 1}`)}`,
  );
  await duckdb.run(
    sql`COPY (SELECT range AS ord, range + 1 AS row_id, range AS product_id, ${list(values)} FROM range(${integer(rows)})) TO ${literal(file)} (FORMAT parquet)`,
  );
  return file;
}

function transform(duckdb: TestDuckdb, rules: readonly RuleDefinition[], source: Sql) {
  const plan = buildPlan(definition(rules), { sourceColumns: COLUMNS, localised: [], cells: [], overrides: [] });
  const query = transformQuery(
    plan,
    { source, attached: [] },
    {
      cellsMax: checkpointCells(MEMORY_BYTES, 2),
      file: (called) => duckdb.file(`${called}.parquet`),
      tables: new Map(),
      now: sql`TIMESTAMP '2026-01-01'`,
    },
  );
  return { plan, ...query };
}

/** Rules that each read what they write: the worst there is, because each is a layer over the one before. */
function selfReading(count: number): readonly RuleDefinition[] {
  return readRules(
    Array.from({ length: count }, (_, at) => ({
      type: "set_value",
      target: "title",
      value: `title ${at + 1}`,
      condition: { all: [{ side: "G", column: "title", operator: "contains", value: String(at % 10) }] },
    })),
  );
}

describe("40 rules that read what they write are planned at once under", () => {
  const views: Readonly<
    Record<string, (rows: Sql, files: { readonly rowsFile: string; readonly target: string; readonly columns: readonly string[] }) => Sql>
  > = {
    "the run's COPY": (rows, { target, columns }) => writeRows(rows, { columns, split: false }, target),
    "counts over the chain": (rows) => sql`SELECT count(*) FILTER (WHERE reason IS NULL) AS included, count(*) AS total FROM (${rows})`,
    "a sorted page over the chain, above its barrier": (rows) =>
      sql`SELECT * FROM (SELECT * FROM (${rows}) OFFSET 0) ORDER BY f2, ord LIMIT 50`,
    "the run's counts": (_rows, { rowsFile }) => runCounts(rowsFile),
    "a sort order of the list": (_rows, { rowsFile, columns }) => loadRowOrder(rowsFile, columns, { column: "title", direction: "desc" }),
    "the canonical file": (_rows, { rowsFile, target, columns }) => writeCanonical(rowsFile, columns, 1, target),
  };

  let duckdb: TestDuckdb;
  let ran: ReturnType<typeof transform>;
  let rowsFile: string;
  beforeAll(async () => {
    duckdb = await testDuckdb();
    ran = transform(duckdb, selfReading(40), sql`read_parquet(${literal(await madeUpSource(duckdb, 100))})`);
    rowsFile = duckdb.file("rows.parquet");
    await duckdb.run(...ran.statements, writeRows(ran.rows, { columns: ran.plan.output, split: false }, rowsFile));
  });
  afterAll(() => duckdb[Symbol.asyncDispose]());

  test.each(Object.keys(views))("%s", async (view) => {
    const { plan, rows, statements } = ran;
    expect(statements).toEqual([]);
    const statement = views[view]?.(rows, { rowsFile, target: duckdb.file("target"), columns: plan.output }) ?? sql``;
    // The processor's time: planning is one thread's work, and a busy machine must not fail it.
    expect(await bestCpuMs(3, () => duckdb.run(sql`EXPLAIN ${statement}`), PLAN_MS)).toBeLessThan(PLAN_MS);
  });
});

test("500 rules that read what they write run within 1 GB, in several statements, and the last one wins", async () => {
  await using duckdb = await testDuckdb(TWO_THREADS);
  const rules = selfReading(500);
  const { plan, statements, rows } = transform(duckdb, rules, sql`read_parquet(${literal(await madeUpSource(duckdb, 10_000))})`);
  expect(statements.length).toBeGreaterThan(1);
  const file = duckdb.file("rows.parquet");
  await duckdb.run(...statements, writeRows(rows, { columns: plan.output, split: false }, file));
  // Titles are `title0` … `title8`: rule n+1 turns a title with the digit n into `title n+1`, so all end at the last that matches.
  const titles = await duckdb.all(
    sql`SELECT f2 AS title, count(*) AS rows, max(ord - row_id) AS shift FROM read_parquet(${literal(file)}) GROUP BY f2 ORDER BY f2`,
  );
  expect(titles).toEqual([{ title: "title 500", rows: "10000", shift: "-1" }]);
});

/** The architecture's bound: what a definition may grow to when it is compiled. */
const GROWTH_MAX = 40;

describe("compiled rules stay within forty times the bytes they were written in", () => {
  const numeric = (at: number) => ({ side: "D", column: "price", operator: ">", value: String(at) });
  const folded = (at: number) => ({ side: "G", column: "title", operator: "contains", value: `word ${at}` });

  test.each([
    [
      "500 self-reading rules",
      500,
      (at: number) => ({ type: "set_value", target: "title", value: `t${at}`, condition: { any: [folded(at)] } }),
    ],
    [
      "100 rules of 50 number conditions",
      100,
      (at: number) => ({ type: "exclude", reason: "r", condition: { all: Array.from({ length: 50 }, (_, n) => numeric(at + n)) } }),
    ],
    [
      "200 rules on many columns",
      200,
      (at: number) => ({
        type: "set_value",
        target: `custom_label_${at % 5}`,
        value: "''''".repeat(20),
        condition: { none: [numeric(at), folded(at)] },
      }),
    ],
  ])("%s", async (_name, count, rule) => {
    await using duckdb = await testDuckdb();
    const bytes = (statements: readonly Sql[]): number => statements.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const definitions = Array.from({ length: count }, (_, at) => rule(at));
    const compiled = (rules: readonly RuleDefinition[]): number => {
      const { statements, rows } = transform(duckdb, rules, sql`source`);
      return bytes([...statements, rows]);
    };
    // Mapping and cleaning are the same for every feed.
    expect(compiled(readRules(definitions)) - compiled([])).toBeLessThanOrEqual(
      GROWTH_MAX * Buffer.byteLength(JSON.stringify(definitions)),
    );
  });
});
