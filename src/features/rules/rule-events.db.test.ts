import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { changeSettings } from "../settings/index.ts";
import { type ConfigShop, configShop } from "../config/config-shop.suite.ts";
import { activateRule, createRule, deactivateRule, deleteRule, previewRule, reorderRules, updateRule } from "./index.ts";
import type { RuleShape } from "./rule-shapes.ts";

let shop: ConfigShop;
let feedId: FeedId;
let heard: number;
beforeAll(async () => {
  shop = await configShop("rule-events.example");
  await listen(shop.shop);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  feedId = await shop.newFeed();
  heard = (await toldEvents(shop.shop)).length;
});

const RULE = { type: "set_value", target: "brand", value: "Acme" };
const told = async () => (await toldEvents(shop.shop)).slice(heard).map(({ event, data }) => ({ event, ...data }));
const add = (rule: object = RULE) => shop.ask<RuleShape>(createRule, { feed_id: String(feedId) }, { body: { rule } });
const ofRule = ({ id }: RuleShape) => ({ feed_id: String(feedId), id });

describe("of a feed's rules is told", () => {
  test("what was done, to which rule, and which rules there are, once a request", async () => {
    const first = await add();
    const second = await add({ ...RULE, value: "Other" });
    const updated = await shop.ask<RuleShape>(updateRule, ofRule(first), { body: { rule: { value: "Better" } } });
    const off = await shop.ask<RuleShape>(deactivateRule, ofRule(first));
    const on = await shop.ask<RuleShape>(activateRule, ofRule(first));
    await shop.ask(reorderRules, { feed_id: String(feedId) }, { body: { rule_ids: [second.id, first.id] } });
    await shop.ask(deleteRule, ofRule(second));
    const both = [first.id, second.id];
    const common = { event: "rules.changed", feed_id: `feed_${feedId}` };
    expect(await told()).toEqual([
      { ...common, action: "created", rule: first, rule_ids: [first.id] },
      { ...common, action: "created", rule: second, rule_ids: both },
      { ...common, action: "updated", rule: updated, rule_ids: both },
      { ...common, action: "deactivated", rule: off, rule_ids: both },
      { ...common, action: "activated", rule: on, rule_ids: both },
      { ...common, action: "reordered", rule: null, rule_ids: [second.id, first.id] },
      { ...common, action: "deleted", rule: { ...second, position: 1, updated_at: expect.any(String) }, rule_ids: [first.id] },
    ]);
  });

  test("nothing by a preview, a refusal or a plan", async () => {
    await shop.ask(previewRule, { feed_id: String(feedId) }, { body: { rule: RULE } });
    await expect(add({ type: "set_value", target: "no such column" })).rejects.toMatchObject({ code: "rule_invalid" });
    await shop.plan(feedId, { rules: [RULE] });
    expect(await told()).toEqual([]);
  });

  test("nothing by a change to what a rule is already", async () => {
    const rule = await add();
    for (const same of [{}, RULE]) expect(await shop.ask<RuleShape>(updateRule, ofRule(rule), { body: { rule: same } })).toEqual(rule);
    expect(await told()).toMatchObject([{ action: "created" }]);
  });

  test("that a configuration or a version has replaced them, where it changes any", async () => {
    const put = await shop.put(feedId, { rules: [RULE] });
    await shop.put(feedId, put);
    await shop.put(feedId, { settings: { seo: true } });
    await shop.change(feedId, changeSettings, { seo: false });
    const ids = put.rules.map(({ id }) => id);
    expect(await told()).toEqual([{ event: "rules.changed", action: "replaced", feed_id: `feed_${feedId}`, rule: null, rule_ids: ids }]);
    const empty = await shop.put(feedId, { rules: [] });
    await shop.restore(feedId, empty.version - 1);
    expect((await told()).slice(1)).toMatchObject([
      { action: "replaced", rule_ids: [] },
      { action: "replaced", rule_ids: ids },
    ]);
  });
});
