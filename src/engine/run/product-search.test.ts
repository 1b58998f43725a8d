import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { name, sql } from "../sql/fragment.ts";
import { bestOfProducts, loadNames, loadTitles, NAMED_BY, type NamedRows, productsNamed } from "./product-search.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const TITLES = ["Shirt of blue linen", "Linen shirt", "Linen trousers", "Mug", "linen-shirt"];
const SHARED_BARCODE = "00000000000000";

/** Products 1 to 5, each with 30 variants, which all have the same barcode. */
const PRODUCTS = TITLES.map((title, at) => rawProduct(at + 1, { key: `handle-${at + 1}`, id: String(at + 1), title }));
const VARIANTS = PRODUCTS.flatMap((_, at) =>
  Array.from({ length: 30 }, (_one, which) =>
    rawVariant(at * 30 + which, {
      product_key: `handle-${at + 1}`,
      id: String((at + 1) * 1_000 + which),
      sku: `SKU-${at + 1}-${which}`,
      barcode: SHARED_BARCODE,
    }),
  ),
);

/** In tables, and where those would be too large, out of the file. */
const forms: Record<string, NamedRows> = {};
beforeAll(async () => {
  const { source, columns } = await takeSnapshot(duckdb, { products: PRODUCTS, variants: VARIANTS });
  const load = loadNames({ file: source, columns });
  await duckdb.run(sql`CREATE TABLE names AS ${load}`, sql`CREATE TABLE titles AS ${loadTitles(load)}`);
  forms["tables"] = { names: name("names"), titles: name("titles") };
  forms["file"] = { names: sql`(${load})`, titles: sql`(${loadTitles(load)})` };
});

describe.each(["tables", "file"])("in a %s", (form) => {
  const search = async (text: string, limit: number, id: number | null = null) => {
    const rows = await duckdb.all(productsNamed(forms[form] ?? expect.fail(), { text, id }, limit));
    const best = bestOfProducts(
      rows.map((row) => ({ ...row, rank: Number(row["rank"]), ord: Number(row["ord"]) })),
      limit,
    );
    return best.map((row) => `${NAMED_BY[Number(row["rank"])]} ${String(row["row_id"])}`);
  };

  test("a GTIN that all variants have finds each product once, by its first variant", async () => {
    const all = ["gtin 1000", "gtin 2000", "gtin 3000", "gtin 4000", "gtin 5000"];
    expect(await search(SHARED_BARCODE, 20)).toEqual(all);
    expect(await search(SHARED_BARCODE, 2)).toEqual(all.slice(0, 2));
  });

  test("titles that begin so come first, and the limit counts products", async () => {
    expect(await search("linen", 20)).toEqual(["title 2000", "title 3000", "title 5000", "title 1000"]);
    expect(await search("linen", 3)).toEqual(["title 2000", "title 3000", "title 5000"]);
    expect(await search("shirt  LINEN", 20)).toEqual(["title 1000", "title 2000", "title 5000"]);
  });

  test("what names one wholly comes before titles, and the variant that is named is the one found", async () => {
    expect(await search("sku-3-17", 20)).toEqual(["sku 3017"]);
    expect(await search("HANDLE-4", 20)).toEqual(["handle 4000"]);
    expect(await search("2011", 20, 2_011)).toEqual(["id 2011"]);
    expect(await search("3", 20, 3)).toEqual(["id 3000"]);
  });
});

test("of a product's rows the one that is named best is kept, and among equals the first", () => {
  const row = (product: number, rank: number, ord: number) => ({ product_id: product, rank, ord, row_id: ord });
  const rows = [row(1, 5, 1), row(2, 4, 9), row(1, 1, 3), row(1, 1, 2), row(3, 5, 0)];
  expect(bestOfProducts(rows, 20).map(({ row_id: id }) => id)).toEqual([2, 9, 0]);
  expect(bestOfProducts(rows, 1)).toHaveLength(1);
  expect(bestOfProducts([], 20)).toEqual([]);
});
