import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { findFeed } from "../feeds/index.ts";
import { createRule } from "../rules/index.ts";
import { getLookupTable } from "./get-lookup-table.ts";
import { listLookupTables } from "./list-lookup-tables.ts";
import { findLookupTables } from "./lookup-tables.ts";
import { putLookupTable } from "./put-lookup-table.ts";
import { removeLookupTable } from "./remove-lookup-table.ts";

let database: TestDatabase;
let real: RealServices;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(0)));
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

type Home = Pick<TestShop, "shop">;
type Table = Readonly<Record<string, unknown>>;
const put = ({ shop }: Home, name: string, body: object) => perform<Table>(real.services, shop, putLookupTable, { path: { name }, body });
const get = ({ shop }: Home, name: string) => perform<Table>(real.services, shop, getLookupTable, { path: { name } });
const list = ({ shop }: Home, query = {}) => perform<readonly Table[]>(real.services, shop, listLookupTables, { query });
const remove = ({ shop }: Home, name: string) => perform(real.services, shop, removeLookupTable, { path: { name } });
const removals = async () =>
  (await database.pool.query("select payload->>'prefix' as prefix from graphile_worker._private_jobs order by id")).rows.map(
    (row: { readonly prefix: string }) => row.prefix,
  );

/** What a run would read. */
async function stored({ shop }: Home, name: string): Promise<readonly unknown[]> {
  const table = (await findLookupTables(shop)).find((each) => each.name === name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  await using file = await real.services.objects.local(table.objectKey);
  return await real.services.warehouse.of(null).query(sql`SELECT * FROM read_parquet(${literal(file.path)})`);
}

const colours = {
  columns: ["Colour", "Google colour"],
  rows: [
    ["Aqua", "Blue"],
    ["Rosé ", "Pink"],
  ],
};

describe("a lookup table", () => {
  test("is stored with its keys folded, and answers what it holds", async () => {
    const made = await testShop(database.db);
    expect(await put(made, "Colours", colours)).toEqual({
      object: "lookup_table",
      name: "Colours",
      columns: ["Colour", "Google colour"],
      row_count: 2,
      size_bytes: expect.any(Number),
      unmatched_keys: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(await get(made, "colours")).toMatchObject({ name: "Colours", row_count: 2 });
    expect(await stored(made, "Colours")).toEqual([
      { k1: "aqua", k0: "Aqua", v1: "Blue" },
      { k1: "rosé", k0: "Rosé ", v1: "Pink" },
    ]);
  });

  test.each([
    [
      {
        rows: [
          { sku: "a", rate: 1.5, kept: true },
          { sku: "b", note: null },
        ],
      },
      ["sku", "rate", "kept", "note"],
      [
        { k1: "a", v1: "1.5", v2: "true", v3: "" },
        { k1: "b", v1: "", v3: "" },
      ],
    ],
    [{ rows: [["a"], ["b"]] }, ["key"], [{ k1: "a" }, { k1: "b" }]],
    [
      { rows: [["a", "1", "2"], ["b"]] },
      ["key", "value", "value_2"],
      [
        { v1: "1", v2: "2" },
        { v1: "", v2: "" },
      ],
    ],
    [
      { columns: ["k", "Cafe\u0301"], rows: [{ "Caf\u00E9": "E\u0301", k: "E\u0301" }] },
      ["k", "Caf\u00E9"],
      [{ k1: "\u00E9", v1: "\u00C9" }],
    ],
    [{ columns: ["k", "v"], rows: [] }, ["k", "v"], []],
    [{ rows: [["x", 'quote " tab \t line\nend 😀']] }, ["key", "value"], [{ v1: 'quote " tab \t line\nend 😀' }]],
  ])("takes rows as lists and as objects: %j", async (body, columns, rows) => {
    const made = await testShop(database.db);
    expect(await put(made, "t", body)).toMatchObject({ columns, row_count: rows.length });
    expect(await stored(made, "t")).toMatchObject(rows);
  });

  test("keeps one name whatever the case of its letters, and the shop's tables are listed by it", async () => {
    const made = await testShop(database.db);
    for (const name of ["b-table", "Alpha", "ALPHA", "c_2"]) await put(made, name, colours);
    expect((await list(made)).map(({ name }) => name)).toEqual(["Alpha", "b-table", "c_2"]);
    expect((await list(made, { per_page: "1", page: "2" })).map(({ name }) => name)).toEqual(["b-table"]);
  });

  test("of another shop is not found, not listed and not removed", async () => {
    const [mine, theirs] = [await testShop(database.db), await testShop(database.db)];
    await put(theirs, "colours", colours);
    await expect(get(mine, "colours")).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(remove(mine, "colours")).rejects.toMatchObject({ code: "resource_not_found" });
    expect(await list(mine)).toEqual([]);
    await put(mine, "colours", { rows: [["a", "b"]] });
    expect(await get(theirs, "colours")).toMatchObject({ row_count: 2 });
  });

  test("of a row more than allowed is refused", async () => {
    const made = await testShop(database.db);
    const rows = Array.from({ length: 100_001 }, (_, at) => [`key ${at}`, `value ${at}`]);
    await expect(put(made, "large", { rows })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ param: "/rows", message: expect.stringContaining("100000") }],
    });
  });

  test("may have rows of many longest values, whatever they consist of", async () => {
    const made = await testShop(database.db);
    const values = (character: string) => Array.from({ length: 19 }, () => character.repeat(20_000));
    await put(made, "long", {
      rows: [
        ["quotes", ...values('"')],
        ["controls", ...values("\u0001")],
        ["emoji", ...values("😀")],
      ],
    });
    expect(await stored(made, "long")).toMatchObject([
      { v19: '"'.repeat(20_000) },
      { v1: "\u0001".repeat(20_000) },
      { v19: "😀".repeat(20_000) },
    ]);
  });

  const wide = Array.from({ length: 51 }, (_, at) => `c${at}`);
  test.each([
    [
      {
        rows: [
          ["Aqua", "1"],
          ["b", "2"],
          ["AQUA ", "3"],
        ],
      },
      "/rows/2",
      /Row 3: the key "AQUA " is already used in row 1/,
    ],
    [
      {
        rows: [
          ["a", "1"],
          [" ", "2"],
        ],
      },
      "/rows/1",
      /Row 2: the key \(key\) is blank/,
    ],
    [{ columns: ["k", "v"], rows: [["a", "1", "2"]] }, "/rows/0", /3 values, but the table has 2 columns/],
    [{ columns: ["k", "v"], rows: [{ k: "a", w: "1" }] }, "/rows/0", /no column w/],
    [{ rows: ["a"] }, "/rows/0", /must be a list or an object/],
    [{ rows: [["a", ["b"]]] }, "/rows/0/1", /must be a string or a number/],
    [{ rows: [["a", 1e21]] }, "/rows/0/1", /Send it as a string/],
    [{ rows: [["a", "x".repeat(20_001)]] }, "/rows/0/1", /more than 20000/],
    [{ columns: ["k", "K"], rows: [] }, "/columns/1", /Columns 1 and 2 are both called K/],
    [{ columns: ["k", " "], rows: [] }, "/columns/1", /no name/],
    [{ columns: [], rows: [] }, "/columns", /at least one column/],
    [{ columns: wide, rows: [] }, "/columns", /at most 50/],
    [{ rows: [wide] }, "/rows", /at most 50/],
    [{ columns: ["a"] }, "/rows", /required/],
    [{ rows: [], more: 1 }, "/more", /Unknown field/],
  ])("that cannot be one is refused with the row and the reason: %#", async (body, param, message) => {
    const made = await testShop(database.db);
    await expect(put(made, "t", body)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ param, message: expect.stringMatching(message) }],
    });
    expect(await list(made)).toEqual([]);
  });

  test.each(["1st", "with space", "größe", "a.b", "x".repeat(101)])("is not called %j", async (name) => {
    const made = await testShop(database.db);
    await expect(put(made, name, colours)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(get(made, name)).rejects.toMatchObject({ code: "resource_not_found" });
  });
});

describe("a new version of a table", () => {
  test("replaces all rows; the one before is kept for runs that read it, the one before that is removed", async () => {
    const made = await testShop(database.db);
    const versions: string[] = [];
    for (const value of ["1", "2", "3"]) {
      await put(made, "t", { rows: [["a", value]] });
      versions.push((await findLookupTables(made.shop))[0]?.objectKey ?? "");
      expect(await stored(made, "t")).toMatchObject([{ v1: value }]);
    }
    expect(await removals()).toEqual([versions[0]?.replace("table.parquet", "")]);
    expect(await real.services.objects.head(versions[1] ?? "")).toBeDefined();
  });

  test("says nothing of what the last run did not find", async () => {
    const made = await testShop(database.db);
    await put(made, "t", colours);
    const unmatched = [{ key: "teal", count: 3 }];
    await database.db
      .updateTable("lookup_tables")
      .set({ unmatched_keys: JSON.stringify(unmatched) })
      .where("shop_id", "=", made.shop.shopId)
      .execute();
    expect(await get(made, "t")).toMatchObject({ unmatched_keys: unmatched });
    expect(await put(made, "t", colours)).toMatchObject({ unmatched_keys: null });
  });

  test("beside another is one after the other, and both were stored", async () => {
    const made = await testShop(database.db);
    await Promise.all(["1", "2", "3"].map((value) => put(made, "t", { rows: [["a", value]] })));
    expect(await list(made)).toHaveLength(1);
    expect(await stored(made, "t")).toMatchObject([{ k1: "a" }]);
  });
});

describe("a table that is used", () => {
  const use = ({ shop, feedId }: TestShop) =>
    perform(real.services, shop, changeColumnMappings, {
      path: { feed_id: String(feedId) },
      body: { mappings: { color: '=lookup("COLOURS", [D]option1_value)' } },
    });

  test("by a mapping is not removed, whatever the case it was named in, until it is used no more", async () => {
    const made = await testShop(database.db);
    await put(made, "colours", colours);
    await use(made);
    await expect(remove(made, "colours")).rejects.toMatchObject({
      code: "lookup_table_in_use",
      details: [{ message: `The column mappings of feed_${made.feedId} use the table.` }],
    });
    await perform(real.services, made.shop, changeColumnMappings, { path: { feed_id: String(made.feedId) }, body: { reset: true } });
    await remove(made, "colours");
    expect(await list(made)).toEqual([]);
    await expect(use(made)).rejects.toMatchObject({ code: "validation_failed" });
  });

  test("by a rule is not removed, and the rule is named", async () => {
    const made = await testShop(database.db);
    await put(made, "colours", colours);
    const rule = {
      shop_id: made.shop.shopId,
      feed_id: made.feedId,
      position: 1,
      rule_type: "replace_many",
      definition: "{}",
      active: false,
    };
    const { id } = await database.db
      .insertInto("rules")
      .values({ ...rule, lookups: ["Colours"] })
      .returning("id")
      .executeTakeFirstOrThrow();
    await expect(remove(made, "colours")).rejects.toMatchObject({
      code: "lookup_table_in_use",
      details: [{ message: `Rule rule_${id} of feed_${made.feedId} uses the table.` }],
    });
  });

  test("by a rule or a mapping keeps the columns that they read; others may go", async () => {
    const made = await testShop(database.db);
    const wide = { columns: ["key", "group", "shade", "rate"], rows: [["a", "b", "c", "1"]] };
    await put(made, "colours", wide);
    const path = { feed_id: String(made.feedId) };
    const mappings = { color: '=lookup("COLOURS", [D]option1_value, "Shade")', size: '=lookup("colours", [D]option1_value)' };
    await perform(real.services, made.shop, changeColumnMappings, { path, body: { mappings } });
    const rule = { type: "set_value", target: "brand", value: '=lookup("colours", [D]vendor, "rate")' };
    const { id } = await perform<{ readonly id: string }>(real.services, made.shop, createRule, { path, body: { rule } });
    await put(made, "colours", { columns: ["key", "RATE", "shade"], rows: [["a", "1", "c"]] });
    await expect(put(made, "colours", { columns: ["key", "other"], rows: [["a", "b"]] })).rejects.toMatchObject({
      code: "lookup_table_in_use",
      details: [
        {
          param: "/columns",
          message: `Rule ${id} of feed_${made.feedId} uses the table: The lookup table colours has no column rate; it has other.`,
        },
        {
          message: expect.stringContaining(
            `The mapping of color in feed_${made.feedId} uses the table: The lookup table COLOURS has no column`,
          ),
        },
      ],
    });
    expect(await get(made, "colours")).toMatchObject({ columns: ["key", "RATE", "shade"] });
    await perform(real.services, made.shop, changeColumnMappings, { path, body: { reset: true } });
    await put(made, "colours", { columns: ["key", "rate"], rows: [["a", "b"]] });
  });

  test("changes the definition of the feeds that use it when it is written anew, and of no other", async () => {
    const [made, other] = [await testShop(database.db), await testShop(database.db)];
    await put(made, "colours", colours);
    await use(made);
    await put(made, "colours", { rows: [["a", "b"]] });
    expect(await findFeed(made.shop, made.feedId)).toMatchObject({ definition_version: 3 });
    expect(await findFeed(other.shop, other.feedId)).toMatchObject({ definition_version: 1 });
  });

  test("cannot be removed between being looked up and being named", async () => {
    const made = await testShop(database.db);
    await put(made, "colours", colours);
    const [used, removed] = await Promise.allSettled([use(made), remove(made, "colours")]);
    expect([used.status, removed.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

test("the objects of a removed table are removed, and a new table of its name has others", async () => {
  const made = await testShop(database.db);
  await put(made, "t", colours);
  const [before] = await findLookupTables(made.shop);
  await remove(made, "t");
  expect(await removals()).toContain(before?.objectKey.replace("table.parquet", ""));
  await put(made, "t", colours);
  expect((await findLookupTables(made.shop))[0]?.objectKey).not.toBe(before?.objectKey);
});
