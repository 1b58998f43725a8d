import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { APP_SHOP, type AppWorld, appWorld } from "../../../test/harness/shopify-app.ts";
import { storedId } from "../../kernel/ids.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { beginExtract, workExtract } from "../extracts/index.ts";
import { claimDelta, startDueDeltas } from "./delta-queries.ts";
import { lookForUnreported } from "./look-for-unreported.ts";
import { workDelta } from "./work-delta.ts";

/** Changes whose deliveries got lost, found by asking what has changed. */

const SECONDS_SILENT = 20;
const QUIET_MS = 3_000;
let world: AppWorld;
let shop: ShopDb;
beforeAll(async () => {
  world = await appWorld({ simulator: { products: 12 } });
  await world.install();
  const { db } = world.front;
  const { id } = await db.selectFrom("shops").select("id").where("domain", "=", APP_SHOP).executeTakeFirstOrThrow();
  shop = openShop(db, storedId("shop", id));
  const claim = await beginExtract(world.services, { db, worker: "test", silentAfterS: SECONDS_SILENT, openShop });
  if (claim === undefined) throw new Error("no extract waits");
  await workExtract(world.services, shop, claim, { signal: new AbortController().signal, progress: () => undefined });
});
afterAll(() => world[Symbol.asyncDispose]());

beforeEach(async () => {
  const { db } = world.front;
  for (const table of ["change_looks", "catalog_marks", "delta_queues"] as const) await db.deleteFrom(table).execute();
  await change({ uninstalled_at: null, subscriptions_checked_at: new Date(), subscription_status: "none" });
});

const control = () => world.simulator.control;
const look = (services = world.services) =>
  lookForUnreported(services, { db: world.front.db, openShop, signal: new AbortController().signal });
const marked = async () => {
  const rows = await world.front.db.selectFrom("catalog_marks").select(["kind", "subject_id"]).orderBy("subject_id").execute();
  return rows.map(({ kind, subject_id: id }) => `${kind} ${id}`);
};
const change = (values: object) => world.front.db.updateTable("shops").set(values).where("id", "=", shop.shopId).execute();
const anHourPasses = () => world.front.db.updateTable("change_looks").set({ due_at: new Date() }).execute();
async function delta(): Promise<void> {
  await startDueDeltas(world.front.db, world.services.deltas);
  const claim = await claimDelta(world.front.db, "test", SECONDS_SILENT);
  if (claim === undefined) throw new Error("no delta is due");
  // The shop has been quiet for a while.
  await world.front.db
    .updateTable("extracts")
    .set({ started_at: new Date(Date.now() + QUIET_MS) })
    .where("id", "=", claim.id)
    .execute();
  await workDelta(world.services, shop, claim, { signal: new AbortController().signal });
}

/** Shopify's times are whole seconds. */
const nextSecond = () => sleep(1_100);

test("a product that changed without a delivery is marked and read again, once", async () => {
  const id = control().changeProduct(3, { price: "123.45" })?.id;
  expect([await look(), await look()]).toEqual([true, false]);
  expect(await marked()).toEqual([`product ${id}`]);
  await delta();
  expect(await marked()).toEqual([]);
  await anHourPasses();
  expect(await look()).toBe(true);
  expect(await marked()).toEqual([]);
  await nextSecond();
  control().changeProduct(3, { price: "123.46" });
  control().deleteProduct(5);
  await anHourPasses();
  await look();
  expect(await marked()).toEqual([`product ${id}`]);
});

test("a mark that waits already is made anew, because its delta may have read the product before", async () => {
  const seq = async () => (await world.front.db.selectFrom("catalog_marks").select("seq").executeTakeFirstOrThrow()).seq;
  control().changeProduct(4, { price: "5.00" });
  await look();
  const before = await seq();
  await anHourPasses();
  await look();
  expect(await seq()).toBeGreaterThan(before);
});

test.each([
  ["a shop whose changes nobody reports", { subscriptions_checked_at: null }],
  ["a shop that doesn't pay", { subscription_status: "frozen" }],
  ["a shop that has left", { uninstalled_at: new Date() }],
])("%s isn't asked", async (_, values) => {
  control().changeProduct(6, { price: "6.00" });
  await change(values);
  expect([await look(), await marked()]).toEqual([false, []]);
});

test("nobody is asked where the operator doesn't want it", async () => {
  const { services } = world;
  expect(await look({ ...services, deltas: { ...services.deltas, lookEveryS: 0 } })).toBe(false);
});

test("a shop that can't be asked is left alone for ten minutes, and asked for the same time again", async () => {
  const id = control().changeProduct(7, { price: "7.00" })?.id;
  control().app.tokens.revokeAll();
  expect([await look(), await look(), await marked()]).toEqual([true, false, []]);
  await world.install();
  await change({ subscriptions_checked_at: new Date() });
  await anHourPasses();
  await look();
  expect(await marked()).toContain(`product ${id}`);
});
