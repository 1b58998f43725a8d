import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { secondFeed, testShop } from "../../../test/harness/shop-fixture.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import { findFeed } from "../feeds/index.ts";
import { refusal } from "../products/products-shop.suite.ts";
import { listCells } from "./cell-queries.ts";
import { setManyCells } from "./set-many-cells.ts";

/** A shop with a real snapshot of three rows, 1001 to 1003. */
let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("many-cells.example", 3);
});
afterAll(() => listed[Symbol.asyncDispose]());

let feedId: FeedId;
let feeds = 0;
beforeEach(async () => {
  feeds += 1;
  const { id } = await secondFeed(listed.shop, `feed-${feeds}`);
  await listed.shop.db.updateTable("feeds").set({ feed_type: "language" }).where("id", "=", id).execute();
  feedId = storedId("feed", id);
});

interface Update {
  readonly version: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly errors: readonly Readonly<Record<string, unknown>>[];
}
const set = (rows: readonly object[], more: object = {}, of = listed.shop) =>
  perform<Update>(listed.real.services, of, setManyCells, { path: { id: `feed_${feedId}` }, body: { rows, ...more } });
const row = (id: number | string, cells: object) => ({ row_id: String(id), cells });
const versionOf = async () => (await findFeed(listed.shop, feedId))?.definition_version ?? 0;

describe("cells of many rows", () => {
  test("in another currency than their row's are errors of their own", async () => {
    const { errors, rows } = await set([row(1001, { price: "44 EUR", cost: "3 USD" }), row(1002, { currency: "EUR", price: "44 EUR" })]);
    expect(errors).toMatchObject([{ row_id: "1001", column: "price", code: "invalid_value", message: expect.stringContaining("not EUR") }]);
    expect(rows.map(({ updated }) => updated)).toEqual([{ cost: "3 USD" }, { currency: "EUR", price: "44 EUR" }]);
  });

  test("are one change and one version, and the answer has the values of before, which lead back", async () => {
    await set([row(1002, { title: "Old", vendor: "Acme" })]);
    const version = await versionOf();
    const answer = await set([row(1001, { title: "Cafe\u0301" }), row("prod_1002", { title: "New", vendor: null })]);
    expect(answer).toEqual({
      object: "cells_update",
      feed_id: `feed_${feedId}`,
      version: version + 1,
      rows: [
        { row_id: "1001", product_id: "prod_1001", updated: { title: "Caf\u00E9" }, cleared: [], previous: { title: null } },
        {
          row_id: "1002",
          product_id: "prod_1002",
          updated: { title: "New" },
          cleared: ["vendor"],
          previous: { title: "Old", vendor: "Acme" },
        },
      ],
      errors: [],
    });
    await set(answer.rows.map(({ row_id: id, previous }) => ({ row_id: id, cells: previous })));
    expect(await listCells(listed.shop, feedId)).toEqual([
      { rowId: 1002, column: "title", value: "Old" },
      { rowId: 1002, column: "vendor", value: "Acme" },
    ]);
  });

  test("that can't be saved are told one by one, and the others are saved", async () => {
    const { rows, errors } = await set([
      row(1001, { title: "Good", nothing: "x", canonical_margin_pct: "1", brand: "x", vendor: "a\u0000b" }),
      row(9999, { title: "x" }),
      row("a row", { title: "x" }),
      row("prod_1001", { title: "Twice" }),
    ]);
    expect(rows).toMatchObject([{ row_id: "1001", updated: { title: "Good" } }]);
    expect(new Set(errors.map(({ row_id: id, column, code }) => `${String(id)} ${String(column)} ${String(code)}`))).toEqual(
      new Set([
        "1001 nothing unknown_column",
        "1001 canonical_margin_pct computed_column",
        "1001 brand output_column",
        "1001 vendor invalid_value",
        "9999 null row_not_found",
        "a row null row_not_found",
        "prod_1001 null duplicate_row",
      ]),
    );
    expect(errors.find(({ code }) => code === "output_column")).toMatchObject({ source_column: "vendor" });
  });

  test("that change nothing make no version; an outdated version and a stranger's feed are refused", async () => {
    const version = await versionOf();
    expect((await set([row(1001, { title: null }), row(1002, {})])).version).toBe(version);
    await set([row(1001, { title: "Good" })]);
    expect(await versionOf()).toBe(version + 1);
    const outdated = {
      path: { id: String(feedId) },
      query: { expected_version: String(version) },
      body: { rows: [row(1001, { title: "x" })] },
    };
    expect(await refusal(perform(listed.real.services, listed.shop, setManyCells, outdated))).toMatchObject({ code: "version_conflict" });
    const stranger = await testShop(listed.database.db);
    expect(await refusal(set([row(1001, { title: "x" })], {}, stranger.shop))).toMatchObject({ code: "resource_not_found" });
  });

  test("are at most 500 rows and 5,000 cells", async () => {
    const rows = Array.from({ length: 501 }, (_, at) => row(at + 1, {}));
    expect(await refusal(set(rows))).toMatchObject({ code: "validation_failed", param: "/rows" });
    const columns = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`c${at}`, "x"]));
    expect(await refusal(set(rows.slice(0, 455).map(({ row_id: id }) => row(id, columns))))).toMatchObject({ param: "/rows" });
    expect((await set(rows.slice(0, 500))).errors).toHaveLength(500);
  });

  test("are previewed beside the cells that other rows have already", async () => {
    await set([row(1001, { title: "" })]);
    const preview = await set([row(1002, { title: "Only this" })], { preview: true });
    expect(preview).toMatchObject({ summary: { total: 3, changed: 1, newly_included: 0 }, results: [{ row_id: "1002" }] });
  });

  test("are previewed over the whole feed, and nothing is saved", async () => {
    const version = await versionOf();
    const preview = await set([row(1001, { title: "Better" }), row(1003, { title: "Best" })], { preview: true });
    expect(preview).toMatchObject({ object: "feed_preview", summary: { total: 3, changed: 2, unchanged: 1 } });
    expect([await versionOf(), await listCells(listed.shop, feedId)]).toEqual([version, []]);
  });
});
