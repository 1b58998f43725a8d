import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { catalogOf, productsShop, type ProductsShop, refusal } from "../products/products-shop.suite.ts";
import { regenerateFeed } from "../runs/index.ts";
import { countRules, createRule, deactivateRule } from "./index.ts";

/** Six rows, of which the feed itself leaves one out: its price is negative. */
const CATALOG = catalogOf([
  { id: 101, title: "Apple", price: "1.00", vendor: "Acme" },
  { id: 102, title: "Banana", price: "2.00", vendor: "Acme" },
  { id: 103, title: "Cherry", price: "3.00", vendor: "Beta" },
  { id: 104, title: "Date", price: "4.00", vendor: "Beta" },
  { id: 105, title: "Elder", price: "5.00", vendor: "Zeta" },
  { id: 106, title: "Fig", price: "-1.00", vendor: "Acme" },
]);
const RULES = [
  "Set brand to upper([D]vendor)",
  'Exclude because "Cheap" when [D]price <= 2',
  "Include when [D]title is Banana",
  'Exclude because "Beta" when [D]vendor is Beta or [D]title is Apple',
];

let products: ProductsShop;
const ids: string[] = [];
beforeAll(async () => {
  products = await productsShop("counts.example", CATALOG);
  for (const text of RULES) ids.push((await ask<{ readonly id: string }>(createRule, { rule: { text } })).id);
});
afterAll(() => products[Symbol.asyncDispose]());

interface Counts {
  readonly status: string;
  readonly run_id: string | null;
  readonly total_count: number | null;
  readonly included_count: number | null;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
}
function ask<Answer>(operation: Parameters<typeof perform>[2], body?: object, path: object = {}) {
  const input = { path: { feed_id: String(products.primaryId), ...path }, ...(body === undefined ? {} : { body }) };
  return perform<Answer>(products.listed.real.services, products.shop, operation, input);
}
const counts = () => ask<Counts>(countRules);
const figures = ({ rules }: Counts) =>
  rules.map((rule) => [rule["matched"], rule["changed"], rule["excluded"], rule["included_before"], rule["included_after"]]);

const EXPECTED = [
  [6, 6, 0, 5, 5],
  [3, 0, 1, 5, 3],
  [1, 0, 0, 3, 4],
  [3, 0, 2, 4, 2],
];

test("behind a run the counts are those of the run, from rule to rule down to the file", async () => {
  await products.run(products.primaryId);
  const answer = await counts();
  expect(answer).toMatchObject({ status: "fresh", total_count: 6, included_count: 2 });
  expect(answer.run_id).toMatch(/^run_/);
  expect(answer.rules.map(({ rule_id: id, position, active }) => [id, position, active])).toEqual(ids.map((id, at) => [id, at + 1, true]));
  expect(figures(answer)).toEqual(EXPECTED);
});

test("after a change without a run they are counted for the answer; while a run counts, they are the earlier ones", async () => {
  await products.setCell(products.primaryId, 105, { title: "Banana" });
  const counted = await counts();
  expect(counted).toMatchObject({ status: "fresh", run_id: null, included_count: 2 });
  expect(figures(counted)[2]).toEqual([2, 0, 0, 3, 4]);
  await ask(deactivateRule, undefined, { id: ids[3] ?? "" });
  expect(await counts()).toMatchObject({ status: "fresh", run_id: null, included_count: 4 });
  await products.ask(regenerateFeed, { path: { id: `feed_${products.primaryId}` } });
  const earlier = await counts();
  expect(earlier).toMatchObject({ status: "refreshing", included_count: 2 });
  expect(earlier.rules.at(-1)).toMatchObject({ active: false, matched: null, included_after: null });
});

test("a stranger's feed is not found, and a shop without a catalog has nothing to count", async () => {
  const stranger = await testShop(products.listed.database.db);
  const { services } = products.listed.real;
  const of = (feed: number) => refusal(perform(services, stranger.shop, countRules, { path: { feed_id: String(feed) } }));
  expect(await of(products.primaryId)).toMatchObject({ code: "resource_not_found" });
  expect(await of(stranger.feedId)).toMatchObject({ code: "no_feed" });
});
