import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import type { ShopWarehouse, WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { setOverrides } from "../products/index.ts";
import { previewRule } from "../rules/index.ts";

/** Four rows, 1001 to 1004, which cost 1.00 to 4.00. */
let listed: ListedShop;
let forks = 0;
beforeAll(async () => {
  listed = await listedShop("forks.example", 4);
});
afterAll(() => listed[Symbol.asyncDispose]());
beforeEach(() => {
  forks = 0;
});

/** Counts how often the rows at the fork are written. */
function counting(shop: Parameters<ListedShop["real"]["services"]["warehouse"]["of"]>[0]): ShopWarehouse {
  const own = listed.real.services.warehouse.of(shop);
  const session: ShopWarehouse["session"] = async (options) => {
    const opened = await own.session(options);
    const run: WarehouseSession["run"] = (...statements) => {
      forks += statements.filter(({ text }) => /TO '[^']*fork\.parquet'/.test(text)).length;
      return opened.run(...statements);
    };
    return { ...opened, run };
  };
  return { ...own, session };
}

async function previewOf(text: string) {
  const { services } = listed.real;
  const { results, summary } = await perform<{
    readonly summary: Readonly<Record<string, number>>;
    readonly results: readonly { readonly row_id: string; readonly changes: readonly object[] }[];
  }>({ ...services, warehouse: { ...services.warehouse, of: counting } }, listed.shop, previewRule, {
    path: { feed_id: `feed_${listed.primaryId}` },
    body: { rule: { text }, findings: false },
  });
  return { results, summary };
}

const label = (value: string) => `Set custom_label_0 to [G]custom_label_1 & "${value}" when [D]price > 2`;

test("previews of a rule while it is typed reuse the rows before it, and show the effect of its current text", async () => {
  const first = await previewOf(label("a"));
  const second = await previewOf(label("ab"));
  expect(forks).toBe(1);
  expect(second.summary).toEqual(first.summary);
  expect(second.results[0]?.changes).toEqual([{ field: "custom_label_0", before: "", after: "ab" }]);
  expect(await previewOf(label("a"))).toEqual(first);
});

test("a preview after an override, or of a rule that reads another column, writes the rows anew", async () => {
  const before = await previewOf(label("c"));
  expect(before.results.map(({ row_id: row }) => row)).toEqual(["1003", "1004"]);
  await perform(listed.real.services, listed.shop, setOverrides, {
    path: { id: "prod_1003" },
    body: { excluded: true },
  });
  forks = 0;
  const after = await previewOf(label("c"));
  expect(forks).toBe(1);
  expect(after.results.map(({ row_id: row }) => row)).toEqual(["1004"]);
  await previewOf('Set custom_label_0 to "c" when [D]sku contains "a"');
  expect(forks).toBe(2);
});

test("rules that exclude by columns that rules usually read share the rows before them", async () => {
  const conditions = ["[D]inventory_quantity = 0", "[D]price > 2", '[D]title contains "a" and [D]vendor is blank'];
  const matched: unknown[] = [];
  for (const condition of conditions) matched.push((await previewOf(`Exclude because "x" when ${condition}`)).summary["matched"]);
  expect(forks).toBe(1);
  expect(matched[1]).toBe(2);
});
