import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { overTexts, testDuckdb } from "../../../test/harness/duckdb.ts";
import { shippedTaxonomies } from "../../../test/harness/taxonomies.ts";
import { sql } from "../sql/fragment.ts";
import { categoryKey, categoryKeySql } from "./category-key.ts";
import { readTaxonomy, taxonomyByKey, taxonomyLines } from "./taxonomy-file.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());
const { index } = await shippedTaxonomies();
const file = duckdb.file("it's a taxonomy.tsv");
await writeFile(file, taxonomyLines(index));

test("DuckDB reads every category as it is, with its depth and its lineage", async () => {
  const rows = await duckdb.all(sql`SELECT id, path, depth, lineage FROM ${readTaxonomy(file)}`);
  const known = index.categories.map(({ id, path, depth, ancestors }) => ({ id, path, depth, lineage: [...ancestors, id] }));
  expect(rows).toEqual(known);
});

test("a value is joined to its category by id or path, and no key is there twice", async () => {
  const values = ["212", "APPAREL & accessories >clothing", "Clothing", ""];
  const found = await overTexts(
    duckdb,
    values,
    (value) => sql`(SELECT c.id || ' ' || c.path FROM ${taxonomyByKey(file)} c WHERE c.key = ${categoryKeySql(value)})`,
  );
  expect(found).toEqual(["212 Apparel & Accessories > Clothing > Shirts & Tops", "1604 Apparel & Accessories > Clothing", null, null]);
  expect(await duckdb.all(sql`SELECT count(*) - count(DISTINCT key) AS again FROM ${taxonomyByKey(file)}`)).toEqual([{ again: "0" }]);
});

test("a value is folded in SQL as it is in TypeScript", async () => {
  const piece = fc.constantFrom(">", " ", "\t", "\u00A0", "\n", "\u000B", "A", "b", "É", "&", "1", "'", " > ", "<");
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join("")),
        { maxLength: 60 },
      ),
      async (texts) => {
        expect(await overTexts(duckdb, texts, categoryKeySql)).toEqual(texts.map(categoryKey));
      },
    ),
    { numRuns: 20 },
  );
});
