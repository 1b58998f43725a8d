import { afterAll, beforeAll, expect, test } from "vitest";
import { jobsDatabase, testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type DeliveryId, type OrganizationId, storedId, type WebhookId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { insertActiveConnection, insertOrganization } from "../organizations/index.ts";
import * as claims from "./claim-deliveries.ts";
import * as deliveryQueries from "./delivery-queries.ts";
import * as resultQueries from "./result-queries.ts";
import * as webhookQueries from "./webhook-queries.ts";

/** As `src/features/tenancy.db.test.ts`, of webhooks: every query that takes a shop's handle, called for a stranger with the ids of another shop. */

let database: TestDatabase;
let victim: TestShop;
let stranger: ShopDb;
let id: WebhookId;
let delivery: DeliveryId;
let organizationId: OrganizationId;

const at = new Date("2026-11-21T08:00:00Z");
const page = { status: null, event: null, limit: 10, offset: 0 };
const eventNamed = (last: string) => ({ name: "feed.updated", at, events: [{ id: `evt_${last.padStart(26, "0")}`, body: "{}" }] }) as const;

beforeAll(async () => {
  database = await jobsDatabase();
  victim = await testShop(database.db);
  const { shop } = victim;
  organizationId = storedId("org", await insertOrganization(database.db, "An agency"));
  await insertActiveConnection(database.db, { organizationId, shopId: shop.shopId, domain: "victim.example", clientLabel: "One" });
  const webhook = { endpointUrl: "https://hooks.example.com", events: ["*"], organizationId };
  id = storedId("wh", (await webhookQueries.insertWebhook(shop, webhook)).id);
  delivery = storedId("whd", (await deliveryQueries.insertEventFor(shop, id, eventNamed("1"))).id);
  const failed = await deliveryQueries.insertEventFor(shop, id, eventNamed("2"));
  await database.db.updateTable("webhook_deliveries").set({ status: "failed", due_at: null }).where("id", "=", failed.id).execute();
  stranger = (await testShop(database.db)).shop;
});
afterAll(() => database[Symbol.asyncDispose]());

/** Queries whose caller has found the row before: without it they throw. */
const nothingIfNone = (asked: Promise<unknown>): Promise<unknown> => asked.catch(() => undefined);

const QUERIES: Readonly<Record<string, (shop: ShopDb) => Promise<unknown>>> = {
  listWebhooks: webhookQueries.listWebhooks,
  findWebhook: (shop) => webhookQueries.findWebhook(shop, id),
  lockWebhook: (shop) => webhookQueries.lockWebhook(shop, id),
  storeSecret: (shop) => nothingIfNone(webhookQueries.storeSecret(shop, id, { sealed: "mine", previous: null, organizationId: null })),
  changeWebhook: (shop) =>
    nothingIfNone(webhookQueries.changeWebhook(shop, id, { events: ["run.held"], organizationId: null, enabled: true })),
  deleteWebhook: (shop) => webhookQueries.deleteWebhook(shop, id),
  disableWebhooksOf: (shop) => webhookQueries.disableWebhooksOf(shop, organizationId, at),
  disableWebhook: (shop) => nothingIfNone(resultQueries.disableWebhook(shop, id, { at, reason: "mine" })),
  insertEventFor: (shop) => nothingIfNone(deliveryQueries.insertEventFor(shop, id, eventNamed("3"))),
  listDeliveries: async (shop) => (await deliveryQueries.listDeliveries(shop, id, page)).rows,
  findSentEvent: async (shop) => {
    const row = await deliveryQueries.findDelivery(victim.shop, id, delivery);
    return row === undefined ? undefined : deliveryQueries.findSentEvent(shop, row);
  },
  countDeliveries: async (shop) => {
    const span = { webhookId: id, from: at, to: new Date(at.getTime() + 3_600_000), bucket: "hour" } as const;
    return (await deliveryQueries.countDeliveries(shop, span)).buckets.some(({ pending, failed }) => pending + failed > 0);
  },
  findDelivery: (shop) => deliveryQueries.findDelivery(shop, id, delivery),
  repeatDelivery: (shop) => deliveryQueries.repeatDelivery(shop, delivery, at),
  recoverFailed: async (shop) => (await deliveryQueries.recoverFailed(shop, { webhookId: id, since: at, at, max: 10 })) > 0,
};

/** Each says why it is no way to another's rows. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  countWebhooks: "the handle's own shop",
  insertWebhook: "adds a webhook of the handle's shop",
  failPending: "of webhooks that the caller has locked",
  claimDeliveries: "the job boundary: any shop's",
  deliveriesWait: "the job boundary: any shop's",
  lockWebhooks: "the job boundary: any shop's",
  lockDeliveries: "the job boundary: any shop's",
  storeDeliveries: "the job boundary: any shop's",
  storeWebhooks: "the job boundary: any shop's",
};

async function rowsOf(shopId: number): Promise<string> {
  const tables = ["webhooks", "webhook_deliveries", "events"];
  const texts = await Promise.all(
    tables.map((table) =>
      database.pool.query(`select json_agg(t order by t::text)::text as rows from ${table} t where shop_id = $1`, [shopId]),
    ),
  );
  return JSON.stringify(texts.map(({ rows }) => rows));
}

const isNothing = (answer: unknown): boolean => answer === undefined || answer === false || (Array.isArray(answer) && answer.length === 0);

test.each(Object.entries(QUERIES))("%s finds nothing of another shop and changes none of its rows", async (_, query) => {
  const before = await rowsOf(victim.shop.shopId);
  expect(isNothing(await query(stranger))).toBe(true);
  expect(await rowsOf(victim.shop.shopId)).toBe(before);
});

test.each(Object.entries(QUERIES).filter(([name]) => /^(list|find|lock|hold)/.test(name)))(
  "%s finds it for its own shop",
  async (_, query) => {
    expect(isNothing(await query(victim.shop))).toBe(false);
  },
);

test("every query of webhooks is in one of the two lists", () => {
  const functions = [claims, deliveryQueries, resultQueries, webhookQueries]
    .flatMap((module) => Object.entries(module))
    .filter(([, value]) => typeof value === "function");
  expect(functions.map(([name]) => name).toSorted()).toEqual([...Object.keys(QUERIES), ...Object.keys(ELSEWHERE)].toSorted());
});
