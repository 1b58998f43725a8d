import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_SHOP, type AppWorld, appWorld } from "../../../test/harness/shopify-app.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { branded } from "../../kernel/unsafe.ts";
import type { Storefront } from "../../storefronts/storefront-port.ts";
import { actOnWebhook } from "./act-on-webhook.ts";
import { openBells } from "./export-bells.ts";

let world: AppWorld;
beforeAll(async () => {
  world = await appWorld();
  await world.install();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const db = () => world.front.db;
let deliveries = 0;
async function arrives(topic: string, reference: string | null = null): Promise<string> {
  const id = `webhook-${++deliveries}`;
  const acting = { db: db(), openShop, signal: new AbortController().signal };
  await actOnWebhook(world.services, acting, { webhook_id: id, topic, domain: APP_SHOP, reference });
  return id;
}
const shops = async () => db().selectFrom("shops").select(["domain", "uninstalled_at"]).where("storefront", "=", "shopify").execute();
const noted = async (id: string) =>
  db().selectFrom("audit_log").select(["action", "shop_id", "facts"]).where("request_id", "=", id).execute();

test("scopes that the merchant has changed are those of the grant, at once, and an extract brings what they allow", async () => {
  const { app } = world.simulator.control;
  const scopes = async () => (await db().selectFrom("shopify_grants").select("scopes").executeTakeFirstOrThrow()).scopes;
  const extracts = async () => (await db().selectFrom("extracts").select("id").where("status", "=", "pending").execute()).length;
  await db().updateTable("extracts").set({ status: "completed" }).execute();
  await db().updateTable("shops").set({ subscriptions_checked_at: new Date() }).where("domain", "=", APP_SHOP).execute();
  const before = await scopes();
  expect(await noted(await arrives("app/scopes_update"))).toEqual([]);
  expect([await scopes(), await extracts()]).toEqual([before, 0]);
  app.install(["read_products", "read_locales"]);
  const id = await arrives("app/scopes_update");
  expect([await scopes(), await extracts()]).toEqual([["read_locales", "read_products"], 1]);
  expect(await noted(id)).toMatchObject([
    { action: "shop.scopes_changed", facts: { answer: { data: { scopes: ["read_locales", "read_products"] } } } },
  ]);
  // While one is under way, what it may have read before is compared by a delta.
  app.install(app.settings.scopes);
  await arrives("app/scopes_update");
  expect([await scopes(), await extracts()]).toEqual([before, 1]);
  expect(await db().selectFrom("catalog_marks").select("kind").execute()).toEqual([{ kind: "shop" }]);
  const [due] = await db().selectFrom("shops").select("subscriptions_checked_at").where("domain", "=", APP_SHOP).execute();
  expect(due?.subscriptions_checked_at?.getTime()).toBeLessThan(Date.now() - 24 * 3_600_000);
});

test("the end of an export wakes the extract that waits for it, in whichever process it is", async () => {
  const woken: string[] = [];
  const processOf = (name: string, waiting: readonly string[]) => {
    const shopify = { waiting: () => waiting, wake: (domain: string) => void woken.push(`${name} ${domain}`) };
    return openBells({ storefronts: { shopify: branded<Storefront>(shopify) } }, db());
  };
  const processes = [processOf("waiting", [APP_SHOP]), processOf("idle", []), processOf("other", ["other.myshopify.com"])];
  const look = async (): Promise<readonly string[]> => {
    for (const hear of processes) await hear();
    return woken.splice(0);
  };
  expect(await look()).toEqual([]);
  await arrives("bulk_operations/finish");
  expect(await look()).toEqual([`waiting ${APP_SHOP}`]);
  expect(await look()).toEqual([]);
  await arrives("bulk_operations/finish");
  expect(await look()).toEqual([`waiting ${APP_SHOP}`]);
});

test("word that the app was uninstalled changes nothing while Shopify accepts our token", async () => {
  const id = await arrives("app/uninstalled");
  expect(await shops()).toEqual([{ domain: APP_SHOP, uninstalled_at: null }]);
  expect(await noted(id)).toEqual([]);
});

test("a shop in service isn't erased, whoever asks for it", async () => {
  const id = await arrives("shop/redact", APP_SHOP);
  expect(await shops()).toHaveLength(1);
  expect(await noted(id)).toMatchObject([{ action: "shop.redact_requested", facts: { answer: { erased: 0, in_service: true } } }]);
});

test("requests about customers are recorded without anything about a customer", async () => {
  expect(await noted(await arrives("customers/data_request", "99"))).toMatchObject([{ action: "customer.data_requested" }]);
  const [entry] = await noted(await arrives("customers/redact"));
  expect(entry).toMatchObject({ action: "customer.redact_requested", shop_id: null });
  expect(JSON.stringify(entry?.facts)).not.toMatch(/@|email|phone/);
});

test("a shop whose merchant removed the app is out of service until it's installed again", async () => {
  world.simulator.control.app.uninstall();
  const id = await arrives("app/uninstalled");
  expect(await shops()).toEqual([{ domain: APP_SHOP, uninstalled_at: expect.any(Date) }]);
  expect(await noted(id)).toMatchObject([{ action: "shop.uninstalled" }]);
  await world.install();
  expect(await shops()).toEqual([{ domain: APP_SHOP, uninstalled_at: null }]);
  // The delivery comes once more, a day late.
  await arrives("app/uninstalled");
  expect(await shops()).toEqual([{ domain: APP_SHOP, uninstalled_at: null }]);
});

test("a shop that has left is erased when Shopify asks for it, and only if header and body name it", async () => {
  world.simulator.control.app.uninstall();
  await arrives("app/uninstalled");
  await arrives("shop/redact", "another-shop.myshopify.com");
  expect(await shops()).toHaveLength(1);
  const id = await arrives("shop/redact", APP_SHOP);
  expect(await shops()).toEqual([]);
  expect(await noted(id)).toMatchObject([
    { action: "shop.redact_requested", shop_id: null, facts: { answer: { erased: 1, in_service: false } } },
  ]);
  const jobs = await db().selectFrom("audit_log").select("action").where("action", "=", "shop.removed").execute();
  expect(jobs).toHaveLength(1);
});
