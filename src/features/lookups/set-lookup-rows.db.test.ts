import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { perform, performWhole } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { findFeed } from "../feeds/index.ts";
import { storedId } from "../../kernel/ids.ts";
import { readLookupCsv } from "./read-lookup-csv.ts";
import { downloadLookupTable, getLookupTable, listLookupRows, putLookupTable, setLookupRows } from "./index.ts";

let database: TestDatabase;
let real: RealServices;
let made: TestShop;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(0)));
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  made = await testShop(database.db);
  await put({
    columns: ["Colour", "Group", "Note"],
    rows: [
      ["Aqua", "Blue", "light"],
      ["Rosé", "Pink", ""],
      ["Mauve", "Violet", "x"],
    ],
  });
});

interface Change {
  readonly object: string;
  readonly row_count: number;
  readonly changes: readonly { readonly key: string; readonly action: string }[];
  readonly updated_at: string;
}
interface Rows {
  readonly data: readonly { readonly key: string; readonly values: Readonly<Record<string, string>> }[];
  readonly meta: Readonly<Record<string, unknown>>;
}
const path = { name: "colours" };
const put = (body: object) => perform(real.services, made.shop, putLookupTable, { path, body });
const set = (body: object, of = made) => perform<Change>(real.services, of.shop, setLookupRows, { path: { name: "COLOURS" }, body });
const list = (query: Readonly<Record<string, string>> = {}, of = made) =>
  performWhole<Rows>(real.services, of.shop, listLookupRows, { path, query });
const cells = async () => (await list()).data.map(({ values }) => Object.values(values));

describe("rows of a lookup table", () => {
  test("are set by key and removed as one change; the others keep their places, and an object changes only what it names", async () => {
    const answer = await set({
      rows: [["AQUA ", "Cyan"], { Colour: "rosé", Note: "warm" }, { Colour: "Teal", Group: "Blue" }],
      remove: ["mauve", "nothing"],
    });
    expect(answer).toEqual({
      object: "lookup_rows_change",
      name: "colours",
      row_count: 3,
      added_count: 1,
      changed_count: 2,
      removed_count: 1,
      changes: [
        {
          key: "AQUA ",
          action: "changed",
          before: { Colour: "Aqua", Group: "Blue", Note: "light" },
          after: { Colour: "AQUA ", Group: "Cyan", Note: "" },
        },
        {
          key: "rosé",
          action: "changed",
          before: { Colour: "Rosé", Group: "Pink", Note: "" },
          after: { Colour: "rosé", Group: "Pink", Note: "warm" },
        },
        { key: "Teal", action: "added", before: null, after: { Colour: "Teal", Group: "Blue", Note: "" } },
        { key: "Mauve", action: "removed", before: { Colour: "Mauve", Group: "Violet", Note: "x" }, after: null },
      ],
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(await cells()).toEqual([
      ["AQUA ", "Cyan", ""],
      ["rosé", "Pink", "warm"],
      ["Teal", "Blue", ""],
    ]);
  });

  test("are previewed without saving, and a change of nothing makes no version", async () => {
    const before = await list();
    const preview = await set({ rows: [["Teal", "Blue", ""]], remove: ["Aqua"], preview: true });
    expect(preview).toMatchObject({
      object: "lookup_rows_preview",
      row_count: 3,
      changes: [{ key: "Teal" }, { key: "Aqua", action: "removed" }],
    });
    expect((await set({ rows: [["Aqua", "Blue", "light"]], remove: ["gone"] })).changes).toEqual([]);
    expect(await list()).toEqual(before);
  });

  test.each([
    [
      {
        rows: [
          ["a", "1"],
          ["A", "2"],
        ],
      },
      "/rows/1",
      /already used in row 1/,
    ],
    [{ rows: [["a", "1"]], remove: [" A"] }, "/remove/0", /in `rows` too/],
    [{ rows: [["", "1"]] }, "/rows/0", /blank/],
    [{ rows: [{ Group: "x" }] }, "/rows/0", /blank/],
    [{ rows: [{ Colour: "a", Size: "x" }] }, "/rows/0", /no column Size/],
    [{ rows: [["a", "b", "c", "d"]] }, "/rows/0", /4 values/],
    [{ rows: Array.from({ length: 5_001 }, (_, at) => [`k${at}`]) }, "/rows", /5000/],
    [{ colour: "a" }, "/colour", /Unknown/],
  ])("that can't be set are refused with the row and the reason: %#", async (body, param, message) => {
    const before = await list();
    await expect(set(body)).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ param, message: expect.stringMatching(message) }],
    });
    expect(await list()).toEqual(before);
  });

  test("are at most 100,000 with those that there are, and together no more text than a table may bring", async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => [`key ${at}`, "v", ""]);
    await put({ columns: ["Colour", "Group", "Note"], rows });
    await expect(set({ rows: [["another"]] })).rejects.toMatchObject({ details: [{ message: expect.stringContaining("100001 rows") }] });
    expect((await set({ rows: [["another"]], remove: ["key 5"] })).row_count).toBe(100_000);
    const long = "x".repeat(20_000);
    await put({ columns: ["Colour", "Group", "Note"], rows: Array.from({ length: 270 }, (_, at) => [`k${at}`, long, ""]) });
    await expect(set({ rows: Array.from({ length: 270 }, (_, at) => ({ Colour: `k${at}`, Note: long })) })).rejects.toMatchObject({
      details: [{ param: "/rows", message: expect.stringContaining("bytes of text") }],
    });
  });

  test("changed by several at once are all changed, one after another", async () => {
    await Promise.all([1, 2, 3, 4].map((at) => set({ rows: [[`new ${at}`, String(at)]] })));
    expect(new Set((await cells()).slice(3).map(([key]) => key))).toEqual(new Set(["new 1", "new 2", "new 3", "new 4"]));
  });

  test("outdate the feeds that use the table", async () => {
    const feed = { feed_id: String(made.feedId) };
    await perform(real.services, made.shop, changeColumnMappings, {
      path: feed,
      body: { mappings: { color: '=lookup("colours", [D]vendor)' } },
    });
    const version = async () => (await findFeed(made.shop, storedId("feed", made.feedId)))?.definition_version ?? 0;
    const before = await version();
    await set({ rows: [["Teal", "Blue"]] });
    expect(await version()).toBeGreaterThan(before);
    expect(await perform(real.services, made.shop, getLookupTable, { path })).toMatchObject({
      used_by: [{ type: "mapping", feed_id: `feed_${made.feedId}`, rule_id: null, channel: null }],
    });
  });

  test("of another shop are not found", async () => {
    const stranger = await testShop(database.db);
    await expect(list({}, stranger)).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(set({ rows: [["a"]] }, stranger)).rejects.toMatchObject({ code: "resource_not_found" });
  });
});

describe("pages of rows", () => {
  test("have them in their order, and a search looks into every column, ignoring case", async () => {
    const { data, meta } = await list({ per_page: "2", page: "2" });
    expect(data).toEqual([{ key: "Mauve", values: { Colour: "Mauve", Group: "Violet", Note: "x" } }]);
    expect(meta).toEqual({
      page: 2,
      per_page: 2,
      total: 3,
      total_pages: 2,
      has_more: false,
      columns: ["Colour", "Group", "Note"],
      updated_at: expect.any(String),
    });
    const found = async (search: string) => (await list({ search })).data.map(({ key }) => key);
    expect([await found("LIGHT"), await found("ROSÉ"), await found("i"), await found("%"), await found("'")]).toEqual([
      ["Aqua"],
      ["Rosé"],
      ["Aqua", "Rosé", "Mauve"],
      [],
      [],
    ]);
    expect((await list({ search: "violet" })).meta["total"]).toBe(1);
  });

  test("come back as CSV that can be imported again, formulas guarded", async () => {
    await set({ rows: [["=1+1", '"quoted", \n', "-5"]] });
    const request = await performWhole<string>(real.services, made.shop, downloadLookupTable, { path });
    expect(request.split("\r\n").at(-2)).toBe('\'=1+1,"""quoted"", \n",\'-5');
    const before = await cells();
    await perform(real.services, made.shop, putLookupTable, { path, body: readLookupCsv(Buffer.from(request)) });
    expect(await cells()).toEqual(before);
  });
});
