import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { type TestDuckdb, testDuckdb } from "../../../test/harness/duckdb.ts";
import {
  type RawCatalog,
  rawImage,
  rawProduct,
  rawVariant,
  rowsOf as rowsIn,
  type SourceRow,
  sourceRows,
  takeMarket,
  takeSnapshot,
  type TestSnapshot,
} from "../../../test/harness/raw-records.ts";
import type { Sql } from "../../kernel/sql.ts";
import { literal, name as quotedName, sql } from "../sql/fragment.ts";
import type { RawImage } from "./raw-tables.ts";
import { visibleColumns, writeSourceCsv, writeSourceIndex } from "./snapshot-files.ts";
import { snapshotChecks } from "./snapshot-query.ts";
import { SOURCE_COLUMNS } from "./source-columns.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());
const rowsOf = (catalog: RawCatalog): Promise<readonly SourceRow[]> => rowsIn(duckdb, catalog);

async function checksOf(catalog: RawCatalog): Promise<Readonly<Record<string, unknown>> | undefined> {
  await using own = await testDuckdb();
  await takeSnapshot(own, catalog);
  return (await own.all(snapshotChecks()))[0];
}

interface Given {
  readonly product?: object;
  readonly variant?: object;
  readonly images?: readonly Partial<RawImage>[];
}

/** Products with one variant each, and what the snapshot makes of a column of them. */
async function valuesOf(column: string, cases: readonly Given[]): Promise<readonly (string | undefined)[]> {
  const rows = await rowsOf({
    products: cases.map(({ product }, at) => rawProduct(at + 1, { key: `p${at}`, id: String(at + 1), ...product })),
    variants: cases.map(({ variant }, at) => rawVariant(at + 1, { product_key: `p${at}`, ...variant })),
    images: cases.flatMap(({ images = [] }, at) =>
      images.map((image, nth) => rawImage(100 * at + nth, { product_key: `p${at}`, url: "", ...image })),
    ),
  });
  return rows.map((row) => row.value(column));
}

const ids = (rows: readonly SourceRow[]): readonly string[] => rows.map(({ rowId }) => rowId);

describe("order", () => {
  test("rows come by product id as a number, then position, and ord counts them from 0", async () => {
    const rows = await rowsOf({
      products: [
        rawProduct(1, { key: "b", id: "10", title: "B" }),
        rawProduct(2, { key: "a", id: "9", title: "A" }),
        rawProduct(3, { key: "c", id: "100", title: "C" }),
      ],
      variants: [
        rawVariant(1, { product_key: "c", id: "1" }),
        rawVariant(2, { product_key: "b", id: "31", position: 2 }),
        rawVariant(3, { product_key: "b", id: "40", position: 1 }),
        rawVariant(4, { product_key: "a", id: "50" }),
        rawVariant(5, { product_key: "a", id: "20" }),
      ],
    });
    expect(rows.map((row) => [row.ord, row.value("product_id"), row.value("title"), row.value("id")])).toEqual([
      ["0", "9", "A", "50"],
      ["1", "9", "A", "20"],
      ["2", "10", "B", "40"],
      ["3", "10", "B", "31"],
      ["4", "100", "C", "1"],
    ]);
    expect(rows.map((row) => row.value("variant_position"))).toEqual(["1", "2", "1", "2", "1"]);
  });

  test("every variant stands beside its own product, whatever the order of arrival", async () => {
    const variantsOf = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(variantsOf, fc.integer({ min: 1, max: 1000 }), async (counts, shuffle) => {
        const products = counts.map((_, at) => rawProduct(at + 1, { key: `p${at}`, title: `T${at}` }));
        const owners = counts
          .flatMap((count, at) => Array.from({ length: count }, () => at))
          .toSorted((a, b) => ((a * 7919 + shuffle) % 13) - ((b * 7919 + shuffle) % 13));
        const variants = owners.map((owner, at) =>
          rawVariant(at + 1, { product_key: `p${owner}`, option1_value: `v${at}`, sku: `p${owner}` }),
        );
        const rows = await rowsOf({ products, variants });
        expect(rows.map((row) => `p${row.value("title")?.slice(1)}`)).toEqual(rows.map((row) => row.value("sku")));
        expect(rows).toHaveLength(owners.length);
      }),
      { numRuns: 2 * testRuns },
    );
  });
});

describe("derived ids", () => {
  const products = ["shirt", "mug", "bag"].map((key, at) => rawProduct(at + 1, { key }));
  const variants = [
    rawVariant(1, { product_key: "shirt", option1_value: "Red", option2_value: "S" }),
    rawVariant(2, { product_key: "shirt", option1_value: "Red", option2_value: "M" }),
    rawVariant(3, { product_key: "mug" }),
    rawVariant(4, { product_key: "bag", option1_value: "Red", option2_value: "S" }),
  ];
  const byOptions = (rows: readonly SourceRow[]) =>
    new Map(
      rows.map((row) => [
        `${row.value("handle")} ${row.value("option1_value")} ${row.value("option2_value")}`,
        `${row.value("product_id")}/${row.rowId}`,
      ]),
    );

  let found: Promise<readonly SourceRow[]> | undefined;
  const whole = (): Promise<readonly SourceRow[]> => (found ??= rowsOf({ products, variants }));

  test("the same records give the same ids, in whatever order they come", async () => {
    const reversed = {
      products: products.toReversed().map((product, at) => ({ ...product, seq: at + 1 })),
      variants: variants.toReversed().map((variant, at) => ({ ...variant, seq: at + 1 })),
    };
    const [once, again] = [await whole(), await rowsOf({ products, variants })];
    const backwards = await rowsOf(reversed);
    expect(ids(again)).toEqual(ids(once));
    expect(byOptions(backwards)).toEqual(byOptions(once));
  });

  test("a product that comes or goes changes no other product's ids", async () => {
    const all = byOptions(await whole());
    const fewer = byOptions(
      await rowsOf({
        products: products.filter(({ key }) => key !== "mug"),
        variants: variants.filter(({ product_key: key }) => key !== "mug"),
      }),
    );
    expect(fewer.size).toBe(3);
    for (const [options, id] of fewer) expect(id).toBe(all.get(options));
  });

  test("the order of a snapshot's rows does not depend on the order of the records", async () => {
    const shuffled = {
      products: products.toReversed().map((product, at) => ({ ...product, seq: at + 1 })),
      variants: variants.toReversed().map((variant, at) => ({ ...variant, seq: at + 1, position: 5 - at })),
    };
    const positioned = variants.map((variant, at) => ({ ...variant, position: at + 1 }));
    const straight = variants.toReversed().map((variant, at) => ({ ...variant, seq: at + 1, position: 4 - at }));
    expect(ids(await rowsOf({ products: shuffled.products, variants: straight }))).toEqual(
      ids(await rowsOf({ products, variants: positioned })),
    );
  });

  test("they are positive whole numbers of at most 52 bits", async () => {
    const many = Array.from({ length: 500 }, (_, at) => rawProduct(at + 1, { key: `p${at}` }));
    const rows = await rowsOf({ products: many, variants: many.map(({ key }, at) => rawVariant(at + 1, { product_key: key })) });
    const derived = rows.flatMap((row) => [Number(row.rowId), Number(row.value("product_id"))]);
    expect(derived.filter((id) => !Number.isSafeInteger(id) || id < 1 || id >= 2 ** 52)).toEqual([]);
    expect(new Set(derived).size).toBe(1000);
  });

  test("options that only together read alike are different variants", async () => {
    const rows = await rowsOf({
      products: [rawProduct(1, { key: "p" })],
      variants: [
        rawVariant(1, { product_key: "p", option1_value: "a", option2_value: "" }),
        rawVariant(2, { product_key: "p", option1_value: "", option2_value: "a" }),
        rawVariant(3, { product_key: "p", option1_value: "a b" }),
        rawVariant(4, { product_key: "p", option1_value: "a", option2_value: "b" }),
      ],
    });
    expect(new Set(ids(rows)).size).toBe(4);
  });

  test("two variants with the same options are two rows, and the first keeps the id it has alone", async () => {
    const twin = rawVariant(1, { product_key: "p", option1_value: "Red" });
    const one = await rowsOf({ products: [rawProduct(1, { key: "p" })], variants: [twin] });
    const three = await rowsOf({
      products: [rawProduct(1, { key: "p" })],
      variants: [1, 2, 3].map((seq) => ({ ...twin, seq, sku: `S${seq}` })),
    });
    expect(new Set(ids(three)).size).toBe(3);
    expect(three.map((row) => row.value("sku"))).toEqual(["S1", "S2", "S3"]);
    expect(three[0]?.rowId).toBe(one[0]?.rowId);
  });

  test("a platform's product id that another product's hash has already is told apart from it", async () => {
    const hashed = { products: [rawProduct(1, { key: "shirt", title: "Hashed" })], variants: [rawVariant(1, { product_key: "shirt" })] };
    const collision = (await rowsOf(hashed))[0]?.value("product_id") ?? "";
    const catalog = {
      products: [...hashed.products, rawProduct(2, { key: "other", id: collision, title: "Numbered" })],
      variants: [...hashed.variants, rawVariant(2, { product_key: "other" })],
    };
    const productIds = new Map((await rowsOf(catalog)).map((row) => [row.value("title"), row.value("product_id")]));
    expect(productIds.get("Hashed")).toBe(collision);
    expect(productIds.get("Numbered")).not.toBe(collision);
    expect(await checksOf(catalog)).toMatchObject({ products: "2", product_ids: "2", misplaced: "0" });
  });

  test("a platform's variant id that another variant's hash has already is told apart from it", async () => {
    const hashed = { products: [rawProduct(1, { key: "p" })], variants: [rawVariant(1, { product_key: "p", option1_value: "Red" })] };
    const collision = (await rowsOf(hashed))[0]?.rowId ?? "";
    const catalog = {
      ...hashed,
      variants: [...hashed.variants, rawVariant(2, { product_key: "p", option1_value: "Blue", id: collision })],
    };
    const rows = await rowsOf(catalog);
    expect(rows.find((row) => row.value("option1_value") === "Red")?.rowId).toBe(collision);
    expect(new Set(ids(rows)).size).toBe(2);
    expect(await checksOf(catalog)).toMatchObject({ variants: "2", row_ids: "2", misplaced: "0" });
  });
});

describe("a product named twice", () => {
  test("is one, the first; the variants of both are its own", async () => {
    const rows = await rowsOf({
      products: [rawProduct(2, { key: "p", title: "Second" }), rawProduct(1, { key: "p", title: "First" })],
      variants: [rawVariant(1, { product_key: "p", sku: "A" }), rawVariant(2, { product_key: "p", option1_value: "x", sku: "B" })],
    });
    expect(rows.map((row) => [row.value("title"), row.value("sku")])).toEqual([
      ["First", "A"],
      ["First", "B"],
    ]);
  });
});

describe("the checks", () => {
  const whole = {
    products: [rawProduct(1, { key: "a", id: "1" }), rawProduct(2, { key: "b", id: "2" }), rawProduct(3, { key: "c", id: "3" })],
    variants: [
      rawVariant(1, { product_key: "a", sku: "first" }),
      rawVariant(2, { product_key: "b", sku: "second" }),
      rawVariant(3, { sku: "third", product_key: "b", option1_value: "x" }),
    ],
  };

  let own: TestDuckdb;
  beforeAll(async () => {
    own = await testDuckdb();
    await takeSnapshot(own, whole);
  });
  afterAll(() => own[Symbol.asyncDispose]());

  /** What they find while a table holds other rows, or the same in another order. */
  async function checksWith(table: Sql, changed: Sql): Promise<Readonly<Record<string, unknown>> | undefined> {
    const replaced = (rows: Sql): readonly Sql[] => [sql`DROP TABLE ${table}`, sql`CREATE TEMP TABLE ${table} AS SELECT * FROM ${rows}`];
    await own.run(
      sql`CREATE OR REPLACE TABLE kept AS SELECT * FROM ${table}`,
      sql`CREATE OR REPLACE TABLE changed AS SELECT * FROM ${table} ${changed}`,
      ...replaced(sql`changed`),
    );
    const [found] = await own.all(snapshotChecks());
    await own.run(...replaced(sql`kept`));
    return found;
  }

  test("count products without variants, and find nothing wrong with a whole catalog", async () => {
    const found = { products: "3", product_ids: "3", variants: "3", row_ids: "3", misplaced: "0" };
    expect((await own.all(snapshotChecks()))[0]).toEqual(found);
  });

  test("miss the variant whose product is not there", async () => {
    const orphan = { ...whole, variants: [...whole.variants, rawVariant(4, { product_key: "nobody" })] };
    expect(await checksOf(orphan)).toMatchObject({ variants: "3", misplaced: "0" });
  });

  test.each([
    ["lost", sql`WHERE sku <> 'second'`],
    ["out of place", sql`ORDER BY product_id DESC, variant_position DESC`],
  ])("count the rows that are not next to their own when a variant is %s", async (_, changed) => {
    expect((await checksWith(sql`sorted_variants`, changed))?.["misplaced"]).toBe("2");
  });

  test.each(["sorted_product_text", "sorted_variant_markets"])("count the rows beside whom %s has another's columns", async (part) => {
    const id = quotedName(part.startsWith("sorted_product") ? "product_id" : "row_id");
    expect(Number((await checksWith(quotedName(part), sql`ORDER BY ${id} DESC`))?.["misplaced"])).toBeGreaterThan(0);
  });
});

describe("values", () => {
  test("every value is text, blank where the platform says nothing, and composed (NFC)", async () => {
    const [row] = await rowsOf({
      products: [rawProduct(1, { key: "p", title: "Cafe\u0301", status: null, published: null, link: null, gift_card: null })],
      variants: [rawVariant(1, { product_key: "p", inventory_policy: null, inventory_tracked: null })],
      metafieldColumns: ["metafield-a", "variant-metafield-a"],
    });
    expect(row?.value("title")).toBe("Café");
    expect([...(row?.values.values() ?? [])].filter((value) => value === "null")).toEqual([]);
    expect(row?.value("price")).toBe("");
  });

  test("columns are the canonical ones in order, then metafields", async () => {
    await using own = await testDuckdb();
    const { columns } = await takeSnapshot(own, {
      products: [],
      variants: [],
      metafieldColumns: ["metafield-a", "variant-metafield-b"],
    });
    expect(visibleColumns(columns).map(({ column }) => column)).toEqual([
      ...SOURCE_COLUMNS.map(({ name }) => name),
      "metafield-a",
      "variant-metafield-b",
    ]);
  });

  test("a metafield is its owner's, product or variant", async () => {
    const [row] = await rowsOf({
      products: [rawProduct(1, { key: "p", metafields: { "metafield-care": "wash" } })],
      variants: [rawVariant(1, { product_key: "p", metafields: { "variant-metafield-care": "dry" } })],
      metafieldColumns: ["metafield-care", "variant-metafield-care", "metafield-none"],
    });
    expect(["metafield-care", "variant-metafield-care", "metafield-none"].map((column) => row?.value(column))).toEqual(["wash", "dry", ""]);
  });

  test("pictures are the same whether they are gathered at once or in turns", async () => {
    const products = Array.from({ length: 40 }, (_, at) => rawProduct(at + 1, { key: `p${at}`, id: String(at + 1) }));
    const variants = products.map(({ key }, at) => rawVariant(at + 1, { product_key: key, id: String(1_000 + at) }));
    const images = products.flatMap(({ key }, at) =>
      [3, 1, 2].map((position) =>
        rawImage(4 * at + position, { product_key: key, position, url: `https://i.example/${at}-${position}.png` }),
      ),
    );
    const urls = async (pictures: number): Promise<readonly (readonly (string | undefined)[])[]> => {
      await using one = await testDuckdb();
      const rows = await sourceRows(one, await takeSnapshot(one, { products, variants, images, pictures }));
      return rows.map((row) => [row.value("image_src"), row.value("additional_images")]);
    };
    const atOnce = await urls(0);
    expect(atOnce[39]).toEqual(["https://i.example/39-1.png", "https://i.example/39-2.png,https://i.example/39-3.png"]);
    expect(await urls(5_000_000)).toEqual(atOnce);
  });

  test("lists are joined by a comma, and a comma within an item cannot part it", async () => {
    expect(await valuesOf("tags", [{ product: { tags: ["new", "sale"] } }, {}])).toEqual(["new, sale", ""]);
    expect(await valuesOf("collections", [{ product: { collections: ["Shoes, bags", "Sale"] } }])).toEqual(["Shoes‚ bags, Sale"]);
  });

  test("images: by position, the variant's own before the product's, commas in further ones encoded, none is blank", async () => {
    const images = [
      { url: "https://i.example/2,x.png", position: 2 },
      { url: "https://i.example/1.png", position: 1 },
      { url: "https://i.example/3.png", position: 3 },
    ];
    const cases = [{ images }, { images, variant: { image: "https://i.example/3.png" } }, {}];
    expect(await valuesOf("image_src", cases)).toEqual(["https://i.example/1.png", "https://i.example/3.png", ""]);
    expect(await valuesOf("additional_images", cases)).toEqual([
      "https://i.example/2%2Cx.png,https://i.example/3.png",
      "https://i.example/1.png,https://i.example/2%2Cx.png",
      "",
    ]);
  });

  /** What a column reads for each of some variants of one product, in one snapshot. */
  async function columnOf(column: string, variants: readonly object[]): Promise<readonly (string | undefined)[]> {
    const rows = await rowsOf({
      products: [rawProduct(1, { key: "p" })],
      variants: variants.map((variant, at) => rawVariant(at + 1, { product_key: "p", option1_value: String(at), ...variant })),
    });
    return rows.map((row) => row.value(column));
  }

  test("a variant is available when the platform says so; else by stock, which never runs out untracked or oversold", async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ available: "false", inventory_tracked: "false" }, "false"],
      [{ available: "true", inventory_quantity: "0" }, "true"],
      [{ inventory_tracked: "false", inventory_quantity: "0" }, "true"],
      [{ inventory_tracked: null, inventory_quantity: "0" }, "true"],
      [{ inventory_quantity: "0" }, "false"],
      [{ inventory_quantity: "-1" }, "false"],
      [{ inventory_quantity: "1" }, "true"],
      [{ inventory_quantity: "0", inventory_policy: "continue" }, "true"],
      [{ inventory_quantity: null }, "true"],
      [{ inventory_quantity: "many" }, "false"],
    ];
    const variants = cases.map(([variant]) => variant);
    expect(await columnOf("available", variants)).toEqual(cases.map(([, available]) => available));
  });

  test("the margin is percent of the price with one decimal, blank without price and cost, and never in exponents", async () => {
    const cases = [
      ["100", "60", "40"],
      ["9.99", "4.5", "55"],
      ["3", "1", "66.7"],
      ["10", "10", "0"],
      ["10", "10.004", "0"],
      ["10", "15", "-50"],
      ["1", "1000000000000001", "-100000000000000000"],
      ["0", "1", ""],
      ["", "1", ""],
      ["10", "", ""],
      ["10", "cheap", ""],
    ];
    const variants = cases.map(([price, cost]) => ({ price, cost }));
    expect(await columnOf("canonical_margin_pct", variants)).toEqual(cases.map(([, , margin]) => margin));
  });

  test("the variant's title is its options; times fall back to the product's", async () => {
    const options = { option1_value: "Red", option2_value: "", option3_value: "L" };
    expect(await valuesOf("variant_title", [{ variant: options }])).toEqual(["Red / L"]);
    const product = { updated_at: "2026-01-01T00:00:00Z" };
    expect(await valuesOf("updated_at", [{ product }, { product, variant: { updated_at: "2026-02-02T00:00:00Z" } }])).toEqual([
      "2026-01-01T00:00:00Z",
      "2026-02-02T00:00:00Z",
    ]);
  });

  test("a unit without a weight is no weight", async () => {
    const weights = [null, "2"].map((weight) => ({ variant: { weight, weight_unit: "kg" } }));
    expect(await valuesOf("weight_unit", weights)).toEqual(["", "kg"]);
  });
});

describe("files beside the snapshot", () => {
  const catalog: RawCatalog = {
    products: [rawProduct(1, { key: "a", id: "2", title: 'A "quoted",\nbroken' }), rawProduct(2, { key: "b", id: "1", title: "ÄB" })],
    variants: [
      rawVariant(1, { product_key: "a", id: "11", markets: { DE: { included: "true", price: "1.10", compare_at_price: null } } }),
      rawVariant(2, {
        product_key: "b",
        id: "12",
        markets: {
          DE: { included: "false", price: null, compare_at_price: "9" },
          FR: { included: null, price: "7", compare_at_price: null },
        },
      }),
      rawVariant(3, { product_key: "b", id: "13" }),
    ],
  };

  let own: TestDuckdb;
  let snapshot: TestSnapshot;
  beforeAll(async () => {
    own = await testDuckdb();
    snapshot = await takeSnapshot(own, catalog);
  });
  afterAll(() => own[Symbol.asyncDispose]());

  test("a market's prices stand row by row beside the snapshot, NULL where the market says nothing", async () => {
    const { file } = await takeMarket(own, "DE");
    const together = await own.all(
      sql`SELECT row_id, l1, l2, l3 FROM read_parquet(${literal(snapshot.source)}) POSITIONAL JOIN read_parquet(${literal(file)})`,
    );
    expect(together).toEqual([
      { row_id: "12", l1: "false", l2: null, l3: "9" },
      { row_id: "13", l1: null, l2: null, l3: null },
      { row_id: "11", l1: "true", l2: "1.10", l3: null },
    ]);
  });

  test("the source CSV holds every column people see, cell for cell", async () => {
    const file = own.file("source.csv");
    await own.run(writeSourceCsv(snapshot.source, snapshot.columns, catalog.variants.length, file));
    const [header, ...records] = parse(await readFile(file, "utf8"));
    const visible = visibleColumns(snapshot.columns).map(({ column }) => column);
    expect(header).toEqual(visible);
    expect(records).toEqual((await sourceRows(own, snapshot)).map((row) => visible.map((column) => row.value(column))));
  });

  test("the index is searched in lower case and never across two values", async () => {
    const { source, columns } = snapshot;
    const file = own.file("index.parquet");
    await own.run(writeSourceIndex(source, columns, file));
    const found = await own.all(
      sql`SELECT ord, contains(search, 'äb') AS title, contains(search, 'true' || 'USD') AS across FROM read_parquet(${literal(file)}) ORDER BY ord`,
    );
    expect(found.map((row) => [row["title"], row["across"]])).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ]);
  });
});
