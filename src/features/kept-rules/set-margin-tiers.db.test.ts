import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { type ConfigShop, configShop, refusal } from "../config/config-shop.suite.ts";
import { listRules } from "../rules/index.ts";
import type { FeedPreviewShape } from "../transforms/index.ts";
import { setMarginTiers } from "./index.ts";

/** Margins of 75, 50 and 10 percent, and one product without a cost. */
const COSTS = ["2.50", "5.00", "9.00", null];
const CATALOG = {
  products: COSTS.map((_, at) =>
    rawProduct(at + 1, {
      key: `p${at + 1}`,
      id: String(at + 1),
      title: `Lamp ${at + 1}`,
      vendor: at < 2 ? "Acme" : "Hazel",
      product_type: `Type ${at + 1}`,
      tags: at === 0 ? ["Sale", "New"] : ["Old"],
    }),
  ),
  variants: COSTS.map((cost, at) =>
    rawVariant(at + 1, { product_key: `p${at + 1}`, id: String(1_001 + at), sku: `SKU-${at + 1}`, price: "10.00", cost }),
  ),
};

let home: ConfigShop;
beforeAll(async () => {
  home = await configShop("tiers.example", CATALOG);
});
afterAll(() => home[Symbol.asyncDispose]());

let feed: FeedId;
beforeEach(async () => {
  feed = await home.newFeed();
});

interface Answer {
  readonly changed: boolean;
  readonly rule_id: string | null;
  readonly cost_coverage: object;
  readonly effect: FeedPreviewShape | null;
}
const set = (body: object) => home.ask<Answer>(setMarginTiers, { feed_id: String(feed) }, { body: { slot: 1, ...body } });
const definitions = async () =>
  (await home.ask<readonly { readonly definition: object }[]>(listRules, { feed_id: String(feed) })).map(({ definition }) => definition);

/** By row: the label it would have. */
async function labels(body: object): Promise<Readonly<Record<string, string>>> {
  const { effect } = await set({ ...body, preview: true });
  const of = (effect?.results ?? []).map(({ row_id: row, changes }) => [row, changes.map(({ after }) => after).join()] as const);
  return Object.fromEntries(of.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const MARGINS = {
  by: "margin",
  tiers: [
    { name: "high", min: 60 },
    { name: "medium", min: 30, max: 60 },
    { name: "low", max: 30 },
  ],
};

describe("tiers", () => {
  test("by margin sort products by (price − cost) / price; one without a cost is in none", async () => {
    expect(await labels(MARGINS)).toEqual({ 1001: "high", 1002: "medium", 1003: "low" });
    expect(await set({ ...MARGINS, preview: true })).toMatchObject({ cost_coverage: { with_cost: 3, total: 4 }, rule_id: null });
    expect(await definitions()).toEqual([]);
  });

  test.each([
    ["vendor", ["acme"], { 1001: "chosen", 1002: "chosen" }],
    ["product_type", ["Type 2", "Type 4"], { 1002: "chosen", 1004: "chosen" }],
    ["tags", ["new", "never"], { 1001: "chosen" }],
  ])("by %s sort products by their values, ignoring case", async (by, values, wanted) => {
    expect(await labels({ by, tiers: [{ name: "chosen", values }] })).toEqual(wanted);
  });

  test("replace those of the slot in one rule, leave other slots alone, and are cleared", async () => {
    const { rule_id: id } = await set(MARGINS);
    await set({ ...MARGINS, slot: 2 });
    const before = (await home.versionOf(feed)) ?? 0;
    const again = await set({ by: "vendor", tiers: [{ name: "ours", values: ["Acme"] }] });
    expect(again).toMatchObject({ changed: true, rule_id: id });
    expect(await home.versionOf(feed)).toBe(before + 1);
    expect(await definitions()).toMatchObject([
      { slot: "custom_label_1", by: "[D]vendor", tiers: [{ name: "ours", in: ["Acme"] }], tag: "tiers_1" },
      { slot: "custom_label_2", by: "[D]canonical_margin_pct", tag: "tiers_2" },
    ]);
    expect(await set({ clear: true })).toMatchObject({ changed: true, rule_id: null });
    expect(await set({ clear: true })).toMatchObject({ changed: false });
    expect(await definitions()).toMatchObject([{ tag: "tiers_2" }]);
  });

  test.each([
    [
      "overlap",
      [
        { name: "a", min: 0, max: 40 },
        { name: "b", min: 30 },
      ],
      "/tiers/1",
    ],
    [
      "are out of order",
      [
        { name: "a", min: 30, max: 60 },
        { name: "b", max: 30 },
        { name: "c", min: 60 },
      ],
      "/tiers/2",
    ],
    ["are empty", [{ name: "a", min: 40, max: 40 }], "/tiers/0/max"],
    ["have no bound", [{ name: "a" }], "/tiers/0"],
    ["have values", [{ name: "a", values: ["x"] }], "/tiers/0/values"],
    [
      "have one name",
      [
        { name: "a", max: 3 },
        { name: "a", min: 3 },
      ],
      "/tiers/1/name",
    ],
  ])("by margin that %s are refused with the place", async (_, tiers, param) => {
    expect(await refusal(set({ by: "margin", tiers }))).toMatchObject({ code: "invalid_param", param });
    expect(await definitions()).toEqual([]);
  });

  test("that are not said whole are refused", async () => {
    expect(await refusal(set({ tiers: MARGINS.tiers }))).toMatchObject({ code: "missing_param", param: "/by" });
    expect(await refusal(set({ by: "margin" }))).toMatchObject({ code: "missing_param", param: "/tiers" });
    const twice = [
      { name: "a", values: ["X"] },
      { name: "b", values: ["x"] },
    ];
    expect(await refusal(set({ by: "vendor", tiers: twice }))).toMatchObject({ code: "invalid_param", param: "/tiers/1/values" });
    expect(await refusal(set({ clear: true, ...MARGINS }))).toMatchObject({ code: "invalid_param", param: "/tiers" });
  });
});
