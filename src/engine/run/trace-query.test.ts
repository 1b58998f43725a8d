import { afterAll, expect, test } from "vitest";
import { feedDefinition } from "../../../test/golden/feed-run.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { WarehouseRow } from "../../kernel/sql.ts";
import { buildPlan } from "../plan/build-plan.ts";
import { storedContext } from "../plan/stored-context.ts";
import { readRule } from "../rules/rule-reader.ts";
import { integer, literal, sql } from "../sql/fragment.ts";
import { tracedRows, traceQuery } from "./trace-query.ts";

const shop = await testDuckdb();
afterAll(() => shop[Symbol.asyncDispose]());

/** A table of all columns for each of them would take 130 MB. */
const RULES = 30;

test("follows a row through dozens of rules with lookup tables in little memory", async () => {
  const { source, columns, clean } = await takeSnapshot(shop, {
    products: [rawProduct(1, { key: "p1", id: "1", title: "Linen Shirt" })],
    variants: [rawVariant(1, { product_key: "p1", id: "11", price: "1.00", sku: "S" })],
  });
  const table = shop.file("table.parquet");
  await shop.run(
    sql`COPY (SELECT concat('s', range) AS k1, concat('label ', range) AS v1 FROM range(${integer(100)})) TO ${literal(table)} (FORMAT parquet)`,
  );
  const rules = Array.from({ length: RULES }, (_, at) =>
    readRule(
      at + 1,
      { type: "set_value", target: `custom_label_${at % 5}`, value: `=lookup("labels", [D]sku & "${at}")` },
      storedContext([]),
    ),
  );
  const context = { sourceColumns: columns, cleanColumns: clean, localised: [], cells: [], overrides: [] };
  const plan = buildPlan(feedDefinition({ rules }), context);
  await using small = await testDuckdb({ memory_limit: "80MB", temp_directory: "" });
  const options = {
    cellsMax: 2_000,
    file: (called: string) => small.file(`${called}.parquet`),
    tables: new Map([["labels", { file: table, columns: ["label"] }]]),
    now: sql`CAST('2026-11-21 12:34:56' AS TIMESTAMP)`,
  };
  const query = traceQuery({ plan, input: { source: sql`read_parquet(${literal(source)})`, attached: [] }, options });
  await small.run(...query.statements);
  const [row] = tracedRows(branded<readonly WarehouseRow[]>(await small.all(query.rows)), { groups: query.groups, plan });
  const byRules = row?.stages.filter(({ rule }) => rule !== null) ?? [];
  expect(byRules.map(({ rule, changes }) => [rule, changes.map(({ after }) => after)])).toEqual(
    Array.from({ length: RULES }, (_, at) => [at + 1, [`label ${at}`]]),
  );
  expect(row?.output).toMatchObject({ custom_label_0: "label 25", custom_label_4: "label 29" });
});
