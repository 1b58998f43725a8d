import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import { type ConfigShop, configShop, refusal } from "../config/config-shop.suite.ts";
import { createRule, deactivateRule, listRules, reorderRules, updateRule } from "../rules/index.ts";
import { findSelection } from "../transforms/index.ts";
import type { FeedResult } from "./bulk-shapes.ts";
import { bulkFeedAction } from "./index.ts";

/** A shop with a real snapshot of rows 1001 to 1004. */
let home: ConfigShop;
beforeAll(async () => {
  home = await configShop("bulk.example", 4);
});
afterAll(() => home[Symbol.asyncDispose]());

let feed: FeedId;
beforeEach(async () => {
  feed = await home.newFeed();
});

interface Answer {
  readonly object: string;
  readonly summary: string;
  readonly feeds: readonly FeedResult[];
}
interface Listed {
  readonly id: string;
  readonly text: string;
  readonly position: number;
  readonly active: boolean;
  readonly definition: Readonly<Record<string, unknown>>;
}

const act = (body: object, feeds: readonly FeedId[] = [feed]) =>
  home.ask<Answer>(bulkFeedAction, {}, { body: { feed_ids: feeds.map((id) => `feed_${id}`), ...body } });
const rulesOf = (id: FeedId = feed) => home.ask<readonly Listed[]>(listRules, { feed_id: String(id) });
const conditions = async (id: FeedId = feed) => (await rulesOf(id)).map(({ definition }) => [definition["type"], definition["condition"]]);
const prods = (...ids: readonly number[]) => ids.map((id) => `prod_${id}`);
const change = (operation: Parameters<ConfigShop["change"]>[1], body: object, more: Readonly<Record<string, string>> = {}) =>
  home.change(feed, operation, body, more);

async function manualFeed(): Promise<FeedId> {
  const id = await home.newFeed();
  await home.shop.db.updateTable("feeds").set({ product_selection_mode: "manual" }).where("id", "=", id).execute();
  return id;
}

describe("exclude", () => {
  test("previews a sentence, the rule and the counts of each feed, and keeps nothing", async () => {
    const before = await home.versionOf(feed);
    const shown = await act({ action: "exclude", products: prods(1001, 1002), preview: true });
    expect(shown).toMatchObject({
      object: "bulk_action_preview",
      summary: expect.stringMatching(/^Exclude 2 products: changes 1 of 1 feeds: config-\d+\.$/),
      feeds: [
        {
          feed_id: `feed_${feed}`,
          changed: true,
          rule_id: null,
          rule: 'Exclude because "Excluded in bulk" when [D]id in ("1001", "1002")',
          effect: { summary: { newly_excluded: 2, total: 4 } },
        },
      ],
    });
    expect([await home.versionOf(feed), await rulesOf()]).toEqual([before, []]);
  });

  test("keeps one rule, which a repeat adds to, wherever somebody has moved it and whatever they call it", async () => {
    const [first] = (await act({ action: "exclude", products: prods(1001) })).feeds;
    const ruleId = String(first?.rule_id);
    const other = await change(createRule, { rule: { type: "set_value", target: "brand", value: "Acme" } });
    await change(reorderRules, { rule_ids: [other["id"], ruleId] });
    await change(updateRule, { rule: { note: "Ours now" } }, { id: ruleId });
    await change(deactivateRule, {}, { id: ruleId });
    await act({ action: "exclude", condition: "vendor = Acme" });
    await act({ action: "exclude", products: prods(1002, 1001) });
    const rules = await rulesOf();
    expect(rules).toHaveLength(2);
    expect(rules[1]).toMatchObject({
      id: ruleId,
      active: true,
      definition: { note: "Ours now", condition: '[D]id in ("1001", "1002") or [D]vendor = "Acme"', tag: "bulk_exclude" },
    });
  });

  test("of what is excluded already changes nothing and makes no version", async () => {
    await act({ action: "exclude", products: prods(1001) });
    const before = await home.versionOf(feed);
    expect(await act({ action: "exclude", products: prods(1001) })).toMatchObject({ feeds: [{ changed: false }] });
    expect(await home.versionOf(feed)).toBe(before);
  });

  test("is taken back product by product, and the rule goes with the last", async () => {
    await act({ action: "exclude", products: prods(1001, 1002) });
    await act({ action: "exclude", condition: "[D]vendor = Acme" });
    await act({ action: "exclude", products: prods(1001), remove: true });
    expect(await conditions()).toEqual([["exclude", '[D]id in ("1002") or [D]vendor = "Acme"']]);
    await act({ action: "exclude", condition: "vendor is Acme", remove: true });
    expect(await act({ action: "exclude", products: prods(1002), remove: true })).toMatchObject({
      feeds: [{ changed: true, rule_id: null, rule: null }],
    });
    expect(await rulesOf()).toEqual([]);
    await act({ action: "exclude", products: prods(1003) });
    await act({ action: "exclude", remove: true });
    expect(await rulesOf()).toEqual([]);
  });
});

describe("add", () => {
  test("includes again what an earlier rule excludes, and stands behind it", async () => {
    await act({ action: "add", products: prods(1003) });
    await change(createRule, { rule: { type: "exclude", condition: "[D]id is not blank" } });
    const shown = await act({ action: "add", products: prods(1001), preview: true });
    expect(shown.feeds[0]?.effect?.summary).toMatchObject({ newly_included: 2 });
    await act({ action: "add", products: prods(1001) });
    expect(await conditions()).toEqual([
      ["exclude", "[D]id is not blank"],
      ["include", '[D]id in ("1003", "1001")'],
    ]);
  });

  test("takes back an exclusion in bulk, and the other way round", async () => {
    await act({ action: "exclude", products: prods(1001, 1002) });
    await act({ action: "add", products: prods(1001) });
    expect(await conditions()).toEqual([
      ["exclude", '[D]id in ("1002")'],
      ["include", '[D]id in ("1001")'],
    ]);
    await act({ action: "exclude", products: prods(1001) });
    expect(await conditions()).toEqual([["exclude", '[D]id in ("1002", "1001")']]);
  });

  test("selects products in a manual feed, with one version, and lets them in where they were excluded in bulk", async () => {
    const manual = await manualFeed();
    await act({ action: "exclude", products: prods(1001) }, [manual]);
    const before = (await home.versionOf(manual)) ?? 0;
    expect(await act({ action: "add", products: prods(1001, 1002), preview: true }, [manual])).toMatchObject({
      feeds: [{ changed: true, selected_count: 2 }],
    });
    expect(await findSelection(home.shop, manual)).toEqual([]);
    expect(await act({ action: "add", products: prods(1001, 1002) }, [manual])).toMatchObject({
      feeds: [{ changed: true, selected_count: 2, rule: null }],
    });
    expect([await rulesOf(manual), await home.versionOf(manual)]).toEqual([[], before + 1]);
    expect(await findSelection(home.shop, manual)).toHaveLength(2);
    await act({ action: "add", products: prods(1001), remove: true }, [manual]);
    expect(await findSelection(home.shop, manual)).toHaveLength(1);
    expect(await refusal(act({ action: "add", condition: "[D]vendor = Acme" }, [manual]))).toMatchObject({ code: "invalid_param" });
  });
});

describe("label", () => {
  const label = (name: string | undefined, body: object) =>
    act({ action: "label", slot: 2, ...(name === undefined ? {} : { label: name }), ...body });

  test("keeps all labels of a slot in one rule; a product has the one it was given last", async () => {
    await label("hero", { products: prods(1001, 1002) });
    await label("sale", { products: prods(1002) });
    await act({ action: "label", slot: 3, label: "other", products: prods(1001) });
    const rules = await rulesOf();
    expect(rules.map(({ definition }) => [definition["slot"], definition["tag"]])).toEqual([
      ["custom_label_2", "bulk_label_2"],
      ["custom_label_3", "bulk_label_3"],
    ]);
    expect(rules[0]?.definition["tiers"]).toEqual([
      { name: "sale", condition: '[D]id in ("1002")' },
      { name: "hero", condition: '[D]id in ("1001")' },
    ]);
    const shown = await label("sale", { products: prods(1003), preview: true });
    expect(shown.feeds[0]?.effect?.results).toMatchObject([
      { row_id: "1003", changes: [{ field: "custom_label_2", before: "", after: "sale" }] },
    ]);
    await label(undefined, { products: prods(1001, 1002), remove: true });
    expect(await rulesOf()).toHaveLength(1);
  });

  test("is asked for whole", async () => {
    expect(await refusal(label(undefined, { products: prods(1001) }))).toMatchObject({ code: "missing_param", param: "/label" });
    expect(await refusal(act({ action: "label", label: "x", products: prods(1001) }))).toMatchObject({
      code: "missing_param",
      param: "/slot",
    });
    expect(await refusal(act({ action: "add", label: "x", products: prods(1001) }))).toMatchObject({
      code: "invalid_param",
      param: "/label",
    });
    expect(await refusal(act({ action: "add" }))).toMatchObject({ code: "missing_param", param: "/products" });
  });
});

describe("over several feeds", () => {
  test("all change, each with one version; without feed_ids all active ones", async () => {
    const second = await home.newFeed();
    await home.shop.db.updateTable("feeds").set({ active: false }).where("id", "=", second).execute();
    const before = [await home.versionOf(feed), await home.versionOf(second)].map(Number);
    const done = await home.ask<Answer>(bulkFeedAction, {}, { body: { action: "exclude", products: prods(1004) } });
    expect(done.feeds.map(({ feed_id: id }) => id)).toContain(`feed_${feed}`);
    expect(done.feeds.map(({ feed_id: id }) => id)).not.toContain(`feed_${second}`);
    expect([await home.versionOf(feed), await home.versionOf(second)]).toEqual([Number(before[0]) + 1, before[1]]);
  });

  test("none changes where one cannot", async () => {
    const full = await home.newFeed();
    const before = await home.versionOf(feed);
    // One feed has as many rules as a feed may have.
    await home.put(full, { rules: Array.from({ length: 500 }, (_, at) => ({ type: "set_value", target: "brand", value: `B${at}` })) });
    const fault = await refusal(act({ action: "exclude", products: prods(1001) }, [feed, full]));
    expect(fault).toMatchObject({
      code: "rule_invalid",
      message: expect.stringMatching(/config-\d+ \(feed_\d+\): A feed can have at most 500 rules/),
    });
    expect(await rulesOf()).toEqual([]);
    expect(await home.versionOf(feed)).toBe(before);
  });

  test("an unknown product, feed or column is named, and nothing changes", async () => {
    expect(await refusal(act({ action: "exclude", products: prods(1001, 9999) }))).toMatchObject({
      code: "validation_failed",
      param: "/products/1",
      message: "The shop has no product prod_9999.",
    });
    expect(await refusal(act({ action: "exclude", products: prods(1001) }, [feed, storedId("feed", 99_999)]))).toMatchObject({
      code: "resource_not_found",
    });
    expect(await refusal(act({ action: "exclude", condition: "[D]vendr = Acme" }))).toMatchObject({
      code: "rule_invalid",
      param: "/condition",
    });
    expect(await rulesOf()).toEqual([]);
  });
});
