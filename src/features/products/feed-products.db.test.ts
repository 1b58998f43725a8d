import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { performWhole } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { assignChannel } from "../channels/index.ts";
import { muteFinding } from "../findings/index.ts";
import { listRules } from "../rules/index.ts";
import { latestRun, publishRun } from "../runs/index.ts";
import { getFeedScope } from "../scopes/index.ts";
import { listFeedProducts } from "./index.ts";
import type { FeedProductShape } from "./product-shapes.ts";
import { catalogOf, productsShop, type ProductsShop, type Query, refusal } from "./products-shop.suite.ts";
import type { z } from "zod";

/** In feed order. Two rules exclude with the same words, a third with the words of a setting. */
const CATALOG = catalogOf([
  { id: 101, title: "Banana", price: "9.50", vendor: "Acme" },
  { id: 102, title: "Apple", price: "100.00", vendor: "Acme" },
  { id: 103, title: "Cherry", price: "20.00", vendor: "Zeta" },
  { id: 104, title: "Date", price: "30.00", vendor: "Zeta" },
  { id: 105, title: "Elder", price: "-1.00", vendor: "Zeta" },
  { id: 106, title: "Fig", price: "3.00", vendor: "Beta" },
]);
const WORDS = "Not this one";

type Row = z.output<typeof FeedProductShape>;

let products: ProductsShop;
let rules: readonly string[];
const list = (query: Query = {}, of = products.shop) =>
  performWhole<{ readonly data: readonly Row[]; readonly meta: { readonly total: number } }>(
    products.listed.real.services,
    of,
    listFeedProducts,
    {
      path: { id: `feed_${products.primaryId}` },
      query: { per_page: "50", ...query },
    },
  );
const ids = async (query: Query) => (await list(query)).data.map(({ row_id: id }) => Number(id));
const ruled = (at: number) => ({ stage: "rules", rule_id: rules[at] ?? "", setting: null });

beforeAll(async () => {
  products = await productsShop("causes.example", CATALOG);
  await products.addRule(products.primaryId, { type: "exclude", reason: WORDS, condition: "[D]id is 101" });
  await products.addRule(products.primaryId, { type: "exclude", reason: WORDS, condition: "[D]id in (101, 102)" });
  await products.addRule(products.primaryId, { type: "exclude", reason: "Gift card", condition: "[D]id is 103" });
  const listed = await performWhole<{ readonly data: readonly { readonly id: string }[] }>(
    products.listed.real.services,
    products.shop,
    listRules,
    {
      path: { feed_id: `feed_${products.primaryId}` },
      query: {},
    },
  );
  rules = listed.data.map(({ id }) => id);
  await performWhole(products.listed.real.services, products.shop, assignChannel, {
    path: { feed_id: `feed_${products.primaryId}`, slug: "google" },
    body: {},
  });
  await products.run(products.primaryId);
  // So many rows leave the feed that the run is held.
  const feed = { id: `feed_${products.primaryId}` };
  const { id } = await products.ask<{ readonly id: string }>(latestRun, { path: feed });
  await products.ask(publishRun, { path: { ...feed, run_id: id }, body: {} });
});
afterAll(() => products[Symbol.asyncDispose]());

describe("the cause of an exclusion", () => {
  test("is the very rule, also where rules share their words or use those of a setting, and else the stage", async () => {
    const causes = (await list()).data.map(({ row_id: id, cause }) => [Number(id), cause]);
    expect(causes).toEqual([
      [101, ruled(0)],
      [102, ruled(1)],
      [103, ruled(2)],
      [104, null],
      [105, { stage: "cells", rule_id: null, setting: null }],
      [106, null],
    ]);
    expect((await products.list()).data.map(({ cause }) => cause)).toEqual(causes.map(([, cause]) => cause));
  });

  test("is told of each reason of a scope, without a rule where several give it", async () => {
    const { reasons } = await products.ask<{ readonly reasons: readonly { readonly reason: string; readonly cause: object }[] }>(
      getFeedScope,
      {
        path: { id: `feed_${products.primaryId}` },
      },
    );
    expect(Object.fromEntries(reasons.map(({ reason, cause }) => [reason, cause]))).toEqual({
      [WORDS]: { stage: "rules", rule_id: null, setting: null },
      "Gift card": ruled(2),
      "Price is negative": { stage: "cells", rule_id: null, setting: null },
    });
  });
});

describe("a feed's rows are filtered by", () => {
  test("inclusion, reason and rule, alone and together", async () => {
    expect(await ids({ excluded: "true" })).toEqual([101, 102, 103, 105]);
    expect(await ids({ excluded: "false" })).toEqual([104, 106]);
    expect(await ids({ excluded_reason: WORDS })).toEqual([101, 102]);
    expect(await ids({ rule_id: rules[1] ?? "" })).toEqual([102]);
    expect(await ids({ rule_id: rules[1] ?? "", excluded: "false" })).toEqual([]);
    expect((await list({ excluded: "true", per_page: "1", sort: "title", order: "desc" })).meta.total).toBe(4);
    expect(await ids({ excluded: "true", sort: "title", order: "desc" })).toEqual([105, 103, 101, 102]);
    expect(await products.ids({ excluded_reason: WORDS })).toEqual([101, 102]);
  });

  test.each([
    ["[G]title contains e", [102, 103, 104, 105]],
    ["[D]vendor is Zeta and [G]price is not blank", [103, 104, 105]],
    ["title in (Fig, Date)", [104, 106]],
    ["[D]price < 10 or [G]title starts with A", [101, 102, 105, 106]],
    ["always", [101, 102, 103, 104, 105, 106]],
  ])("the condition %s", async (filter, expected) => {
    expect(await ids({ filter })).toEqual(expected);
    expect((await list({ filter, per_page: "1" })).meta.total).toBe(expected.length);
  });

  test("a condition, a search and a reason at once, and a cell stands for the platform's value", async () => {
    expect(await ids({ filter: "[D]vendor is Acme", excluded_reason: WORDS, search: "appl" })).toEqual([102]);
    await products.setCell(products.primaryId, 106, { vendor: "Cellar" });
    expect(await ids({ filter: "[D]vendor is Cellar" })).toEqual([106]);
  });

  test("a column that cells of others decide on", async () => {
    const filter = "[D]available = false";
    const before = await ids({ filter });
    expect(before).not.toContain(106);
    await products.setCell(products.primaryId, 106, { inventory_tracked: "true", inventory_policy: "deny", inventory_quantity: "0" });
    expect(await ids({ filter })).toEqual([...before, 106]);
  });

  test("a finding of the run, of any channel or one; a muted one has no rows", async () => {
    const all = await ids({ finding: "missing_image_link" });
    expect(all).toEqual([104, 106]);
    expect(await ids({ finding: "google:missing_image_link", excluded: "false" })).toEqual(all);
    await performWhole(products.listed.real.services, products.shop, muteFinding, {
      path: { feed_id: `feed_${products.primaryId}`, slug: "google" },
      body: { code: "missing_image_link", row_id: "104" },
    });
    expect(await ids({ finding: "missing_image_link" })).toEqual([106]);
  });

  test("columns show only those fields", async () => {
    const { data } = await list({ columns: "price, title", per_page: "1" });
    expect(data[0]?.fields).toEqual({ title: "Banana", price: "9.50 USD" });
  });
});

describe("a filter is refused", () => {
  test.each([
    [{ filter: "[D]price <" }, { param: "/filter", line: 1 }],
    [{ filter: "[G]titel is x" }, { param: "/filter", line: 1, column: 1 }],
    [{ columns: "title,titel" }, { param: "/columns" }],
    [{ sort: "titel" }, { param: "/sort" }],
    [{ finding: "no_such_code" }, { param: "/finding" }],
    [{ finding: "meta:missing_image_link" }, { param: "/finding" }],
    [{ rule_id: "seven" }, { param: "/rule_id" }],
    [{ excluded: "maybe" }, { param: "/excluded" }],
  ])("%o", async (query, detail) => {
    expect(await refusal(list({ ...query }))).toMatchObject({ code: "invalid_request", details: [detail] });
  });

  test("where the feed or the rule is a stranger's", async () => {
    const stranger = await testShop(products.shop.db);
    expect(await refusal(list({}, stranger.shop))).toMatchObject({ code: "resource_not_found" });
    expect(await refusal(list({ rule_id: "rule_999999" }))).toMatchObject({ code: "resource_not_found" });
  });
});
