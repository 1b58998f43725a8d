import { createHmac } from "node:crypto";
import { fastify } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobsDatabase } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { graphileQueue } from "../../platform/jobs/graphile-queue.ts";
import { NO_METRICS } from "../../platform/telemetry/telemetry-port.ts";
import type { ShopifyAppSettings } from "../../storefronts/shopify-app-port.ts";
import { serveShopifyDeliveries } from "../../surfaces/http/shopify-deliveries.ts";
import { insertShop } from "../shops/shop-queries.ts";
import { openIntake, type TakeDelivery } from "./take-delivery.ts";

const SETTINGS: ShopifyAppSettings = {
  clientId: "id",
  clientSecret: "secret of today",
  previousClientSecret: "secret of yesterday",
  scopes: [],
  simulatorUrl: null,
  billing: { mode: "off", trialDays: 0, discounts: {} },
};
const DOMAIN = "marked.myshopify.com";

let database: TestDatabase;
let take: TakeDelivery;
let shopId: number;
beforeAll(async () => {
  database = await jobsDatabase();
  take = openIntake({ shopifyApp: SETTINGS, queue: graphileQueue, clock: systemClock, log: silentLog, metrics: NO_METRICS }, database.db);
  shopId = await insertShop(database.db, {
    ...{ domain: DOMAIN, name: "Marked", storefront: "shopify", currency: "EUR", country: "IE", primaryLocale: "en", languages: ["en"] },
    storefrontConfig: { app: true },
    feedToken: "t".repeat(40),
  });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await database.db.deleteFrom("catalog_marks").execute();
  await database.db.deleteFrom("delta_queues").execute();
});

let deliveries = 0;
function delivery(
  topic: string,
  body: unknown,
  given: { readonly id?: string; readonly secret?: string; readonly domain?: string; readonly at?: string } = {},
) {
  const { id = `webhook-${++deliveries}`, secret = SETTINGS.clientSecret, domain = DOMAIN, at = new Date().toISOString() } = given;
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return {
    body: bytes,
    signature: createHmac("sha256", secret).update(bytes).digest("base64"),
    topic,
    domain,
    webhookId: id,
    triggeredAt: at,
  };
}

/** A slow machine answers that it's busy; the delivery is stored all the same, a moment later. */
async function taken(...all: readonly ReturnType<typeof delivery>[]): Promise<void> {
  for (const answer of await Promise.all(all.map(take))) expect(["taken", "busy"]).toContain(answer);
  await expect.poll(async () => take(delivery("unknown/topic", {}))).toBe("taken");
}

const marks = async () =>
  database.db
    .selectFrom("catalog_marks")
    .select(["kind", "subject_id", "seq", "triggered_at"])
    .orderBy("kind")
    .orderBy("subject_id")
    .execute();
const marked = async () => (await marks()).map(({ kind, subject_id: subject }) => `${kind} ${subject}`);

describe("deliveries of Shopify", () => {
  test("are taken if they are signed with the app's secret or the one before it, and refused otherwise", async () => {
    await taken(delivery("products/update", { id: 1 }), delivery("products/update", { id: 2 }, { secret: "secret of yesterday" }));
    expect(await take(delivery("products/update", { id: 3 }, { secret: "secret of nobody" }))).toBe("unsigned");
    const changed = { ...delivery("products/update", { id: 4 }), body: Buffer.from('{"id":5}') };
    expect(await take(changed)).toBe("unsigned");
    for (const signature of [undefined, "", "AAAA", "x".repeat(44)])
      expect(await take({ ...delivery("products/update", { id: 6 }), signature })).toBe("unsigned");
    await expect.poll(marked).toEqual(["product 1", "product 2"]);
  });

  test("mark what has changed, by topic", async () => {
    await taken(
      delivery("products/delete", { id: 7 }),
      delivery("variants/out_of_stock", { id: 70, product_id: 8 }),
      delivery("variants/in_stock", { id: 71 }),
      delivery("inventory_levels/update", { inventory_item_id: 900, location_id: 1, available: 3 }),
      delivery("inventory_items/update", { id: 901 }),
      delivery("collections/update", { id: 50 }),
      delivery("markets/update", { id: 60 }),
      delivery("locales/create", {}),
      delivery("unheard/of", { id: 99 }),
      delivery("products/update", "no JSON"),
      delivery("products/update", { id: "not a number" }),
    );
    const expected = ["collection 50", "inventory_item 900", "inventory_item 901", "product 7", "product 8", "shop 0", "variant 71"];
    await expect.poll(marked).toEqual(expected);
  });

  test("that come twice, late or out of order leave one mark with the newest time", async () => {
    const first = delivery("products/update", { id: 1 }, { id: "same", at: "2026-11-26T10:00:02Z" });
    await taken(first);
    const [before] = await marks();
    await taken(first, first);
    expect((await marks())[0]?.seq).toBe(before?.seq);
    await taken(delivery("products/update", { id: 1 }, { at: "2026-11-26T10:00:00Z" }));
    const [after] = await marks();
    expect(after?.seq).toBeGreaterThan(before?.seq ?? 0);
    expect(after?.triggered_at.toISOString()).toBe("2026-11-26T10:00:02.000Z");
  });

  test("of shops that aren't installed change nothing, and are taken", async () => {
    await taken(delivery("products/update", { id: 1 }, { domain: "stranger.myshopify.com" }));
    await database.db.updateTable("shops").set({ uninstalled_at: new Date() }).where("id", "=", shopId).execute();
    await taken(delivery("products/update", { id: 1 }));
    await database.db.updateTable("shops").set({ uninstalled_at: null }).where("id", "=", shopId).execute();
    expect(await marked()).toEqual([]);
  });

  test("of a kind that asks for work become one job, however often they come", async () => {
    await taken(delivery("app/uninstalled", {}, { id: "leaving" }), delivery("app/uninstalled", {}, { id: "leaving" }));
    const jobs = await database.pool.query("select payload from graphile_worker._private_jobs");
    expect(jobs.rows).toEqual([{ payload: { webhook_id: "leaving", topic: "app/uninstalled", domain: DOMAIN, reference: null } }]);
  });

  test("are answered 200, 401 and 413 over HTTP", async () => {
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    serveShopifyDeliveries(app, take, () => undefined);
    const { body, signature, topic, domain, webhookId } = delivery("products/update", { id: 11 });
    const headers = {
      "content-type": "application/json",
      "x-shopify-topic": topic,
      "x-shopify-shop-domain": domain,
      "x-shopify-webhook-id": webhookId,
    };
    const send = (more: Readonly<Record<string, string>>) =>
      app.inject({ method: "POST", url: "/shopify/webhooks", headers: { ...headers, ...more }, payload: body });
    expect([200, 503]).toContain((await send({ "x-shopify-hmac-sha256": signature })).statusCode);
    // The service's own error handler gives the error its status; it isn't part of this server.
    expect((await send({ "x-shopify-hmac-sha256": signature.replace(/^./, "-") })).json()).toMatchObject({
      message: expect.stringContaining("isn't signed"),
    });
    await app.close();
  });
});
