import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import {
  asksFor,
  assignPlatform,
  connectPlatform,
  dyingDatabase,
  inSmallBatches,
  makeSyncsDue,
  type PlayedPlatform,
  playPlatform,
  publish,
  publishChanged,
  type PushedShop,
  pushedShop,
  sellableCatalog,
  syncAll,
  syncOnce,
  titlesAt,
  titlesOf,
  withoutPauses,
} from "../../../test/harness/pushed-shop.ts";
import { activateFeed, createFeed, deactivateFeed } from "../additional-feeds/index.ts";
import { assignChannel, removeChannel } from "../channels/index.ts";
import type { AnyOperation } from "../operation.ts";
import { claimSync, insertDuePushes, listSyncs, pushingChannels, workSync } from "./index.ts";

const ROWS = 5;
const sellable = sellableCatalog(ROWS);
/** Without an error of ours on either channel. */
const usual: ListedCatalog = {
  ...sellable,
  products: sellable.products.map((product) => ({ ...product, body_html: `${product.title} is made of oak and linen.` })),
};
const signal = new AbortController().signal;

let pushed: PushedShop;
let platform: PlayedPlatform;
beforeAll(async () => {
  pushed = await pushedShop("shop.example", usual);
});
afterAll(() => pushed[Symbol.asyncDispose]());

interface Sync {
  readonly status: string;
  readonly rows_sent: number | null;
  readonly errors_count: number | null;
  readonly error_details: string | null;
}

const withoutImage = (catalog: ListedCatalog, variant: string): ListedCatalog => ({
  ...catalog,
  variants: catalog.variants.map((one) => (one.id === variant ? { ...one, image: null } : one)),
});

const madeAt = (played: PlayedPlatform): number =>
  played.slug === "amazon"
    ? played.fake.feeds().length
    : played.fake.registrations().filter(({ name }) => name.startsWith("Feedwright")).length;

/** Each test has a platform of its own, which has no rows yet. The feed keeps its channel and its rows, because a run takes more than the rest of a test. */
describe.each(["microsoft", "amazon"] as const)("%s", (slug) => {
  beforeEach(async () => {
    platform = await playPlatform(slug, 7);
    await publishChanged(pushed, usual);
    await connectPlatform(pushed, platform);
    const assigned = await db().selectFrom("feed_channels").select("channel").execute();
    if (assigned.length === 0) await assignPlatform(pushed, slug);
    else await wantDue();
  });
  afterEach(async () => {
    for (const table of ["sync_logs", "channel_pushes", "channel_connections", "platform_rates"] as const)
      await db().deleteFrom(table).execute();
    await platform.fake[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await db().deleteFrom("feed_channels").execute();
  });

  const db = () => pushed.listed.database.db;
  const ask = <Answer>(...asked: Parameters<ReturnType<typeof asksFor>>) => asksFor(pushed, slug)<Answer>(...asked);
  const syncs = () => ask<readonly Sync[]>(listSyncs);
  const wantDue = () => insertDuePushes(db(), pushingChannels(pushed.services.channels));
  const steps =
    slug === "microsoft"
      ? ["listCatalogs", "addCatalog", "batchProducts"]
      : ["createFeedDocument", "uploadDocument", "createFeed", "getFeed", "getFeedDocument", "downloadDocument"];

  test.each(["cut_after", "error_after"] as const)(
    "an answer that is lost at each step (%s) loses no row and doubles none",
    async (kind) => {
      inSmallBatches(pushed, 2);
      withoutPauses(pushed);
      for (const step of steps) platform.fake.script.fail(step, kind);
      await syncAll(pushed);
      expect(platform.fake.script.struck.get(kind)).toBe(steps.length);
      expect(await syncs()).toMatchObject([{ status: "success", rows_sent: ROWS, errors_count: 0 }]);
      expect(titlesAt(platform)).toEqual(titlesOf(usual));
      // Neither a feed nor a catalog was made twice.
      expect(madeAt(platform)).toBe(slug === "amazon" ? Math.ceil(ROWS / 2) : 1);
      expect(platform.fake.violations).toEqual([]);
    },
  );

  test("a worker whose lease has ended asks the platform nothing more", async () => {
    inSmallBatches(pushed, 2);
    const dying = dyingDatabase(db(), 5);
    await syncOnce(pushed, dying.db).catch(() => undefined);
    await makeSyncsDue(pushed);
    const stalled = await claimSync(db(), 30);
    if (stalled === undefined) throw new Error("the sync is under way");
    await syncAll(pushed);
    const [before, calls] = [await syncs(), new Map(platform.fake.counts)];
    await workSync(pushed.services, { shop: pushed.listed.shop, row: stalled, signal });
    expect([await syncs(), new Map(platform.fake.counts)]).toEqual([before, calls]);
  });

  test("rows with errors that the channel leaves out aren't sent, and are taken away where they were", async () => {
    const settings = slug === "amazon" ? { product_type: "CHAIR", exempt_from_gtin: true } : {};
    await assignPlatform(pushed, slug, { ...settings, omit_rows_with_errors: true });
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual(titlesOf(usual));
    await publish(pushed, withoutImage(usual, "1004"));
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({ status: "success", rows_sent: 1, errors_count: 0, error_details: null });
    const { 1004: _left, ...others } = titlesOf(usual);
    expect(titlesAt(platform)).toEqual(others);
    await publish(pushed, usual);
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual(titlesOf(usual));
  });

  test("of two feeds in one market, one that ends takes away no row that the other sends; one that is deactivated takes its own", async () => {
    const second = await perform<{ readonly id: string }>(pushed.services, pushed.listed.shop, createFeed, {
      body: { feed_type: "market", display_name: `Second for ${slug}`, target_market: "US" },
    });
    const ofSecond = (operation: AnyOperation) => perform(pushed.services, pushed.listed.shop, operation, { path: { id: second.id } });
    const market = slug === "microsoft" ? { target_country: "US", content_language: "en" } : { marketplace_id: "ATVPDKIKX0DER" };
    const path = { slug, feed_id: second.id };
    await assignPlatform(pushed, slug, market);
    await perform(pushed.services, pushed.listed.shop, assignChannel, { path, body: { settings: market } });
    await publish(pushed, usual);
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual(titlesOf(usual));
    await ask(removeChannel);
    expect(await wantDue()).toBe(1);
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual(titlesOf(usual));
    await ofSecond(deactivateFeed);
    expect(await wantDue()).toBe(1);
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual({});
    await ofSecond(activateFeed);
    expect(await wantDue()).toBe(1);
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual(titlesOf(usual));
    await ofSecond(deactivateFeed);
  });
});
