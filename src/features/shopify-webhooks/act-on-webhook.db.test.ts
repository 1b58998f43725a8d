import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_SHOP, type AppWorld, appWorld } from "../../../test/harness/shopify-app.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { actOnWebhook } from "./act-on-webhook.ts";

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
