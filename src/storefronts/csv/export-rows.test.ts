import { expect, test } from "vitest";
import { nextRecord } from "../../kernel/csv-records.ts";
import { CELL_IMAGES_MAX, ROWS_MAX } from "./csv-limits.ts";
import { openExport } from "./export-reader.ts";
import { createExportRows, type RowRecords } from "./export-rows.ts";
import { pricedMarkets } from "./market-currencies.ts";
import { createWarningTally } from "./warning-tally.ts";

/** What the merchant has said of an export's markets. */
const SAID = [{ market: "ASIA", currency: "JPY" }];

/** What the rows of an export say, one result a row. */
async function read(...lines: readonly string[]) {
  return readIn("USD", ...lines);
}

async function readIn(currency: string, ...lines: readonly string[]) {
  const records: RowRecords[] = [];
  const { rows, tally } = await readEach(currency, lines, (found) => records.push(found));
  return { records, products: rows.products(), warnings: tally.list() };
}

async function readEach(currency: string, lines: readonly string[], see: (records: RowRecords) => void) {
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  const reader = await openExport("products.csv", async function* () {
    yield bytes;
  });
  const tally = createWarningTally();
  const markets = pricedMarkets(reader.header.markets, SAID);
  const rows = createExportRows({ domain: "shop.example", currency, markets }, reader.header, reader.scan, tally);
  do while (nextRecord(reader.scan)) see(rows.read());
  while (await reader.more());
  return { rows, tally };
}

const HEAD = "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price";

test("handles that differ only in case are one handle: directly below it's the same product's, elsewhere another product's", async () => {
  const { records, products, warnings } = await read(
    HEAD,
    "Mug,Mug,Size,S,m-1,5",
    "mug,,,M,m-2,6",
    "MUG,Mug,,L,m-3,7",
    "hat,Hat,,,h-1,8",
    "mug,Other mug,,,o-1,9",
    "Hat,Hat,,,h-2,10",
    "Mug,,,XL,m-4,11",
  );
  const named = records.flatMap(({ product }) => (product === null ? [] : [product]));
  expect(named.map(({ handle, title, handle_taken }) => [handle, title, handle_taken])).toEqual([
    ["Mug", "Mug", null],
    ["hat", "Hat", null],
    ["mug", "Other mug", "true"],
    ["Hat", "Hat", "true"],
  ]);
  const skusOf = (key: string) => records.flatMap(({ variant }) => (variant?.product_key === key ? [variant.sku] : []));
  expect(named.map(({ key }) => skusOf(key))).toEqual([["m-1", "m-2", "m-3", "m-4"], ["h-1"], ["o-1"], ["h-2"]]);
  expect(products).toBe(4);
  expect(warnings).toMatchObject([{ code: "handle_repeated", count: 2, message: expect.stringContaining("The first is on line 6.") }]);
});

test("a row that repeats an earlier one or the header is skipped and counted, wherever it is", async () => {
  const mug = ["mug,Mug,Size,S,m-1,5", "mug,,,M,m-2,6"];
  const { records, products, warnings } = await read(HEAD, ...mug, "mug,,,M,m-2,6", "hat,Hat,,,h-1,8", HEAD, ...mug, "mug,,,M,m-2,7");
  expect(records.flatMap(({ variant }) => (variant === null ? [] : [[variant.sku, variant.price]]))).toEqual([
    ["m-1", "5"],
    ["m-2", "6"],
    ["h-1", "8"],
    ["m-2", "7"],
  ]);
  expect(products).toBe(2);
  expect(warnings).toMatchObject([
    { code: "row_repeated", count: 4, message: expect.stringContaining("The first is on line 4.") },
    { code: "variant_repeated", count: 1, message: expect.stringContaining("The first is on line 9.") },
  ]);
});

test("a file has at most as many images as it may have rows", async () => {
  const cell = Array.from({ length: CELL_IMAGES_MAX }, () => "//a.co/").join(" ");
  const lines = Array.from({ length: ROWS_MAX / CELL_IMAGES_MAX + 1 }, (_, at) => `p${at},T,5,${cell}`);
  let found = 0;
  const reading = readEach("USD", ["Handle,Title,Variant Price,Image Src", ...lines], ({ images }) => void (found += images.length));
  await expect(reading).rejects.toMatchObject({ code: "csv_too_many_images" });
  expect(found).toBe(ROWS_MAX);
});

test.each([
  ["CLP", ["12990", "1234567", "1234", "13", "-2500", "0.125"]],
  ["JPY", ["12990", "1234567", "1234", "13", "-2500", "0.125"]],
  ["EUR", ["12.990", "1234567", null, "13", "-2.500", "0.125"]],
])("three digits behind a mark are thousands in %s only if it has no decimals", async (currency, expected) => {
  const cells = ["12.990", "1.234.567", '"1,234"', "13", "-2.500", "0.125"];
  const { records } = await readIn(currency, HEAD, ...cells.map((cell, at) => `h${at},T,,,s,${cell}`));
  expect(records.map(({ variant }) => variant?.price)).toEqual(expected);
});

test.each([
  ["EUR", ["12.90", null, "1234.50", "0.525", "1299.5"], ["price_unreadable"]],
  ["KWD", ["12.90", "1.299", "1234.50", "0.525", "1299.5"], []],
  ["CLP", ["12.90", "1299", "1234.50", "0.525", "1299.5"], []],
])(
  "with semicolons between cells, %s amounts with a point before three digits are read if they're one number",
  async (currency, expected, codes) => {
    const cells = ["12,90", "1.299", "1.234,50", "0.525", "1299,5"];
    const { records, warnings } = await readIn(currency, HEAD.replaceAll(",", ";"), ...cells.map((cell, at) => `h${at};T;;;s;${cell}`));
    expect(records.map(({ variant }) => variant?.price)).toEqual(expected);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  },
);

test.each([
  ["named after a country without decimals in its currency", "Chile", "12990"],
  ["that the merchant gave such a currency", "Asia", "12990"],
  ["of another country", "Deutschland", "12.990"],
  ["that nobody gave a currency", "Nordics", "12.990"],
])("of the prices of a market %s, three digits behind a mark are read by its own currency", async (_, market, expected) => {
  const { records } = await readIn(
    "CLP",
    `Handle,Title,Variant Price,Price / ${market},Compare At Price / ${market}`,
    "h,T,9.990,12.990,12.990",
  );
  expect(records.map(({ variant }) => variant && [variant.price, variant.markets])).toEqual([
    ["9990", { [market]: { included: null, price: expected, compare_at_price: expected } }],
  ]);
});

test("the part number in a Google column is its row's, and what the other columns say on the first row is the product's", async () => {
  const google = "Google Shopping / MPN,Google Shopping / Gender";
  const { records } = await read(`${HEAD},${google}`, "mug,Mug,Size,S,m-1,5,HS-77,unisex", "mug,,,M,m-2,6,,", "mug,,,L,m-3,6,HS-79,");
  expect(records.map(({ product, variant }) => [product?.metafields, variant?.metafields])).toEqual([
    [{ "metafield-gender": "unisex" }, { "variant-metafield-mpn": "HS-77" }],
    [undefined, {}],
    [undefined, { "variant-metafield-mpn": "HS-79" }],
  ]);
});
