import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import type { ListedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import { type ShopWarehouse, WarehouseLost, type WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
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
/** What the last run has found: each change is made to the feed as the one before it leaves it. */
let last: Counts;
beforeAll(async () => {
  listed = await listedShop("findings-of-previews.example", catalog());
  await ask(changeSettings, { publish_guard: { enabled: false } });
  const { db } = listed.database;
  for (const channel of ["google", "amazon"])
    await db
      .insertInto("feed_channels")
      .values({ shop_id: listed.shop.shopId, feed_id: listed.primaryId, channel, settings: JSON.stringify({}) })
      .execute();
  last = await found();
});
afterAll(() => listed[Symbol.asyncDispose]());

const ask = <T>(operation: AnyOperation, body: object, path: object = {}) => {
  const feed = operation.http.path.includes("{feed_id}") ? "feed_id" : "id";
  return perform<T>(listed.real.services, listed.shop, operation, { path: { [feed]: String(listed.primaryId), ...path }, body });
};

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

/** What the same feed would find if it ran again, with these changes. */
function after(before: Counts, changes: readonly FindingChange[]): Counts {
  // Nothing drops out when a feed runs again.
  const counts = new Map(Object.entries(before).filter(([key]) => !key.includes("product_count_drop")));
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
  // Each preview compares the feed before and after its own change, so what several of them say adds up to what one run then finds.
  test.each<readonly [string, readonly Change[]]>([
    [
      "a rule that writes a bad title, one that excludes rows, and one that writes an attribute no column has",
      [
        rule({ type: "set_value", target: "title", value: "SALE!!!", condition: "[D]price < 3" }),
        rule({ type: "exclude", condition: "[D]price > 5" }),
        rule({ type: "set_value", target: "multipack", value: "one", condition: "[D]price < 2" }),
      ],
    ],
    [
      "mappings that make two products one group, and of the price something else",
      [
        change(changeColumnMappings, { mappings: { item_group_id: "vendor" } }),
        change(changeColumnMappings, { mappings: { price: '=if [D]price > 3 then "5 EUR" else "free"' } }),
      ],
    ],
    [
      "a setting that leaves rows without an id of their own, and a cell that repeats another row's SKU",
      [change(changeSettings, { id_format: "sku" }), change(setCells, { cells: { sku: "SKU-2-1" } }, row(1011))],
    ],
  ])("%s", async (_, changes) => {
    const said: FindingChange[] = [];
    for (const { preview, apply } of changes) {
      const { findings } = await preview();
      expect(findings).not.toBeNull();
      expect(findings).not.toEqual([]);
      said.push(...(findings ?? []));
      await apply();
    }
    const before = last;
    last = await found();
    expect(last).toEqual(after(before, said));
  });

  test("a whole configuration, with cells", async () => {
    const document = { rules: [], cells: { "1021": { sku: "SHARED", title: "A" } } };
    const plan = await perform<{ readonly preview: Previewed }>(listed.real.services, listed.shop, putConfig, {
      path: { id: String(listed.primaryId) },
      query: { dry_run: "true" },
      body: document,
    });
    await perform(listed.real.services, listed.shop, putConfig, { path: { id: String(listed.primaryId) }, body: document });
    expect(await found()).toEqual(after(last, plan.preview.findings ?? []));
  });

  test("is null where it isn't asked for, and the counts are the same", async () => {
    const body = { rule: { type: "set_value", target: "title", value: "SALE!!!" } };
    const whole = await ask<Previewed & object>(previewRule, body);
    expect(whole.findings).not.toEqual([]);
    expect(await ask(previewRule, { ...body, findings: false })).toEqual({ ...whole, findings: null });
  });

  test("is null where it can't be computed, and the preview is answered all the same", async () => {
    const { warehouse } = listed.real.services;
    const refusing = (shop: Parameters<typeof warehouse.of>[0]): ShopWarehouse => {
      const own = warehouse.of(shop);
      const session: ShopWarehouse["session"] = async (options) => {
        const opened = await own.session(options);
        const run: WarehouseSession["run"] = async (...statements) => {
          if (statements.some(({ text }) => text.includes("side-before"))) throw new WarehouseLost("deadline", "too slow");
          return opened.run(...statements);
        };
        return { ...opened, run };
      };
      return { ...own, session };
    };
    const asked = perform({ ...listed.real.services, warehouse: { ...warehouse, of: refusing } }, listed.shop, previewRule, {
      path: { feed_id: String(listed.primaryId) },
      body: { rule: { type: "set_value", target: "title", value: "SALE!!!" } },
    });
    await expect(asked).resolves.toMatchObject({ summary: { changed: expect.any(Number) }, findings: null });
  });
});
