import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { openWarehouse } from "../../platform/warehouse/open-warehouse.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { putConfig } from "../config/index.ts";
import { createRule, deleteRule, listRules } from "../rules/index.ts";

let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("patterns.example", 2);
});
afterAll(() => listed[Symbol.asyncDispose]());

const path = () => ({ feed_id: `feed_${listed.primaryId}` });
type Services = ListedShop["real"]["services"];

function rule(patterns: readonly string[]) {
  const any = patterns.map((value) => ({ side: "D", column: "title", operator: "matches", value }));
  return { type: "set_value", target: "custom_label_0", value: "x", condition: { any } };
}

const create = (patterns: readonly string[], services: Services = listed.real.services) =>
  perform(services, listed.shop, createRule, { path: path(), body: { rule: rule(patterns) } });

async function removeRules(): Promise<void> {
  const rules = await perform<readonly { readonly id: string }[]>(listed.real.services, listed.shop, listRules, { path: path() });
  for (const { id } of rules) await perform(listed.real.services, listed.shop, deleteRule, { path: { ...path(), id } });
}

/** A hundred characters, with a few classes of letters. */
const ordinary = (at: number): string => `(?i)^\\pL+ \\pL+ [\\pL-]+ \\w+ (?:shirt|jacket|trousers|dress) \\pL+.*${"size".repeat(7)}${at}$`;
/** Each nearly as large as a pattern may be. */
const large = (at: number): string => `\\pL{95}${at}`;
const many = (length: number, pattern: (at: number) => string): string[] => Array.from({ length }, (_, at) => pattern(at));

test("two hundred ordinary patterns of a feed are accepted", async () => {
  expect(await create(many(100, ordinary))).toMatchObject({ active: true });
  expect(await create(many(100, (at) => ordinary(at + 100)))).toMatchObject({ active: true });
  await removeRules();
});

test("a pattern that compiles too long is refused with its place, in a rule, a document and a mapping", async () => {
  const fault = { code: "invalid_value", message: expect.stringContaining("instructions") };
  await expect(create(["shirt", "\\pL{100}[^\\pN]{99}"])).rejects.toMatchObject({
    code: "rule_invalid",
    details: [{ ...fault, param: "/rule/condition/any/1/value" }],
  });
  const document = { rules: [rule(["shirt"]), rule(["\\pL{100}[^\\pN]{99}"])] };
  await expect(
    perform(listed.real.services, listed.shop, putConfig, { path: { id: path().feed_id }, body: document }),
  ).rejects.toMatchObject({
    details: [{ ...fault, param: "/rules/1/condition/any/0/value" }],
  });
  const mappings = { brand: '=regex_extract([D]title, "\\pL{100}[^\\pN]{99}")' };
  await expect(
    perform(listed.real.services, listed.shop, changeColumnMappings, { path: path(), body: { mappings } }),
  ).rejects.toMatchObject({ details: [{ param: "/mappings/brand", message: fault.message }] });
});

test("patterns that are too large together are refused, those of a rule and those of a feed", async () => {
  const together = expect.stringContaining("of a rule can compile to at most 1200000 instructions");
  await expect(create(many(8, large))).rejects.toMatchObject({ code: "rule_invalid", details: [{ param: "/rule", message: together }] });
  await create(many(7, large));
  const whole = expect.stringContaining("at most 20000 parts together");
  await expect(create(many(7, (at) => large(at + 7)))).rejects.toMatchObject({ code: "rule_invalid", message: whole });
  const document = { rules: [rule(many(7, large)), rule(many(7, (at) => large(at + 7)))] };
  await expect(
    perform(listed.real.services, listed.shop, putConfig, { path: { id: path().feed_id }, body: document }),
  ).rejects.toMatchObject({
    details: [{ param: "/rules", message: whole }],
  });
  await removeRules();
});

test("a pattern that is not judged in time is refused with its place, and what is right beside it is not", async () => {
  await using log = makeLogger({ level: "error" });
  const options = { readable: [], memoryLimitBytes: 2 ** 28, threads: 1, log };
  await using warehouse = await openWarehouse({ ...options, judgeDeadlineMs: 20 });
  await expect(create(["shirt", large(1)], { ...listed.real.services, warehouse })).rejects.toMatchObject({
    code: "rule_invalid",
    details: expect.arrayContaining([
      {
        param: "/rule/condition/any/1/value",
        code: "invalid_value",
        message: expect.stringContaining("takes too much time or memory to compile"),
      },
    ]),
  });
  expect(warehouse.load().pattern.lost).toMatchObject({ crashed: 0 });
});
