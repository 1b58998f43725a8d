import { type Selectable, sql } from "kysely";
import { type AnsweringServer, answeringServer } from "../../../test/harness/answering-server.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { realServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase, testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { storedId, type WebhookId } from "../../kernel/ids.ts";
import { type Database, type Db, openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { defineEvent, emit } from "../events/index.ts";
import type { Services } from "../operation.ts";
import { z } from "zod";
import { claimDeliveries, type ClaimedDelivery, recordResults, sendDelivery } from "./index.ts";
import { newSecret, sealSecret } from "./webhook.ts";
import { insertWebhook, storeSecret } from "./webhook-queries.ts";

/** Webhooks over a database of their own, an endpoint on this machine, and a clock whose hands the test moves. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export type DeliveryRow = Selectable<Database["webhook_deliveries"]>;

export interface Subscribed {
  readonly id: WebhookId;
  readonly secret: string;
}

export interface Told extends AsyncDisposable {
  readonly db: Db;
  readonly home: TestShop;
  readonly services: Services;
  readonly endpoint: AnsweringServer;
  readonly now: () => number;
  /** As if nobody had subscribed and nothing had happened yet, at the first moment. */
  clear(): Promise<void>;
  forward(ms: number): void;
  subscribe(path?: string, shop?: ShopDb): Promise<Subscribed>;
  /** An event of the shop, to all who subscribe. */
  tell(shop?: ShopDb): Promise<void>;
  /** What is due now is claimed, sent and recorded. */
  deliver(options?: { readonly extras?: boolean }): Promise<readonly ClaimedDelivery[]>;
  claim(free?: number, freeForAiling?: number): Promise<readonly ClaimedDelivery[]>;
  send(claimed: readonly ClaimedDelivery[], extras?: boolean): Promise<void>;
  deliveries(webhook: Subscribed): Promise<readonly DeliveryRow[]>;
  webhook(webhook: Subscribed): Promise<Selectable<Database["webhooks"]>>;
}

const FIRST_MOMENT = Date.parse("2026-11-21T08:00:00.250Z");

const somethingHappened = defineEvent({ name: "feed.updated", data: z.strictObject({ note: z.string() }) });

export async function toldShop(): Promise<Told> {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await jobsDatabase());
  const real = stack.use(await realServices(listedStorefront(listedCatalog(0))));
  const endpoint = stack.use(await answeringServer());
  let at = FIRST_MOMENT;
  const services: Services = { ...real.services, clock: { now: () => new Date(at) } };
  const home = await testShop(db);
  const claim = (free = 100, freeForAiling = free) => claimDeliveries(db, { at: services.clock.now(), free, freeForAiling });
  const send = async (claimed: readonly ClaimedDelivery[], extras = false): Promise<void> => {
    const sending = { userAgent: "Feedwright/0", extras, signal: new AbortController().signal };
    const results = await Promise.all(claimed.map((delivery) => sendDelivery(services, delivery, sending)));
    if (results.length > 0) await recordResults({ db, clock: services.clock, openShop }, results);
  };
  const running = stack.move();
  return {
    db,
    home,
    services,
    endpoint,
    now: () => at,
    async clear() {
      at = FIRST_MOMENT;
      endpoint.answer();
      await sql`truncate webhooks, events, audit_log cascade`.execute(db);
      await db.updateTable("shops").set({ uninstalled_at: null }).execute();
    },
    forward: (ms) => void (at += ms),
    claim,
    send,
    async subscribe(path = "/hook", shop = home.shop) {
      const { id: number } = await insertWebhook(shop, { endpointUrl: `${endpoint.url}${path}`, events: ["*"], organizationId: null });
      const id = storedId("wh", number);
      const secret = newSecret();
      await storeSecret(shop, id, { sealed: sealSecret(services.secrets, id, secret), previous: null, organizationId: null });
      return { id, secret };
    },
    tell: (shop = home.shop) => emit({ shop, clock: services.clock }, somethingHappened, { note: "é € 😀" }),
    async deliver({ extras = false } = {}) {
      const claimed = await claim();
      await send(claimed, extras);
      return claimed;
    },
    deliveries: ({ id }) => db.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", id).orderBy("id").execute(),
    webhook: ({ id }) => db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
