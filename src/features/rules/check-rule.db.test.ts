import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { refusal } from "../products/products-shop.suite.ts";
import { checkRule, createRule } from "./index.ts";

let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("check-rule.example", 2);
});
afterAll(() => listed[Symbol.asyncDispose]());

interface Check {
  readonly valid: boolean;
  readonly faults: readonly Readonly<Record<string, unknown>>[];
  readonly spans: readonly { readonly start: number; readonly end: number; readonly kind: string }[];
}
const check = (rule: object, more: object = {}, of = listed.shop) =>
  perform<Check>(listed.real.services, of, checkRule, { path: { feed_id: String(listed.primaryId) }, body: { rule, ...more } });
const words = async (text: string) => (await check({ text })).spans.map(({ start, end, kind }) => [text.slice(start, end), kind]);

test("a rule as text and as fields has the same forms, sentence and condition", async () => {
  const answers = [
    await check({ text: "Set title to upper([D]title) when price < 5" }),
    await check({ type: "set_value", target: "title", value: "=upper([D]title)", condition: "[G]price < 5" }),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({
      object: "rule_check",
      valid: true,
      definition: { type: "set_value", target: "title", value: "=upper([D]title)", condition: "[G]price < 5" },
      text: "Set [G]title to upper([D]title) when [G]price < 5",
      sentence: "Set title to upper([D]title) when [G]price < 5",
      condition: "[G]price < 5",
      faults: [],
    });
  expect(await check({ type: "exclude" })).toMatchObject({ condition: "always", text: "Exclude" });
});

test("every fault has its field, line and column, and the text is colored all the same", async () => {
  expect(await check({ text: "Set title to\n  uper([D]titel)" })).toMatchObject({
    valid: false,
    definition: null,
    text: null,
    sentence: null,
    faults: [
      { param: "/rule/text", line: 2 },
      { param: "/rule/text", code: "unknown_column", line: 2, column: 8 },
    ],
  });
  const fields = await check({ type: "truncate", target: "titel", length: 0 });
  expect(new Set(fields.faults.map(({ param }) => param))).toEqual(new Set(["/rule/length", "/rule/target"]));
  expect(fields.spans).toEqual([]);
});

test("a range that is written backwards is refused where it stands, by the check and when the rule is saved", async () => {
  const message = "50 is greater than 10, so nothing is between them. Write the smaller one first.";
  const rule = { text: "Exclude\n  when [D]price between 50 and 10" };
  const fault = { param: "/rule/text", code: "invalid_value", message, line: 2, column: 25 };
  expect(await check(rule)).toMatchObject({ valid: false, faults: [fault] });
  const tree = { type: "exclude", condition: { all: [{ side: "D", column: "price", operator: "between", value: [50, 10] }] } };
  expect(await check(tree)).toMatchObject({ valid: false, faults: [{ param: "/rule/condition/all/0/value", message }] });
  const path = { feed_id: String(listed.primaryId) };
  const saved = perform(listed.real.services, listed.shop, createRule, { path, body: { rule } });
  expect(await refusal(saved)).toMatchObject({ code: "rule_invalid", message, details: [fault] });
});

test("words are told apart as the grammar reads them", async () => {
  expect(await words('Set title to upper([D]vendor) & " 😀" when not sku contains Sale and [G]price > 12.5')).toEqual([
    ["Set", "keyword"],
    ["title", "feed_column"],
    ["to", "keyword"],
    ["upper", "function"],
    ["(", "symbol"],
    ["[D]vendor", "source_column"],
    [")", "symbol"],
    ["&", "symbol"],
    ['" 😀"', "text"],
    ["when", "keyword"],
    ["not", "keyword"],
    ["sku", "source_column"],
    ["contains", "keyword"],
    ["Sale", "word"],
    ["and", "keyword"],
    ["[G]price", "feed_column"],
    [">", "symbol"],
    ["12.5", "number"],
  ]);
  expect(await words('truncate(target: title, length: 5) when [D]title = "open ~ now')).toEqual([
    ["truncate", "rule_type"],
    ["(", "symbol"],
    ["target", "field"],
    [":", "symbol"],
    ["title", "feed_column"],
    [",", "symbol"],
    ["length", "field"],
    [":", "symbol"],
    ["5", "number"],
    [")", "symbol"],
    ["when", "keyword"],
    ["[D]title", "source_column"],
    ["=", "symbol"],
    ['"open', "invalid"],
    ["~", "invalid"],
    ["now", "word"],
  ]);
});

test("with `rule_id` the rule is checked with its changes; others' feeds and rules are not found", async () => {
  const path = { feed_id: String(listed.primaryId) };
  const rule = { type: "set_value", target: "brand", value: "Acme", condition: "[D]vendor is blank" };
  const made = await perform<{ readonly id: string }>(listed.real.services, listed.shop, createRule, { path, body: { rule } });
  expect(await check({ value: "Zeta" }, { rule_id: made.id })).toMatchObject({ definition: { ...rule, value: "Zeta" } });
  expect(await refusal(check({ value: "Zeta" }, { rule_id: "rule_999999" }))).toMatchObject({ code: "resource_not_found" });
  const stranger = await testShop(listed.database.db);
  expect(await refusal(check(rule, {}, stranger.shop))).toMatchObject({ code: "resource_not_found" });
});
