import { gunzipSync } from "node:zlib";
import { buffer } from "node:stream/consumers";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import type { ListedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform, performWhole } from "../../../test/harness/perform.ts";
import { rawProduct, rawVariant } from "../../../test/harness/raw-records.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import type { PlatformUnderTest } from "../../../test/platforms/conformance.suite.ts";
import { storedId } from "../../kernel/ids.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { storeSignIn } from "../channel-connections/connection-queries.ts";
import { sealGrant } from "../channel-connections/sealed-grant.ts";
import { assignChannel } from "../channels/index.ts";
import { claimDatafeed, createDatafeed, fetchDatafeed, workDatafeed } from "../datafeeds/index.ts";
import type { AnyOperation, Services } from "../operation.ts";
import { createRule } from "../rules/index.ts";
import { claimRun, regenerateFeed, workRun } from "../runs/index.ts";
import { changeSettings } from "../settings/index.ts";
import { listPlatformIssueRows } from "./list-platform-issue-rows.ts";
import { listPlatformIssues } from "./list-platform-issues.ts";
import type { PlatformIssueRowShape, PlatformIssueShape, PlatformItemsShape } from "./platform-issue-shapes.ts";
import { claimReading, wantReading } from "./reading-queries.ts";
import { workReading } from "./work-reading.ts";

/** A shop with a feed that a played platform fetches. */

export interface Issues {
  readonly data: readonly PlatformIssueShape[];
  readonly meta: PlatformItemsShape & { readonly total: number; readonly run_id: string | null; readonly items_elsewhere: number };
}

export interface PlatformShop extends AsyncDisposable {
  readonly listed: ListedShop;
  readonly services: Services;
  readonly ask: <T>(operation: AnyOperation, input?: Parameters<typeof perform>[3]) => Promise<T>;
  readonly rule: (members: object) => Promise<{ readonly id: string }>;
  /** Runs the feed, and serves the channel's file where the platform fetches it. */
  readonly publish: () => Promise<void>;
  /** The platform reads the file. */
  readonly fetchFile: () => Promise<void>;
  /** Reads the item statuses, as a worker does. `before`: called before each request, with its number from 1. */
  readonly readItems: (before?: (request: number) => void) => Promise<void>;
  readonly issues: (query?: Readonly<Record<string, string>>) => Promise<Issues>;
  readonly rows: (code: string, query?: Readonly<Record<string, string>>) => Promise<readonly PlatformIssueRowShape[]>;
}

/** Products of one variant each: apparel without a color, which platforms want. */
export function apparel(products: number, idOf: (n: number) => string = (n) => `SKU-${n}`): ListedCatalog {
  const numbers = Array.from({ length: products }, (_, at) => at + 1);
  return {
    products: numbers.map((n) =>
      rawProduct(n, {
        key: `shirt-${n}`,
        id: String(n),
        title: `Linen shirt number ${n} for every day`,
        vendor: "Acme",
        body_html: `Shirt ${n}`,
      }),
    ),
    variants: numbers.map((n) =>
      rawVariant(n, {
        product_key: `shirt-${n}`,
        id: String(1_000 + n),
        sku: idOf(n),
        price: `${n}.00`,
        inventory_quantity: "5",
        image: `https://shop.example/${n}.jpg`,
      }),
    ),
  };
}

export async function platformShop(
  under: PlatformUnderTest,
  catalog: ListedCatalog,
  database?: Promise<TestDatabase>,
): Promise<PlatformShop> {
  const { pack, session, file } = under;
  const listed = await listedShop("shop.example", catalog, database);
  const { shop, primaryId: feedId } = listed;
  const { db } = listed.database;
  const signal = new AbortController().signal;
  const services: Services = {
    ...listed.real.services,
    filesUrl: new URL(file.url).origin,
    platforms: { [pack.slug]: session.call.settings },
  };
  if (session.grant === null || session.account === null) throw new Error("signed in, with an account chosen");
  const sealed = sealGrant(services.secrets, shop.shopId, pack.slug, session.grant);
  await storeSignIn(shop, pack.slug, { sealed, account: session.account });
  const path = { feed_id: String(feedId), slug: pack.slug };
  const ask: PlatformShop["ask"] = (operation, input = {}) => perform(services, shop, operation, { path, ...input });
  /** Operations call the feed's id one or the other. */
  const ofFeed = ({ http }: AnyOperation) => ({ path: { [http.path.includes("{feed_id}") ? "feed_id" : "id"]: String(feedId) } });
  await ask(changeSettings, { ...ofFeed(changeSettings), body: { publish_guard: { enabled: false }, id_format: "sku" } });
  await ask(assignChannel, { body: {} });
  const datafeed = await ask<{ readonly id: number }>(createDatafeed, { path: { slug: pack.slug }, body: { feed_id: `feed_${feedId}` } });

  async function workDatafeeds(): Promise<void> {
    for (let done = 0; done < 10; done += 1) {
      const row = await claimDatafeed(db);
      if (row === undefined) return;
      await workDatafeed(services, openShop(db, storedId("shop", row.shop_id)), row, signal);
    }
    throw new Error("there is no end of it");
  }

  return {
    ...{ listed, services, ask },
    rule: (members) => ask(createRule, { ...ofFeed(createRule), body: { rule: members } }),
    async publish() {
      await db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
      await ask(regenerateFeed, ofFeed(regenerateFeed));
      const claim = await claimRun(db, "test", 20);
      if (claim === undefined) throw new Error("no run waits");
      await workRun(services, shop, claim, { signal, end: async () => undefined });
      const { output_prefix: prefix } = await db
        .selectFrom("runs")
        .select("output_prefix")
        .where("id", "=", claim.id)
        .executeTakeFirstOrThrow();
      const extension = pack.formats[0].extension;
      file.text = gunzipSync(await buffer(await services.objects.read(`${prefix}gmcfeed.${pack.slug}.${extension}.gz`))).toString();
    },
    async fetchFile() {
      await db.updateTable("datafeeds").set({ fetch_asked_at: null }).execute();
      await ask(fetchDatafeed, { path: { slug: pack.slug, id: String(datafeed.id) } });
      await workDatafeeds();
    },
    async readItems(before = () => undefined) {
      await db.updateTable("item_readings").set({ is_wanted: false }).execute();
      await wantReading(shop, { feedId, channel: pack.slug });
      const row = await claimReading(db);
      if (row === undefined) throw new Error("no reading waits");
      let requests = 0;
      const fetch: Services["egress"]["fetch"] = (...asked) => {
        before((requests += 1));
        return services.egress.fetch(...asked);
      };
      await workReading({ ...services, egress: { ...services.egress, fetch } }, { shop, row, signal });
    },
    issues: (query = {}) => performWhole<Issues>(services, shop, listPlatformIssues, { path, query }),
    rows: (code, query = {}) => ask(listPlatformIssueRows, { path: { ...path, code }, query }),
    [Symbol.asyncDispose]: () => listed[Symbol.asyncDispose](),
  };
}
