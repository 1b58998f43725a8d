import { afterAll, describe, expect, test } from "vitest";
import { feedDefinition, readRules } from "../../../test/golden/feed-run.ts";
import { ranRows } from "../../../test/golden/opened-feed.ts";
import { testDuckdb, TWO_THREADS } from "../../../test/harness/duckdb.ts";
import { writeSourceFile } from "../../../test/harness/source-file.ts";
import { taxonomyTables } from "../../../test/harness/taxonomies.ts";
import { CATEGORIES } from "../expression/functions/category.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import type { LookupFiles } from "./aside-query.ts";

const duckdb = await testDuckdb(TWO_THREADS);
afterAll(() => duckdb[Symbol.asyncDispose]());
const tables = await taxonomyTables(duckdb);

/** What an expression makes of each category. */
async function valuesOf(
  expression: string,
  categories: readonly string[],
  known: LookupFiles = tables,
): Promise<readonly (string | undefined)[]> {
  const source = await writeSourceFile(duckdb, ["title", "category"], categories.map((category) => ({ title: "x", category }))); // prettier-ignore
  const feed = { source, sourceColumns: ["title", "category"], cleanColumns: [], cells: {}, overrides: {}, tables: known, cellsMax: 1_000 };
  const rules = readRules([{ type: "set_value", target: "custom_label_0", value: `=${expression}` }]);
  return (await ranRows(duckdb, feed, feedDefinition({ rules }))).map(({ fields }) => fields["custom_label_0"]);
}

const SHIRTS = "Apparel & Accessories > Clothing > Shirts & Tops";
const WRITTEN = [
  SHIRTS,
  "212",
  " apparel & accessories>CLOTHING  >\u00A0shirts & tops",
  "166",
  "Shirts & Tops",
  "0212",
  "",
  "-1",
  "it's > '",
];

describe("every example of the reference yields what it says", () => {
  test.each(entriesOf(CATEGORIES).flatMap(([, { examples }]) => [...examples]))("%s is %j", async (written, result) => {
    expect(await valuesOf(written, ["x"])).toEqual([result]);
  });
});

test("category_path and category_id map ids and paths to each other, in the order of the rows", async () => {
  const paths = [SHIRTS, SHIRTS, SHIRTS, "Apparel & Accessories", "", "", "", "", ""];
  expect(await valuesOf("category_path([D]category)", WRITTEN)).toEqual(paths);
  expect(await valuesOf("category_id([D]category)", WRITTEN)).toEqual(["212", "212", "212", "166", "", "", "", "", ""]);
  expect(await valuesOf("category_path(category_id([D]category))", WRITTEN)).toEqual(paths);
});

test("category_under says whether a category is another or below it, by ids and paths on either side", async () => {
  const clothing = ["true", "true", "true", "false", "false", "false", "false", "false", "false"];
  expect(await valuesOf("category_under([D]category, 1604)", WRITTEN)).toEqual(clothing);
  expect(await valuesOf('category_under([D]category, "apparel & accessories > clothing")', WRITTEN)).toEqual(clothing);
  expect(await valuesOf("category_under(212, [D]category)", WRITTEN)).toEqual([
    "true",
    "true",
    "true",
    "true",
    "false",
    "false",
    "false",
    "false",
    "false",
  ]);
  // A path that begins alike is no parent: `Media` and `Media > Books`, not `Mediation`.
  expect(await valuesOf("category_under([D]category, 783)", ["Media > Books", "Mediation", "783"])).toEqual(["true", "false", "true"]);
});

test("a rule's condition asks it, and several ask at the same time", async () => {
  const condition = "category_under([D]category, 166) and not category_under([D]category, 187)";
  const expression = `if ${condition} then category_id([D]category) & "/" & category_path("783") else "no"`;
  expect(await valuesOf(expression, ["212", "187", "Media"])).toEqual(["212/Media", "no", "no"]);
});

test("many rules that look at one column read the taxonomy once, and each has its own answer", async () => {
  const ids = ["166", "1604", "212", "783", "784", "1"];
  const nested = ids.toReversed().reduce((otherwise, id) => `if(category_under([D]category, ${id}), "${id}", ${otherwise})`, '"none"');
  expect(await valuesOf(nested, ["212", "Media > Books", "Furniture", "1"])).toEqual(["166", "783", "none", "1"]);
});

test("without a taxonomy nothing is a category", async () => {
  const none = new Map();
  expect(await valuesOf("category_path([D]category)", ["212"], none)).toEqual([""]);
  expect(await valuesOf("category_under([D]category, 166)", ["212"], none)).toEqual(["false"]);
});
