import { afterAll, describe, expect, test } from "vitest";
import { cleanColumnsOf } from "../../../test/harness/clean-columns.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import {
  productFact,
  type RawCatalog,
  rawImage,
  rawProduct,
  rawVariant,
  takeSnapshot,
  variantFact,
} from "../../../test/harness/raw-records.ts";
import { writeSourceFile } from "../../../test/harness/source-file.ts";
import { integer, list, literal, name, sql } from "../sql/fragment.ts";
import { snapshotColumns } from "./snapshot-query.ts";
import { isOfProduct } from "./snapshot-values.ts";

const METAFIELDS = ["metafield-a", "variant-metafield-b", "inventory-main"];
const COLUMNS = snapshotColumns(METAFIELDS);

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

/** The columns that are not clean where some have this value in one of three rows, the others being clean. */
async function uncleanWith(column: string | readonly string[], value: string, row = 1): Promise<readonly string[]> {
  const columns = [column].flat();
  const rows = [0, 1, 2].map((at) =>
    Object.fromEntries(COLUMNS.map((called) => [called, at === row && columns.includes(called) ? value : "a, b"])),
  );
  const placed = rows.map((values) => ({ ...values, variant_position: "1" }));
  const clean = await cleanColumnsOf(duckdb, await writeSourceFile(duckdb, COLUMNS, placed), COLUMNS);
  return COLUMNS.filter((called) => !clean.includes(called));
}

describe("a column of a snapshot is clean where each of its values is one clean line", () => {
  const asked = COLUMNS.filter((column) => column !== "body_html" && column !== "variant_position");

  test.each(asked)("%s", async (column) => {
    expect(await uncleanWith(column, "a\tb")).toEqual(COLUMNS.filter((called) => called === column || called === "body_html"));
  });

  test("every one of them, whatever is unclean about it, and none with a word or a blank", async () => {
    for (const value of ["a", ""]) expect(await uncleanWith(asked, value)).toEqual(["body_html"]);
    for (const value of ["a\tb", " a", "a\u0085"])
      expect(await uncleanWith(asked, value)).toEqual(COLUMNS.filter((column) => column !== "variant_position"));
  });

  test("in the first row and in the last, whatever white space or line end it is", async () => {
    for (const value of ["\n", "a\u2028b", "a\u00A0", "\u3000a", "\u007F"])
      for (const row of [0, 2]) expect(await uncleanWith("title", value, row)).toEqual(["title", "body_html"]);
  });

  test("and a list where each of its items is", async () => {
    for (const value of ["a,\u2003b", "a\u3000,b"])
      expect(await uncleanWith("additional_images", value)).toEqual(["body_html", "additional_images"]);
    expect(await uncleanWith("title", "a,\u2003b")).toEqual(["body_html"]);
  });

  test("of a snapshot without rows every column is", async () => {
    const file = duckdb.file("none.parquet");
    const none = COLUMNS.map((_, at) => sql`'' AS ${name(`s${at + 1}`)}`);
    await duckdb.run(sql`COPY (SELECT ${list([sql`1 AS ord`, ...none])} LIMIT ${integer(0)}) TO ${literal(file)} (FORMAT parquet)`);
    expect(await cleanColumnsOf(duckdb, file, COLUMNS)).toEqual(COLUMNS.filter((column) => column !== "body_html"));
  });
});

/** Three variants of a product, which differ in all that variants may differ in. */
const CATALOG: RawCatalog = {
  products: [
    rawProduct(1, {
      key: "shirt",
      id: "1",
      title: "Shirt",
      tags: ["a"],
      variant_links: "true",
      created_at: "2026-01-01",
      updated_at: "2026-01-01",
    }),
  ],
  variants: [1, 2, 3].map((at) => {
    const texts = [
      "sku",
      "barcode",
      "price",
      "compare_at_price",
      "cost",
      "inventory_quantity",
      "inventory_policy",
      "option1_value",
      "weight",
    ] as const;
    const more = ["weight_unit", "country_of_origin", "hs_code", "unit_price", "image", "created_at", "updated_at", "available"] as const;
    const members = Object.fromEntries([...texts, ...more].map((member) => [member, `${at}`]));
    const flags = { inventory_tracked: String(at === 1), requires_shipping: String(at === 1) };
    return rawVariant(at, {
      ...members,
      ...flags,
      product_key: "shirt",
      id: `${10 + at}`,
      option2_value: `m${at}`,
      option3_value: `n${at}`,
    });
  }),
  images: [1, 2].map((at) => rawImage(at, { product_key: "shirt", url: `https://cdn.example/${at}.jpg` })),
  facts: [
    productFact("shirt", "metafield-a", "x"),
    ...[1, 2, 3].flatMap((at) => [
      variantFact(`${10 + at}`, "variant-metafield-b", `${at}`),
      variantFact(`${10 + at}`, "inventory-main", `${at}`),
    ]),
  ],
  metafieldColumns: METAFIELDS,
};

test("what is said to be of a product is the same in all of its variants", async () => {
  await using own = await testDuckdb();
  const { source, columns } = await takeSnapshot(own, CATALOG);
  const counts = columns.map((_, at) => sql`CAST(count(DISTINCT ${name(`s${at + 1}`)}) AS INTEGER) AS ${name(`n${at + 1}`)}`);
  const [found] = await own.all(sql`SELECT ${list(counts)} FROM read_parquet(${literal(source)})`);
  const differing = columns.filter((_, at) => Number(found?.[`n${at + 1}`]) > 1);
  expect(differing.filter(isOfProduct)).toEqual([]);
  expect(differing.length).toBeGreaterThan(20);
});
