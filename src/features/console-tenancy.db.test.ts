import { afterAll, beforeAll, expect, test } from "vitest";
import { listedShop, type ListedShop } from "../../test/harness/listed-shop.ts";
import { testShop } from "../../test/harness/shop-fixture.ts";
import { storedId } from "../kernel/ids.ts";
import type { ShopDb } from "../platform/postgres/postgres-port.ts";
import { ruleExists } from "./causes/index.ts";
import { createRule } from "./rules/index.ts";
import { listFindingsByCode } from "./findings/finding-queries-by-code.ts";
import { storeFindings } from "./findings/index.ts";
import { listComparedCells } from "./row-filters/index.ts";
import { findLatestRun } from "./runs/index.ts";
import { perform } from "../../test/harness/perform.ts";

/** Queries of the console's filters, as the shop asks them and as a stranger does. */
let victim: ListedShop;
let stranger: ShopDb;
let ruleId: number;
let runId: number;
beforeAll(async () => {
  victim = await listedShop("victim-console.example", 2);
  stranger = (await testShop(victim.shop.db)).shop;
  const path = { feed_id: `feed_${victim.primaryId}` };
  const { id } = await perform<{ readonly id: string }>(victim.real.services, victim.shop, createRule, {
    path,
    body: { rule: { type: "exclude", condition: "[D]price > 1000" } },
  });
  ruleId = Number(id.slice("rule_".length));
  runId = (await findLatestRun(victim.shop, victim.primaryId))?.id ?? 0;
  const check = { code: "x", field: null, category: "other", severity: "error", message: "m", whatToDo: "d", source: null } as const;
  const found = [{ check, nth: 1, affected: 1, samples: [], rowIds: [1] }];
  await storeFindings(victim.shop, { runId: storedId("run", runId), channel: "google", found: JSON.parse(JSON.stringify(found)) });
  await victim.shop.db
    .insertInto("cells")
    .values({ shop_id: victim.shop.shopId, feed_id: victim.primaryId, row_id: 1, source_column: "title", value: "x" })
    .execute();
});
afterAll(() => victim[Symbol.asyncDispose]());

test.each([
  ["ruleExists", async (shop: ShopDb) => ((await ruleExists(shop, victim.primaryId, ruleId)) ? [ruleId] : [])],
  [
    "listFindingsByCode",
    (shop: ShopDb) => listFindingsByCode(shop, { feedId: victim.primaryId, runId: storedId("run", runId), code: "x", channel: null }),
  ],
  ["listComparedCells", (shop: ShopDb) => listComparedCells(shop, victim.primaryId, null)],
] as const)("%s finds what is the shop's own, and nothing for a stranger", async (_, query) => {
  expect(await query(victim.shop)).toHaveLength(1);
  expect(await query(stranger)).toEqual([]);
});
