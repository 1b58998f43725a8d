import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql as query } from "kysely";
import { realServices, type RealServices } from "../../../test/harness/real-platform.ts";
import { jobsDatabase } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { type ExtractId, storedId } from "../../kernel/ids.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { openShop, type ShopDb } from "../../platform/postgres/postgres-port.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { ORDINARY_PACE } from "../../storefronts/shopify/pace.ts";
import { sealedConfig } from "../../storefronts/shopify/shopify-config.ts";
import { shopifyStorefront } from "../../storefronts/shopify/shopify-storefront.ts";
import { PLENTY } from "../../storefronts/simulator/simulator-client.suite.ts";
import { type Simulator, startSimulator } from "../../storefronts/simulator/start-simulator.ts";
import { beginExtract, findExtract, insertExtract, workExtract } from "../extracts/index.ts";
import { insertPrimaryFeed } from "../feeds/index.ts";
import { markCatalog, type Report } from "../marks/index.ts";
import { openIntake, type TakeDelivery } from "../shopify-webhooks/index.ts";
import { SUBSCRIBED_TOPICS } from "../shopify-webhooks/topics.ts";
import type { SendDelivery } from "../../storefronts/simulator/webhooks/webhook-deliveries.ts";
import { insertShop } from "../shops/shop-queries.ts";
import { findSnapshot, type Snapshot } from "../snapshots/index.ts";
import { claimDelta, startDueDeltas } from "./delta-queries.ts";
import { workDelta } from "./work-delta.ts";

/** A simulated shop on Shopify with what extracts it, for the tests of this folder. */
export interface DeltaShop extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly simulator: Simulator;
  readonly real: RealServices;
  readonly shop: ShopDb;
  readonly domain: string;
  /** A full extract from its beginning to its end. `scheduled`: the schedule started it, rather than a person. */
  extract(how?: { readonly scheduled: boolean }): Promise<ExtractId>;
  /** The platform reports something. */
  report(kind: Report["kind"], ...subjects: readonly (number | string)[]): Promise<void>;
  /** Waits until every change of the simulated shop has been reported. */
  reported(): Promise<void>;
  /** Feeds for a language and a market of the shop, which extracts read from then on. */
  sellAbroad(): Promise<void>;
  /** The delta that is due, carried out; how it ended. Undefined: none is due. */
  delta(): Promise<{ readonly id: ExtractId; readonly status: string } | undefined>;
  snapshot(id: ExtractId): Promise<Snapshot>;
  /** What the files of a snapshot hold, by file. */
  contents(id: ExtractId): Promise<Readonly<Record<string, unknown>>>;
}

const SECONDS_SILENT = 20;
const PACE = { ...ORDINARY_PACE, retryMs: 2, retryMaxMs: 20, pollMs: 5, pollMaxMs: 20, silentAfterMs: 20_000, slotWaitMs: 20_000 };

export async function deltaShop({
  products,
  domain = "delta-shop.myshopify.com",
}: {
  readonly products: number;
  readonly domain?: string;
}): Promise<DeltaShop> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await jobsDatabase());
  const intake: { take?: TakeDelivery } = {};
  const deliver: SendDelivery = async (_url, { headers, body }) => {
    const header = (name: string): string => headers[`x-shopify-${name}`] ?? "";
    const signed = { body: Buffer.from(body), signature: header("hmac-sha256"), topic: header("topic"), domain: header("shop-domain") };
    return (await intake.take?.({ ...signed, webhookId: header("webhook-id"), triggeredAt: header("triggered-at") })) === "taken"
      ? 200
      : 503;
  };
  const played = { products, shopDomain: domain, bucket: PLENTY, imageBase: "https://images.example", deliver, deliveryRetryMs: 50 };
  const simulator = stack.use(await startSimulator(played));
  for (const topic of SUBSCRIBED_TOPICS)
    simulator.control.webhooks.subscriptions.create(topic, { uri: "http://127.0.0.1/shopify/webhooks" });
  const egress = stack.use(openEgress({ allowLoopback: true, log: silentLog }));
  const secrets = openSecrets(Buffer.alloc(32, 1));
  const real = stack.use(
    await realServices(
      shopifyStorefront({ secrets, egress, log: silentLog, pace: PACE, sample: () => Promise.reject(new Error("no sample")) }),
    ),
  );
  const id = await insertShop(database.db, {
    ...{ domain, name: "A shop", storefront: "shopify", currency: "EUR", country: "IE", primaryLocale: "en", languages: ["en"] },
    storefrontConfig: sealedConfig(secrets, { shop: domain, origin: simulator.url, isLoopback: true }, simulator.token),
    feedToken: createHash("sha256").update(domain).digest("hex").slice(0, 40),
  });
  const shop = openShop(database.db, storedId("shop", id));
  await insertPrimaryFeed(shop, { displayName: "Primary feed", country: "IE" });
  const signal = new AbortController().signal;
  const { services } = real;
  const { clientId, clientSecret } = simulator;
  const billing = { mode: "off", trialDays: 0, discounts: {} } as const;
  const shopifyApp = { clientId, clientSecret, previousClientSecret: null, scopes: [], simulatorUrl: simulator.url, billing };
  intake.take = openIntake({ ...services, shopifyApp }, database.db);
  let deliveries = 0;

  const snapshot = async (extractId: ExtractId): Promise<Snapshot> => {
    const found = await findSnapshot(shop, extractId);
    if (found === undefined) throw new Error(`extract ${extractId} has no snapshot: ${JSON.stringify(await findExtract(shop, extractId))}`);
    return found;
  };
  const made: Omit<DeltaShop, typeof Symbol.asyncDispose> = {
    ...{ database, simulator, real, shop, domain, snapshot },
    async extract({ scheduled } = { scheduled: false }) {
      const { id: extractId } = await insertExtract(shop, { type: "full" });
      if (scheduled) await database.db.updateTable("extracts").set({ scheduled_for: new Date() }).where("id", "=", extractId).execute();
      const claim = await beginExtract(services, { db: database.db, worker: "test", silentAfterS: SECONDS_SILENT, openShop });
      if (claim?.id !== extractId) throw new Error("another extract was waiting");
      await workExtract(services, shop, claim, { signal, progress: () => undefined });
      return storedId("ext", extractId);
    },
    async report(kind, ...subjects) {
      const reports = subjects.map((subject) => ({
        webhookId: `test-${++deliveries}`,
        domain,
        kind,
        subject: Number(subject),
        triggeredAt: new Date(),
      }));
      await markCatalog(database.db, reports);
    },
    reported: () => simulator.control.webhooks.deliveries.idle(),
    async sellAbroad() {
      const feed = { shop_id: id, settings: "{}", mappings: "{}" };
      await database.db
        .insertInto("feeds")
        .values([
          {
            ...feed,
            feed_type: "language",
            display_name: "German",
            slug: "de",
            file_name: "gmcfeed-de.txt",
            locale: "de",
            target_country: "IE",
          },
          {
            ...feed,
            feed_type: "market",
            display_name: "Britain",
            slug: "gb",
            file_name: "gmcfeed-gb.txt",
            target_market: "united-kingdom",
            target_country: "GB",
          },
        ])
        .execute();
    },
    async delta() {
      await startDueDeltas(database.db, services.deltas);
      const claim = await claimDelta(database.db, "test", SECONDS_SILENT);
      if (claim === undefined) return undefined;
      await workDelta(services, shop, claim, { signal });
      const extractId = storedId("ext", claim.id);
      return { id: extractId, status: (await findExtract(shop, extractId))?.status ?? "gone" };
    },
    async contents(extractId) {
      const { prefix } = await snapshot(extractId);
      const files: Record<string, unknown> = {};
      for await (const { key } of services.objects.list(prefix)) {
        const file = key.slice(prefix.length);
        if (file === "source.csv") continue;
        await using local = await services.objects.local(key);
        files[file] = file.endsWith(".parquet") ? await rowsOf(local.path) : await readFile(local.path, "utf8");
      }
      return files;
    },
  };
  const rowsOf = async (file: string) => {
    await using scratch = await services.objects.scratch();
    await using session = await services.warehouse
      .of(shop.shopId)
      .session({ signal, folder: scratch.path, deadlineMs: 60_000, columns: 100 });
    const rows = await session.all(sql`SELECT r::VARCHAR AS row FROM read_parquet(${literal(file)}) r`);
    return rows.map(({ row }) => row);
  };
  const running = stack.move();
  return { ...made, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Runs that wait or work, out of the way of what is tested. */
export async function endRuns({ database }: Pick<DeltaShop, "database">): Promise<void> {
  await query`update runs set status = 'failed' where status = 'running'`.execute(database.db);
}
