import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { writeRun } from "../../../test/golden/run-rows.ts";
import { testDuckdb, TWO_THREADS } from "../../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot, type TestSnapshot } from "../../../test/harness/raw-records.ts";
import { productLineBytes, writeProductLines, writeSourceIndex } from "../source/snapshot-files.ts";
import { SNAPSHOT_VALUES } from "../source/snapshot-values.ts";
import { name, sql } from "../sql/fragment.ts";
import {
  fetchPlacedProducts,
  fetchProducts,
  foundProducts,
  loadEdits,
  loadOwnTexts,
  loadProductFacts,
  loadProductOrder,
  loadProductPlaces,
  loadSharedTexts,
  loadTextBytes,
  type ProductKey,
  readProductLine,
  type SearchedTexts,
  SHARED_COLUMNS,
} from "./product-list.ts";
import { loadSearchTexts } from "./run-list.ts";

const duckdb = await testDuckdb(TWO_THREADS);
afterAll(() => duckdb[Symbol.asyncDispose]());

/** Two products of two variants and one of one; rows 11, 12, 21, 22 and 31. */
const PRODUCTS = [
  { key: "a", title: "Wool Scarf", body_html: "<p>Warm & SOFT</p>", vendor: "Äcme", metafields: { "metafield-care": "Hand wash" } },
  { key: "b", title: "Silk scarf", body_html: "", vendor: "Beta", metafields: {} },
  { key: "c", title: "Tea", body_html: "warm", vendor: "Äcme", metafields: { "variant-metafield-note": "x" } },
];
const VARIANTS = [
  { product_key: "a", id: "11", sku: "W-1", price: "10.00", option1_value: "Red" },
  { product_key: "a", id: "12", sku: "W-2", price: "9.00", option1_value: "Blue" },
  { product_key: "b", id: "21", sku: "S-1", price: "10.00", option1_value: "Red" },
  { product_key: "b", id: "22", sku: "S-2", price: null, option1_value: "Warm grey" },
  { product_key: "c", id: "31", sku: "T-1", price: "3.50", option1_value: null, metafields: { "variant-metafield-note": "Wool free" } },
];

let snapshot: TestSnapshot;
let index: string;
beforeAll(async () => {
  snapshot = await takeSnapshot(duckdb, {
    products: PRODUCTS.map((product, at) => rawProduct(at + 1, { id: String(at + 1), ...product })),
    variants: VARIANTS.map((variant, at) => rawVariant(at + 1, variant)),
    metafieldColumns: ["metafield-care", "variant-metafield-note"],
  });
  index = duckdb.file("source-index.parquet");
  await duckdb.run(writeSourceIndex(snapshot.source, snapshot.columns, index));
});

const source = () => ({ file: snapshot.source, columns: snapshot.columns });
const ords = async (statement: ReturnType<typeof foundProducts>) => (await duckdb.all(statement)).map((row) => Number(row["ord"]));
const NO_FILTER = { search: null, excluded: null, reason: null, condition: null, edited: null };

describe("a search", () => {
  test("looks once a product into exactly those columns that its variants share", () => {
    const ofProduct = SNAPSHOT_VALUES.filter((value) => !value.hidden && value.sql(sql``).text === `p.${value.column}`);
    expect(ofProduct.map(({ column }) => column).toSorted()).toEqual([...SHARED_COLUMNS].toSorted());
  });

  test("is told how much text there is to hold, out of the file's footer", async () => {
    const [bytes] = await duckdb.all(loadTextBytes(source()));
    expect(Number(bytes?.["shared"])).toBeGreaterThan(50);
    expect(Number(bytes?.["own"])).toBeGreaterThan(Number(bytes?.["shared"]));
  });

  test("finds with shared and own texts apart what it finds in all text of a row", async () => {
    await duckdb.run(
      sql`CREATE OR REPLACE TABLE facts AS ${loadProductFacts(index, null)}`,
      sql`CREATE OR REPLACE TABLE own AS ${loadOwnTexts(source())}`,
      sql`CREATE OR REPLACE TABLE shared AS ${loadSharedTexts(source())}`,
    );
    const apart = { own: name("own"), shared: name("shared") };
    const find = async (search: string, texts: SearchedTexts = apart) => {
      return (
        await ords(foundProducts({ facts: name("facts"), texts, edits: null, everyCondition: null }, { ...NO_FILTER, search }))
      ).toSorted((a, b) => a - b);
    };
    expect(await find("WARM")).toEqual([0, 1, 3, 4]);
    expect(await find("wool")).toEqual([0, 1, 4]);
    expect(await find("hand wash")).toEqual([0, 1]);
    const words = ["a", "w", "re", "10.0", "Äc", "scarf", "&", "'", "-1", "e s", "wool f", "tea", "x", "true"];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...words), fc.string({ minLength: 1, maxLength: 2, unit: "grapheme-ascii" })),
        async (text) => {
          expect(await find(text)).toEqual(await find(text, { own: sql`(${loadSearchTexts(index)})`, shared: null }));
        },
      ),
      { numRuns: 8 * testRuns },
    );
  });
});

describe("what a run says of a product", () => {
  test("is nothing where the row came after it, and of a split row that all items are left out, and the first one's values", async () => {
    const run = await writeRun(
      duckdb,
      "split",
      ["id", "condition"],
      [
        { rowId: 11, values: ["a", "used"], reason: "First" },
        { rowId: 11, values: ["b", "new"], reason: "Second" },
        { rowId: 12, values: ["c", "used"], reason: "One item" },
        { rowId: 12, values: ["d", "new"] },
        { rowId: 21, values: ["e", ""] },
        { rowId: 99, values: ["f", "new"], reason: "Gone since" },
      ],
    );
    const facts = await duckdb.all(loadProductFacts(index, { file: run.rows, columns: run.columns, causes: false }));
    expect(facts.map(({ row_id: rowId, reason, condition }) => [rowId, reason, condition])).toEqual([
      ["11", "First", "used"],
      ["12", null, "used"],
      ["21", null, null],
      ["22", null, null],
      ["31", null, null],
    ]);
  });

  test("is nothing of any row where there is no run", async () => {
    const facts = await duckdb.all(loadProductFacts(index, null));
    expect(facts.map(({ ord, reason, condition }) => [ord, reason, condition])).toEqual(
      [0, 1, 2, 3, 4].map((ord) => [String(ord), null, null]),
    );
  });
});

describe("an order", () => {
  const byKey = async (key: ProductKey, direction: "asc" | "desc") =>
    (
      await duckdb.all(
        loadProductOrder(
          { source: source(), run: null, edits: [{ row_id: 31, title: "Aa", condition: "used", edited: true }], everyCondition: null },
          key,
          direction,
        ),
      )
    ).map(({ ord }) => Number(ord));

  test.each([
    [{ by: "column", column: "price", type: "money" }, "asc", [4, 1, 0, 2, 3]],
    [{ by: "column", column: "price", type: "money" }, "desc", [0, 2, 1, 4, 3]],
    [{ by: "edited column", column: "title" }, "asc", [4, 2, 3, 0, 1]],
    [{ by: "edited column", column: "title" }, "desc", [0, 1, 2, 3, 4]],
    [{ by: "condition" }, "asc", [4, 0, 1, 2, 3]],
    [{ by: "edited" }, "desc", [4, 0, 1, 2, 3]],
    [{ by: "reason" }, "desc", [0, 1, 2, 3, 4]],
    [{ by: "excluded" }, "desc", [0, 1, 2, 3, 4]],
    [{ by: "number", of: "row_id" }, "desc", [4, 3, 2, 1, 0]],
    [{ by: "nothing" }, "desc", [0, 1, 2, 3, 4]],
  ] as const)("by %j %s takes what was edited, has blanks last and ties by id", async (key, direction, expected) => {
    expect(await byKey(key, direction)).toEqual(expected);
  });
});

test("edits are rows whatever text they hold, and none are no rows", async () => {
  const hostile = `'; "\\ \u001f 😀 {}[]`;
  const rows = await duckdb.all(
    loadEdits([
      { row_id: 2 ** 52, title: hostile },
      { row_id: 1, edited: true },
    ]),
  );
  expect(rows).toEqual([
    { row_id: String(2 ** 52), title: hostile, product_type: null, condition: null, edited: null },
    { row_id: "1", title: null, product_type: null, condition: null, edited: true },
  ]);
  expect(await duckdb.all(loadEdits([]))).toEqual([]);
});

describe("products of some places", () => {
  test("are fetched out of the snapshot with what the run says of them", async () => {
    await duckdb.run(sql`CREATE OR REPLACE TABLE facts AS ${loadProductFacts(index, null)}`);
    const found = await duckdb.all(fetchProducts(source(), name("facts"), [4, 0]));
    expect(found.toSorted((a, b) => Number(a["ord"]) - Number(b["ord"]))).toMatchObject([
      { row_id: "11", product_id: "1", sku: "W-1", title: "Wool Scarf", price: "10.00", product_type: null, reason: null },
      { row_id: "31", product_id: "3", sku: "T-1", price: "3.50", inventory_quantity: null },
    ]);
  });

  test("are the same where their lines are read, whatever text they hold", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(",", "\t", "\r\n", "\\", '"', "\u0001", "\u001f", "é😀"),
    );
    const times = ["2026-11-21T12:00:00+01:00", "no time", ""];
    const quantities = ["", "7", "-3", "9007199254740993", "many"];
    const row = fc.record({
      sku: text,
      title: text,
      price: text,
      time: fc.constantFrom(...times),
      quantity: fc.constantFrom(...quantities),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (given) => {
        const clean = (value: string): string => value.toWellFormed().replaceAll("\u0000", "");
        await using own = await testDuckdb(TWO_THREADS);
        const taken = await takeSnapshot(own, {
          products: given.map(({ title, time }, at) =>
            rawProduct(at + 1, { key: `k${at}`, id: String(at + 1), title: clean(title), created_at: time }),
          ),
          variants: given.map(({ sku, price, quantity }, at) =>
            rawVariant(at + 1, {
              product_key: `k${at}`,
              id: String(100 + at),
              sku: clean(sku),
              price: clean(price),
              inventory_quantity: quantity,
            }),
          ),
        });
        const files = { index: own.file("lines-index.parquet"), lines: own.file("products.txt") };
        await own.run(
          writeSourceIndex(taken.source, taken.columns, files.index),
          writeProductLines(taken.source, taken.columns, files.lines),
          sql`CREATE OR REPLACE TABLE facts AS ${loadProductFacts(files.index, null)}`,
          sql`CREATE OR REPLACE TABLE places AS ${loadProductPlaces(files.index)}`,
        );
        const written = await readFile(files.lines);
        expect(await own.all(productLineBytes(files.index))).toEqual([{ bytes: String(written.length) }]);
        const wanted = given.map((_, at) => at).filter((at) => at % 2 === 0);
        const placed = await own.all(fetchPlacedProducts({ facts: name("facts"), places: name("places") }, wanted));
        const read = placed.map(({ line_start: start, line_bytes: bytes, ...ids }) => {
          const line = written.subarray(Number(start), Number(start) + Number(bytes)).toString("utf8");
          expect(line.indexOf("\n")).toBe(line.length - 1);
          return { ...ids, ...readProductLine(line.slice(0, -1), taken.columns) };
        });
        const stored = (await own.all(fetchProducts({ file: taken.source, columns: taken.columns }, name("facts"), wanted))).map(
          (found) => ({ ...found, inventory_quantity: quantityOf(found["inventory_quantity"]) }),
        );
        expect(read.toSorted(byRow)).toEqual(stored.toSorted(byRow));
      }),
      { numRuns: 2 * testRuns },
    );
  });
});

const byRow = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): number => Number(a["ord"]) - Number(b["ord"]);

function quantityOf(value: unknown): number | null {
  return value !== null && Number.isSafeInteger(Number(value)) ? Number(value) : null;
}
