import { describe, expect, test } from "vitest";
import { rawProduct, rawVariant, takeCountry, takeSnapshot } from "../../../test/harness/raw-records.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { literal, sql } from "../sql/fragment.ts";
import type { PricedCountry } from "./country-prices.ts";
import type { RawCountryPrice } from "./raw-country-price.ts";

const CATALOG = {
  products: [
    rawProduct(1, { key: "2", id: "2", variant_links: "true", link: "https://shop.example/products/caf%C3%A9" }),
    rawProduct(2, { key: "1", id: "1", link: "https://shop.example/products/mug" }),
    rawProduct(3, { key: "3", id: "3", link: "https://elsewhere.example/mug" }),
  ],
  variants: [
    rawVariant(1, { product_key: "2", id: "21" }),
    rawVariant(2, { product_key: "2", id: "22" }),
    rawVariant(3, { product_key: "1", id: "11" }),
    rawVariant(4, { product_key: "3", id: "31" }),
  ],
};

const SWEDEN: PricedCountry = { country: "SE", currency: "SEK", sold: true, rootUrl: "https://shop.example/sv-se", named: true };

/** The country's file beside the snapshot's rows: feed order is 11, 21, 22, 31. */
async function fileOf(country: Partial<PricedCountry>, records: readonly Partial<RawCountryPrice>[]) {
  await using duckdb = await testDuckdb();
  const snapshot = await takeSnapshot(duckdb, CATALOG);
  const { file, columns } = await takeCountry(duckdb, snapshot, { ...SWEDEN, ...country }, records);
  const rows = await duckdb.all(
    sql`SELECT * FROM read_parquet(${literal(snapshot.source)}) POSITIONAL JOIN read_parquet(${literal(file)})`,
  );
  return rows.map((row): Readonly<Record<string, unknown>> => ({
    row: row["row_id"],
    ...Object.fromEntries(columns.map((column, at) => [column, row[`l${at + 1}`]])),
  }));
}

const columnOf = (rows: Awaited<ReturnType<typeof fileOf>>, column: string) => rows.map((row) => row[column]);

describe("a country's file", () => {
  test("has what its buyers are shown beside the rows, in whatever order and for whichever countries records came", async () => {
    const rows = await fileOf({}, [
      { owner_id: "22", included: "false" },
      { owner_id: "11", price: "109.50", compare_at_price: "149.00", unit_price: "10.95", included: "true" },
      { owner_id: "21", price: "9.00", country: "NO" },
      { owner_id: "21", price: "99.00" },
      { owner_id: "99", price: "1.00" },
    ]);
    expect(rows).toMatchObject([
      { row: "11", included: "true", price: "109.50", compare_at_price: "149.00", unit_price: "10.95", currency: "SEK" },
      { row: "21", included: null, price: "99.00", compare_at_price: null, unit_price: null, currency: "SEK" },
      { row: "22", included: "false", price: null, compare_at_price: null, unit_price: null, currency: null },
      { row: "31", included: null, price: null, compare_at_price: null, unit_price: null, currency: null },
    ]);
  });

  test("that names a variant twice still has one row for it", async () => {
    const rows = await fileOf({}, [{ owner_id: "21", price: "5.00" }, { owner_id: "21", price: "5.00" }]); // prettier-ignore
    expect(columnOf(rows, "row")).toEqual(["11", "21", "22", "31"]);
  });

  test("leads to the product's page below its market's address, which names the country where markets share one", async () => {
    expect(columnOf(await fileOf({}, []), "link")).toEqual([
      "https://shop.example/sv-se/products/mug?country=SE",
      "https://shop.example/sv-se/products/caf%C3%A9?variant=21&country=SE",
      "https://shop.example/sv-se/products/caf%C3%A9?variant=22&country=SE",
      null,
    ]);
    const alone = await fileOf({ rootUrl: "https://shop.se", named: false }, []);
    expect(columnOf(alone, "link").slice(0, 2)).toEqual(["https://shop.se/products/mug", "https://shop.se/products/caf%C3%A9?variant=21"]);
  });

  test("of a country where no active market sells says so of every row", async () => {
    expect(columnOf(await fileOf({ sold: false }, [{ owner_id: "11", included: "true" }]), "included")).toEqual(
      Array.from({ length: 4 }, () => "false"),
    );
  });
});
