import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import type { ListedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import type { ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";
import { setCells } from "../cells/index.ts";
import { changeColumnMappings } from "../columns/index.ts";
import { putConfig } from "../config/index.ts";
import type { AnyOperation } from "../operation.ts";
import { createRule, previewRule } from "../rules/index.ts";
import { claimRun, regenerateFeed, workRun } from "../runs/index.ts";
import { changeSettings } from "../settings/index.ts";
import type { FindingChange } from "./preview-findings.ts";

const PRODUCTS = 6;

/** Products of two variants each, which differ in color; the last two have their SKUs in common. */
function catalog(): ListedCatalog {
  const numbers = Array.from({ length: PRODUCTS }, (_, at) => at + 1);
  return {
    products: numbers.map((n) =>
      rawProduct(n, { key: `p${n}`, id: String(n), title: `Linen shirt number ${n}`, vendor: "Acme", option1_name: "Color" }),
    ),
    variants: numbers.flatMap((n) =>
      [1, 2].map((at) =>
        rawVariant(n * 10 + at, {
          product_key: `p${n}`,
          id: String(1_000 + n * 10 + at),
          sku: n > 4 ? "SHARED" : `SKU-${n}-${at}`,
          price: `${n}.00`,
          inventory_quantity: "5",
          option1_value: at === 1 ? "Red" : "Blue",
        }),
      ),
    ),
  };
}

let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("findings-of-previews.example", catalog());
  await ask(changeSettings, { publish_guard: { enabled: false } });
  const { db } = listed.database;
  for (const channel of ["google", "meta", "amazon"])
    await db
      .insertInto("feed_channels")
      .values({ shop_id: listed.shop.shopId, feed_id: listed.primaryId, channel, settings: JSON.stringify({}) })
      .execute();
});
afterAll(() => listed[Symbol.asyncDispose]());

const ask = <T>(operation: AnyOperation, body: object, path: object = {}) =>
  perform<T>(listed.real.services, listed.shop, operation, {
    path: { feed_id: String(listed.primaryId), id: String(listed.primaryId), ...path },
    body,
  });

type Counts = Readonly<Record<string, number>>;

/** What a run of the feed as it is finds, by channel, code and field. */
async function found(): Promise<Counts> {
  const { db } = listed.database;
  await db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
  await ask(regenerateFeed, {});
  const claim = await claimRun(db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(listed.real.services, listed.shop, claim, { signal: new AbortController().signal, end: async () => undefined });
  const run = await db.selectFrom("runs").select(["id", "status"]).orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
  expect(run.status).toBe("completed");
  const rows = await db
    .selectFrom("findings")
    .select(["channel", "code", "field", "affected_count"])
    .where("run_id", "=", run.id)
    .execute();
  return Object.fromEntries(rows.map((row) => [`${row.channel} ${row.code} ${row.field ?? ""}`, Math.max(1, row.affected_count)]));
}

function after(before: Counts, changes: readonly FindingChange[]): Counts {
  const counts = new Map(Object.entries(before));
  for (const { channel, code, field, cleared, caused } of changes) {
    const key = `${channel} ${code} ${field ?? ""}`;
    counts.set(key, (counts.get(key) ?? 0) - cleared + caused);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count !== 0));
}

interface Previewed {
  readonly findings: readonly FindingChange[] | null;
}

interface Change {
  readonly preview: () => Promise<Previewed>;
  readonly apply: () => Promise<unknown>;
}

const rule = (members: object): Change => ({
  preview: () => ask(previewRule, { rule: members }),
  apply: () => ask(createRule, { rule: members }),
});
const change = (operation: AnyOperation, body: object, path: object = {}): Change => ({
  preview: () => ask(operation, { ...body, preview: true }, path),
  apply: () => ask(operation, body, path),
});
const row = (n: number) => ({ product_id: `prod_${n}` });

describe("what a preview says of findings is what the next run's findings say", () => {
  test.each<readonly [string, Change]>([
    ["a rule that writes a bad title", rule({ type: "set_value", target: "title", value: "SALE!!!", condition: "[D]price < 3" })],
    ["a rule that excludes rows", rule({ type: "exclude", condition: "[D]price > 5" })],
    ["a rule that takes the color from one of two variants", rule({ type: "exclude_field", target: "color", condition: '[D]id = "1011"' })],
    [
      "a rule that writes an attribute no column has",
      rule({ type: "set_value", target: "multipack", value: "one", condition: "[D]price < 2" }),
    ],
    ["a mapping that makes two products one group", change(changeColumnMappings, { mappings: { item_group_id: "vendor" } })],
    [
      "a mapping of the price to something else",
      change(changeColumnMappings, { mappings: { price: '=if [D]price > 3 then "5 EUR" else "free"' } }),
    ],
    ["a setting that takes the other variants out", change(changeSettings, { variants: false })],
    ["a setting that leaves rows without an id of their own", change(changeSettings, { variants: true, id_format: "sku" })],
    ["a cell that repeats another row's SKU", change(setCells, { cells: { sku: "SKU-2-1" } }, row(1011))],
    ["a cell that changes nothing that is checked", change(setCells, { cells: { vendor: "Acme Inc" } }, row(1012))],
  ])("%s", async (_, { preview, apply }) => {
    const before = await found();
    const { findings } = await preview();
    expect(findings).not.toBeNull();
    await apply();
    expect(await found()).toEqual(after(before, findings ?? []));
  });

  test("a whole configuration, with cells", async () => {
    const document = { rules: [], cells: [{ row_id: "1021", cells: { sku: "SHARED", title: "A" } }] };
    const before = await found();
    const plan = await perform<{ readonly preview: Previewed }>(listed.real.services, listed.shop, putConfig, {
      path: { id: String(listed.primaryId) },
      query: { dry_run: true },
      body: document,
    });
    await perform(listed.real.services, listed.shop, putConfig, { path: { id: String(listed.primaryId) }, body: document });
    expect(await found()).toEqual(after(before, plan.preview.findings ?? []));
  });
});
