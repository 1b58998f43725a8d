import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConfigShop, configShop, refusal } from "./config-shop.suite.ts";

/** Documents that are read beside the serving thread. */

let config: ConfigShop;
beforeAll(async () => {
  config = await configShop("large-config.example");
});
afterAll(() => config[Symbol.asyncDispose]());

const long = "x".repeat(5_000);
const rulesOf = (rules: number) =>
  Array.from({ length: rules }, (_, at) => ({ type: "set_value", target: "title", value: `${at} ${long}` }));

test("a large document becomes the feed's definition as a small one does, and again changes nothing", async () => {
  const feedId = await config.newFeed();
  await config.furnish(feedId);
  const small = await config.get(feedId);
  const put = await config.put(feedId, { ...small, rules: [...small.rules, ...rulesOf(20)] });
  expect(put.rules.slice(0, small.rules.length)).toEqual(small.rules);
  expect(put.rules.slice(small.rules.length)).toMatchObject(rulesOf(20));
  expect({ ...put, rules: [], version: 0 }).toEqual({ ...small, rules: [], version: 0 });
  expect(await config.put(feedId, put)).toEqual(put);
  const plan = await config.plan(feedId, { rules: [...put.rules.slice(1), ...rulesOf(1)] });
  expect(plan.changed_count).toMatchObject({ rules: 2, cells: 0, settings: 0 });
});

test("a large document is refused with the first hundred faults, in the order of its sections, and those of regular expressions last", async () => {
  const feedId = await config.newFeed();
  const faulty = { type: "set_value", target: "title", value: '=regex_extract([D]title, "(")' };
  const some = await refusal(config.put(feedId, { surprise: 1, rules: [faulty, ...rulesOf(20), { type: "nothing" }], tests: [{}] }));
  expect(some.code).toBe("rule_invalid");
  expect(some.details.map(({ param }) => param)).toEqual(["/surprise", "/rules/21/type", "/tests/0/row_id", "/rules/0/value"]);
  const cells = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`row ${at}`, { title: "x" }]));
  const many = await refusal(config.put(feedId, { rules: [{ type: "nothing" }], cells }));
  expect(many.code).toBe("rule_invalid");
  expect(many.details).toHaveLength(100);
  expect(many.details[0]?.param).toBe("/rules/0/type");
  expect(many.details[99]?.param).toBe("/cells/row 98");
  expect((await config.get(feedId)).rules).toEqual([]);
});
