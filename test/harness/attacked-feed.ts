import { afterAll } from "vitest";
import type { FeedPlan } from "../../src/engine/plan/feed-plan.ts";
import { buildPlan } from "../../src/engine/plan/build-plan.ts";
import { feedColumns } from "../../src/engine/plan/feed-columns.ts";
import { storedContext } from "../../src/engine/plan/stored-context.ts";
import { checkpointCells, type Transform, transformQuery } from "../../src/engine/plan/transform-query.ts";
import type { ChainOptions } from "../../src/engine/plan/chain-query.ts";
import type { CheckContext } from "../../src/engine/expression/check-faults.ts";
import { columnsInScope } from "../../src/engine/expression/read-expression.ts";
import { RuleInvalid } from "../../src/engine/rules/rule-fault.ts";
import { readRule, type RuleDefinition } from "../../src/engine/rules/rule-reader.ts";
import { snapshotColumns } from "../../src/engine/source/snapshot-query.ts";
import { list, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import { EXTRA_COLUMNS, feedDefinition, mappingsOf } from "../golden/feed-run.ts";
import { type TestDuckdb, testDuckdb } from "./duckdb.ts";
import { writeSourceFile } from "./source-file.ts";
import { cpuMs, SLOW_MACHINE } from "./slow-machine.ts";

/**
 * What somebody writes to bring the service down is read, compiled, planned and run here. Times are of the processor, at their best of
 * some attempts, so that a busy machine fails nobody: what explodes takes a hundred times as long, or all memory.
 */

export const COLUMNS = snapshotColumns([]);
/** A definition is read here as when it is written. */
export const WRITING: CheckContext = { columns: columnsInScope(COLUMNS, feedColumns(EXTRA_COLUMNS)), lenient: false, tables: new Map() };
export const MEMORY_BYTES = 1_000_000_000;
/** A second; doubling fourteen times takes a minute, or all memory. */
export const PLANNED_MS = 1_000 * SLOW_MACHINE;
const NOW = sql`TIMESTAMP '2026-01-31 12:00:00'`;

const LONG = "Straße, “Käse” 12.90 USD a-b ".repeat(40);
export const ROWS = Array.from({ length: 20 }, (_, at) => ({
  title: `${at} ${LONG}`,
  price: `${at}.90`,
  vendor: `Acme ${at % 3}`,
  tags: "red, dark blue",
  currency: "USD",
}));

export const set = (value: string, more: object = {}): object => ({ type: "set_value", target: "title", value, ...more });
export const many = (count: number, part: string, between: string): string => Array.from({ length: count }, () => part).join(between);
/** Rules as a run reads them: what writing them has stored. */
export const stored = (definitions: readonly object[]): readonly RuleDefinition[] =>
  definitions.map((definition, at) => readRule(at + 1, readRule(at + 1, definition, WRITING).definition, storedContext(EXTRA_COLUMNS)));

/** What is wrong with a definition. */
export function faultsOf(definition: unknown): readonly string[] {
  try {
    readRule(1, definition, WRITING);
    return [];
  } catch (error) {
    if (error instanceof RuleInvalid) return error.faults.map(({ at, message }) => `${at}: ${message}`);
    throw error;
  }
}

/** What rules of these tests read, as it is in the source: what every other column is by default takes more time than any attack. */
const MAPPINGS = { ...mappingsOf(), title: "title", price: "price", brand: "vendor" };

export function planOf(rules: readonly RuleDefinition[]): FeedPlan {
  return buildPlan(feedDefinition({ rules, extraColumns: EXTRA_COLUMNS, mappings: MAPPINGS }), {
    sourceColumns: COLUMNS,
    localised: [],
    cells: [],
    overrides: [],
  });
}

interface Compiled extends Transform {
  readonly plan: FeedPlan;
  readonly bytes: number;
}

interface Planned {
  readonly ms: number;
  /** Of its SQL, beyond what every feed has. */
  readonly bytes: number;
  readonly rows: Sql;
}

interface Outcome {
  readonly total: unknown;
  /** Rows with a NULL or too long a text. */
  readonly faulty: unknown;
}

export interface AttackedFeed {
  readonly duckdb: TestDuckdb;
  readonly source: Sql;
  /** Files of their own for each compilation. */
  readonly options: (on?: TestDuckdb) => ChainOptions;
  readonly compiled: (rules: readonly RuleDefinition[]) => Compiled;
  /** Compiles, writes what has to be written, and plans the rest; a second time where that took long. */
  readonly planned: (definitions: readonly object[]) => Promise<Planned>;
  readonly outcome: (rows: Sql) => Promise<Outcome>;
}

export async function attackedFeed(): Promise<AttackedFeed> {
  const duckdb = await testDuckdb();
  afterAll(() => duckdb[Symbol.asyncDispose]());
  const source = sql`read_parquet(${literal(await writeSourceFile(duckdb, COLUMNS, ROWS))})`;
  let compilations = 0;
  const options = (on: TestDuckdb = duckdb): ChainOptions => {
    compilations += 1;
    const prefix = `plan-${compilations}`;
    return {
      cellsMax: checkpointCells(MEMORY_BYTES, 2),
      file: (called) => on.file(`${prefix}-${called}.parquet`),
      tables: new Map(),
      now: NOW,
    };
  };
  const compiled = (rules: readonly RuleDefinition[]): Compiled => {
    const plan = planOf(rules);
    const query = transformQuery(plan, { source, attached: [] }, options());
    return { plan, ...query, bytes: [...query.statements, query.rows].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) };
  };
  const withoutRules = compiled([]);
  const attempt = async (rules: readonly RuleDefinition[]): Promise<Planned> => {
    let query = withoutRules;
    const ms = await cpuMs(async () => {
      query = compiled(rules);
      await duckdb.run(...query.statements, sql`EXPLAIN ${query.rows}`);
    });
    return { ms, bytes: query.bytes - withoutRules.bytes, rows: query.rows };
  };
  return {
    duckdb,
    source,
    options,
    compiled,
    async planned(definitions) {
      const rules = stored(definitions);
      const first = await attempt(rules);
      return first.ms < PLANNED_MS ? first : attempt(rules);
    },
    async outcome(rows) {
      const places = planOf([]).output.map((_, at) => name(`f${at + 1}`));
      const faulty = places.map((place) => sql`${place} IS NULL OR length(${place}) > 20000`).reduce((any, one) => sql`${any} OR ${one}`);
      const [answer] = await duckdb.all(
        sql`SELECT CAST(count(*) AS INTEGER) AS total, CAST(count(*) FILTER (WHERE ${faulty}) AS INTEGER) AS faulty FROM (SELECT ${list(places)} FROM (${rows}) OFFSET 0)`,
      );
      return { total: answer?.["total"], faulty: answer?.["faulty"] };
    },
  };
}
