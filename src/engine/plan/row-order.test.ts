import { mkdir } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { feedDefinition, feedStatements, readRules } from "../../../test/golden/feed-run.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, sourceRows, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { sql } from "../sql/fragment.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

/** The first statements put the values of cells and overrides beside the rows, and sort what they join. */
const OVERLAYS = 2;

/** A hash join keeps no order. DuckDB plans one not only for JOIN but for `IN` with many constants and for subqueries. */
test("DuckDB plans the rows of a feed without a join that loses their order", async () => {
  const snapshot = await takeSnapshot(duckdb, {
    products: [rawProduct(1, { key: "mug", id: "1" })],
    variants: [rawVariant(1, { product_key: "mug", id: "11" })],
  });
  const [row] = await sourceRows(duckdb, snapshot);
  const values = (column: string) => ({ [row?.rowId ?? ""]: { [column]: "x" } });
  const folder = duckdb.file("run");
  await mkdir(folder);
  const { statements } = await feedStatements(folder, {
    snapshot,
    definition: feedDefinition({
      rules: readRules(
        Array.from({ length: 30 }, (_, at) => ({
          ...(at % 5 === 0 ? { type: "exclude", reason: "Not a mug" } : { type: "set_value", target: "title", value: "Mug" }),
          condition: {
            any: [
              { side: "G", column: "title", operator: "=", value: `Mug ${at}` },
              { side: "D", column: "price", operator: ">", value: at },
            ],
          },
        })),
      ),
    }),
    cells: values("title"),
    overrides: values("brand"),
  });
  const joins = new Set<string>();
  for (const [at, statement] of statements.entries()) {
    const plan = at < OVERLAYS ? "" : JSON.stringify(await duckdb.all(sql`EXPLAIN ${statement}`));
    for (const [found] of plan.matchAll(/\w+_JOIN|POSITIONAL_SCAN/g)) joins.add(found);
    await duckdb.run(statement);
  }
  expect([...joins]).toEqual(["POSITIONAL_SCAN"]);
});
