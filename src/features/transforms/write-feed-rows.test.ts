import { mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { feedDefinition, readRules } from "../../../test/golden/feed-run.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { buildPlan } from "../../engine/plan/build-plan.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import { checkpointCells, type TransformInput, transformQuery } from "../../engine/plan/transform-query.ts";
import { shapeOf, writeRows } from "../../engine/run/run-files.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { writeFeedRows } from "./write-feed-rows.ts";

const MEMORY_BYTES = 1_000_000_000;
const COLUMNS = ["title", "vendor", "price"];

/** A feed's rows as they are written, how, and whether they are those of one statement. */
async function written(rows: number, differs: Partial<FeedDefinition> = {}, threads = 2) {
  await using duckdb = await testDuckdb();
  const [source, texts] = [duckdb.file("source.parquet"), duckdb.file("texts.parquet")];
  await duckdb.run(
    sql`COPY (SELECT range AS ord, 7 * range AS row_id, range // 3 AS product_id, 'Title ' || range AS s1, 'Vendor ' || range % 7 AS s2, '9.90' AS s3
      FROM range(${literal(String(rows))}::BIGINT)) TO ${literal(source)} (ROW_GROUP_SIZE 4096)`,
    sql`COPY (SELECT CASE WHEN range % 5 > 0 THEN 'Titel ' || range END AS l1 FROM range(${literal(String(rows))}::BIGINT)) TO ${literal(texts)} (ROW_GROUP_SIZE 4096)`,
  );
  const calls: string[] = [];
  const run: WarehouseSession["run"] = (...statements) => duckdb.run(...statements);
  const session: WarehouseSession = {
    run: (...statements) => (calls.push("run"), run(...statements)),
    sideBySide: (...statements) => (calls.push(`${statements.length} side by side`), run(...statements)),
    all: async (statement) => (await duckdb.all(statement)).map((row) => ({ rows: String(row["rows"]) })),
    splice: () => Promise.resolve(),
    pack: () => Promise.reject(new Error("nothing is packed")),
    [Symbol.asyncDispose]: async () => undefined,
  };
  const plan = buildPlan(feedDefinition({ feedType: "language", ...differs }), {
    ...{ sourceColumns: COLUMNS, cleanColumns: COLUMNS, cells: [], overrides: [] },
    ...{ localised: ["title"], cleanLocalised: [] },
  });
  const read = (file: string) => sql`read_parquet(${literal(file)})`;
  const input: TransformInput = { source: read(source), attached: [read(texts)] };
  const folder = duckdb.file("work");
  await mkdir(folder);
  const options = {
    cellsMax: checkpointCells(MEMORY_BYTES, 2),
    file: (called: string) => path.join(folder, `${called}.parquet`),
    tables: new Map(),
    now: sql`CAST('2026-11-21 12:34:56' AS TIMESTAMP)`,
  };
  const file = duckdb.file("rows.parquet");
  await writeFeedRows(
    { session, threads, plan, input, options, transformOf: async (asked) => transformQuery(asked.plan, asked.input, asked.options) },
    file,
  );
  const whole = transformQuery(plan, input, options);
  await duckdb.run(...whole.statements, writeRows(whole.rows, shapeOf(plan), duckdb.file("whole.parquet")));
  const [compared] = await duckdb.all(sql`SELECT count(*)::INTEGER AS rows,
      count(*) FILTER (WHERE halved IS DISTINCT FROM whole OR halved.ord <> place)::INTEGER AS apart
    FROM (SELECT halved, file_row_number AS place FROM ${read(file)} halved)
    POSITIONAL JOIN (SELECT whole FROM ${read(duckdb.file("whole.parquet"))} whole)`);
  return { calls, compared };
}

test("a large feed with texts of its own is made in halves, which are the same rows in the same order", async () => {
  // The halves are not equal, and the last group isn't full.
  expect(await written(20_001)).toEqual({ calls: ["2 side by side", "run"], compared: { rows: 20_001, apart: 0 } });
});

test("a small one is made at once, and so is any with one thread, and one with ranks, which are of all rows", async () => {
  expect(await written(5_000)).toEqual({ calls: ["run"], compared: { rows: 5_000, apart: 0 } });
  expect((await written(20_001, {}, 1)).calls).toEqual(["run"]);
  const rules = readRules([{ type: "limit_rows", keep: 3, by: "[D]price", per: "[D]vendor" }]);
  expect(await written(20_001, { rules })).toEqual({ calls: ["run"], compared: { rows: 20_001, apart: 0 } });
});
