import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDuckdb, testDuckdb, TWO_THREADS } from "../../../test/harness/duckdb.ts";
import { seededDraw } from "../../storefronts/sample/seeded-draw.ts";
import { literal, name, sql } from "../sql/fragment.ts";
import { orderZipped, writeZipped } from "./zip-snapshots.ts";

let duckdb: TestDuckdb;
beforeAll(async () => {
  duckdb = await testDuckdb(TWO_THREADS);
});
afterAll(async () => {
  await duckdb[Symbol.asyncDispose]();
});

interface Row {
  readonly product: number;
  readonly position: number;
  readonly value: string;
}

/** Rows as a snapshot has them: sorted, numbered. */
async function sideOf(called: string, rows: readonly Row[]) {
  const file = duckdb.file(`${called}.parquet`);
  const given = await duckdb.records(`${called}.ndjson`, rows.map(({ product, position, value }, at) => ({ ord: at, row_id: product * 100 + position, product_id: product, s1: String(position), s2: value }))); // prettier-ignore
  await duckdb.run(
    sql`COPY (SELECT * FROM read_json(${literal(given)}, format = 'newline_delimited', columns = {'ord': 'BIGINT', 'row_id': 'BIGINT', 'product_id': 'BIGINT', 's1': 'VARCHAR', 's2': 'VARCHAR'}) ORDER BY ord) TO ${literal(file)} (FORMAT parquet, ROW_GROUP_SIZE 4096)`,
  );
  return file;
}

async function zipped(old: readonly Row[], fresh: readonly Row[], touched: readonly number[]) {
  const [oldFile, freshFile, file] = [await sideOf("old", old), await sideOf("fresh", fresh), duckdb.file("zipped.parquet")];
  const side = (source: string) => ({ source, position: sql`s1` });
  await duckdb.run(...orderZipped(side(oldFile), side(freshFile), touched.map(String)));
  const columns = ["row_id", "product_id", "s1", "s2"].map((column) => ({
    column,
    old: name(column),
    fresh: name(column),
  }));
  const files = { old: oldFile, fresh: freshFile, columns, blank: sql`''`, numbered: true };
  await duckdb.run(writeZipped(files, { old: old.length, fresh: fresh.length }, file));
  return duckdb.all(
    sql`SELECT ord, product_id, s1, s2 FROM read_parquet(${literal(file)}, file_row_number = true) ORDER BY file_row_number`,
  );
}

function expected(old: readonly Row[], fresh: readonly Row[], touched: readonly number[]) {
  const kept = old.filter(({ product }) => !touched.includes(product));
  return [...kept, ...fresh]
    .toSorted((one, other) => one.product - other.product || one.position - other.position)
    .map(({ product, position, value }, ord) => ({ ord: String(ord), product_id: String(product), s1: String(position), s2: value }));
}

const told = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)])));

const variants = (product: number, count: number, value: string): readonly Row[] =>
  Array.from({ length: count }, (_, at) => ({ product, position: at + 1, value: `${value}-${product}-${at + 1}` }));

describe("two snapshots zipped", () => {
  test("have each touched product's fresh rows in the place of its old ones", async () => {
    const old = [1, 2, 3].flatMap((product) => variants(product, 2, "old"));
    const fresh = variants(2, 2, "new");
    expect(told(await zipped(old, fresh, [2]))).toEqual(expected(old, fresh, [2]));
  });

  test.each([
    ["products before all others", [5, 6], [1, 2], []],
    ["products behind all others", [1, 2], [5, 6], []],
    ["nothing but deletions", [1, 2, 3], [], [1, 3]],
    ["nothing left", [1, 2], [], [1, 2]],
    ["an empty shop before", [], [1, 2], []],
    ["every product read again", [1, 2], [1, 2], []],
    ["the first one gone and one before it", [2, 3], [1], [2]],
  ])("hold with %s", async (_, before, now, gone) => {
    const old = before.flatMap((product) => variants(product, (product % 3) + 1, "old"));
    const fresh = now.flatMap((product) => variants(product, (product % 2) + 1, "new"));
    const touched = [...now, ...gone];
    expect(told(await zipped(old, fresh, touched))).toEqual(expected(old, fresh, touched));
  });

  test("hold whatever changes, over many row groups", async () => {
    for (let turn = 1; turn <= 2; turn += 1) {
      const draw = seededDraw(turn, 1, "facts");
      const old = Array.from({ length: 6_000 }, (_, at) => at + 1).flatMap((product) =>
        draw.below(10) === 0 ? [] : variants(product, 1 + draw.below(3), "old"),
      );
      const touched = Array.from({ length: 200 }, () => 1 + draw.below(6_100)).filter((one, at, all) => all.indexOf(one) === at);
      const fresh = touched
        .toSorted((one, other) => one - other)
        .flatMap((product) => (draw.below(5) === 0 ? [] : variants(product, 1 + draw.below(4), "new")));
      expect(told(await zipped(old, fresh, touched))).toEqual(expected(old, fresh, touched));
    }
  });
});
