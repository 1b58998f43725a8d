import { afterAll, beforeAll, expect, test } from "vitest";
import { performWhole } from "../../../test/harness/perform.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { members } from "../../kernel/unsafe.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { catalogOf, type ProductsShop, productsShop, refusal } from "../products/products-shop.suite.ts";
import { setOverrides } from "../products/index.ts";
import { deleteRule } from "../rules/index.ts";
import { diffRuns, listRuns, summariseDiff } from "./index.ts";
import type { FeedRunShape } from "./run-shapes.ts";

interface Row {
  readonly row_id: string;
  readonly product_id: string;
  readonly title: string;
  readonly change: string;
  readonly cause: Readonly<Record<string, unknown>>;
  readonly fields: readonly { readonly field: string }[];
}
interface Page {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number };
}
interface Summary {
  readonly against: string | null;
  readonly added_count: number;
  readonly removed_count: number;
  readonly changed_count: number;
  readonly fields: readonly { readonly field: string; readonly count: number }[];
  readonly causes: readonly {
    readonly change: string;
    readonly cause: Readonly<Record<string, unknown>>;
    readonly count: number;
    readonly sample_row_ids: readonly string[];
  }[];
}

let shop: ProductsShop;
let changed: Awaited<ReturnType<typeof changedFeed>>;
beforeAll(async () => {
  const words = ["Blue", "Red", "Green", "Grey", "White", "Black"];
  shop = await productsShop(
    "diffs.example",
    catalogOf(words.map((word, at) => ({ id: 101 + at, title: `${word} shirt`, price: "10", vendor: "Acme" }))),
  );
  changed = await changedFeed();
});
afterAll(() => shop[Symbol.asyncDispose]());

const feedText = (id: FeedId) => `feed_${id}`;
const runsOf = (feed: FeedId) => shop.ask<FeedRunShape[]>(listRuns, { path: { id: feedText(feed) } });
const newest = async (feed: FeedId) => (await runsOf(feed))[0]?.id ?? "";
const path = async (feed: FeedId) => ({ id: feedText(feed), run_id: await newest(feed) });
const diff = async (feed: FeedId, query: Readonly<Record<string, string>> = {}) =>
  performWhole<Page>(shop.listed.real.services, shop.shop, diffRuns, { path: await path(feed), query });
const summary = async (feed: FeedId, query: Readonly<Record<string, string>> = {}) =>
  shop.ask<Summary>(summariseDiff, { path: await path(feed), query });
const ids = ({ data }: Page) => data.map(({ row_id: id }) => Number(id));
const counted = ({ causes }: Summary) =>
  causes.map(({ change, cause, count }) => [change, cause["type"], cause["rule_id"] ?? cause["setting"], count]);

/** A feed whose newest run changes two titles, drops a row and takes another one back. */
async function changedFeed() {
  const feed = await shop.newFeed();
  const out = (title: string, reason: string) => shop.addRule(feed, { type: "exclude", reason, condition: `[D]title = "${title}"` });
  const sold = await out("Grey shirt", "Sold out");
  await shop.run(feed);
  await shop.ask(deleteRule, { path: { feed_id: feedText(feed), id: ruleId(sold) } });
  const sample = await out("White shirt", "Sample");
  const brand = await shop.addRule(feed, { type: "set_value", target: "brand", value: "Best", condition: '[D]title contains "Bl"' });
  await shop.run(feed);
  return { feed, sold: ruleId(sold), sample: ruleId(sample), brand: ruleId(brand) };
}
const ruleId = (answer: unknown): string => String(members(answer)["id"]);

test("a row that differs has its product, title and cause", async () => {
  const { feed, sold, sample, brand } = changed;
  const { data } = await diff(feed);
  const about = (id: number) => data.find(({ row_id: row }) => row === String(id));
  const [rule, other] = [{ type: "rule", setting: null }, { reason: null }];
  expect(about(104)).toMatchObject({ change: "added", title: "Grey shirt", cause: { ...rule, rule_id: sold, reason: "Sold out" } });
  expect(about(105)).toMatchObject({ change: "removed", title: "White shirt", cause: { ...rule, rule_id: sample, reason: "Sample" } });
  for (const [id, title] of [
    [101, "Blue shirt"],
    [106, "Black shirt"],
  ] as const)
    expect(about(id)).toMatchObject({
      change: "changed",
      title,
      cause: { ...rule, ...other, rule_id: brand },
      product_id: expect.stringMatching(/^prod_\d+$/),
    });
  expect(data).toHaveLength(4);
});

test("rows are filtered by change, field and text, and the total follows", async () => {
  const { feed } = changed;
  expect(ids(await diff(feed, { change: "changed" }))).toEqual([101, 106]);
  expect(ids(await diff(feed, { change: "removed" }))).toEqual([105]);
  expect(ids(await diff(feed, { field: "brand", change: "changed" }))).toEqual([101, 106]);
  expect(ids(await diff(feed, { field: "title", change: "changed" }))).toEqual([]);
  expect(ids(await diff(feed, { field: "title" }))).toEqual([104, 105]);
  expect(ids(await diff(feed, { search: "WHITE" }))).toEqual([105]);
  expect((await diff(feed, { search: "shirt", per_page: "1", page: "2" })).meta).toMatchObject({ total: 4 });
  expect(await diff(feed, { search: "shirt", per_page: "1", page: "9" })).toMatchObject({ data: [], meta: { total: 4 } });
  expect(ids(await diff(feed, { search: "'; drop" }))).toEqual([]);
  expect(await refusal(diff(feed, { field: "nothing" }))).toMatchObject({ code: "invalid_request", details: [{ param: "/field" }] });
});

test("the summary counts rows by change, field and cause, and its sums are those of the rows", async () => {
  const { feed, sold, sample, brand } = changed;
  const told = await summary(feed);
  expect(told).toMatchObject({ added_count: 1, removed_count: 1, changed_count: 2, fields: [{ field: "brand", count: 2 }] });
  const expected = [
    ["changed", "rule", brand, 2],
    ["added", "rule", sold, 1],
    ["removed", "rule", sample, 1],
  ];
  expect(new Set(counted(told).map(String))).toEqual(new Set(expected.map(String)));
  expect(told.causes[0]?.sample_row_ids).toEqual(["101", "106"]);
});

test("a first run is compared with nothing, and a changed mapping, a cell and an override are the causes of what they change", async () => {
  const feed = await shop.newFeed();
  await shop.run(feed);
  expect(await summary(feed)).toMatchObject({
    against: null,
    added_count: 6,
    causes: [{ change: "added", cause: { type: "first_run" }, count: 6 }],
  });
  await shop.setCell(feed, 102, { title: "Ruby shirt" });
  await shop.setCell(feed, 104, { title: "" });
  await shop.ask(setOverrides, { path: { id: "103" }, body: { brand: "Other" } });
  await shop.ask(changeColumnMappings, { path: { feed_id: feedText(feed) }, body: { mappings: { custom_label_0: "vendor" } } });
  await shop.run(feed);
  const told = await summary(feed);
  expect(told.fields.find(({ field }) => field === "custom_label_0")).toMatchObject({ count: 5 });
  expect(counted(told)).toEqual(
    expect.arrayContaining([
      ["changed", "mapping", null, 5],
      ["changed", "cell", null, 1],
      ["changed", "override", null, 1],
      ["removed", "cell", null, 1],
    ]),
  );
  // A cell may also take a row out of the file.
  expect(told.causes).toContainEqual(
    expect.objectContaining({
      ...{ change: "removed", count: 1, sample_row_ids: ["104"] },
      cause: expect.objectContaining({ type: "cell", reason: "No title" }),
    }),
  );
  const { data } = await diff(feed, { field: "title" });
  expect(data).toMatchObject([
    { row_id: "102", title: "Ruby shirt" },
    { row_id: "104", cause: { type: "cell", reason: "No title" } },
  ]);
  await shop.restore(103);
});

test("a cell that brings a row back is the cause, and a held run is compared with the live one", async () => {
  const feed = await shop.newFeed();
  await shop.setCell(feed, 102, { title: "" });
  await shop.run(feed);
  await shop.setCell(feed, 102, { title: "Ruby shirt" });
  await shop.run(feed);
  expect(counted(await summary(feed))).toEqual([["added", "cell", null, 1]]);
  const live = await newest(feed);
  const rule = await shop.addRule(feed, { type: "exclude", reason: "Closed" });
  await shop.run(feed);
  expect((await runsOf(feed))[0]?.publication).toBe("held");
  const told = await summary(feed, { against: "live" });
  expect(told).toMatchObject({
    against: live,
    removed_count: 6,
    fields: [],
    causes: [{ cause: { type: "rule", rule_id: ruleId(rule), reason: "Closed" }, count: 6 }],
  });
  expect(await refusal(summary(feed, { against: "run_999999" }))).toMatchObject({ code: "invalid_request" });
});
