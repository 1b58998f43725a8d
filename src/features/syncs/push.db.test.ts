import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListedCatalog } from "../../../test/harness/listed-storefront.ts";
import {
  asksFor,
  assignPlatform,
  connectPlatform,
  dyingDatabase,
  inSmallBatches,
  pushByHand,
  type PlayedPlatform,
  playPlatform,
  publish,
  publishAgain,
  publishChanged,
  type PushedShop,
  pushedShop,
  sellableCatalog,
  syncAll,
  syncOnce,
  titlesAt,
  titlesOf,
} from "../../../test/harness/pushed-shop.ts";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { disconnectChannel } from "../channel-connections/index.ts";
import { removeChannel } from "../channels/index.ts";
import { insertDuePushes, listSyncs, pushingChannels, syncChannel, wantRemovals } from "./index.ts";

const ROWS = 7;
const usual = sellableCatalog(ROWS);

let pushed: PushedShop;
let platform: PlayedPlatform;
beforeAll(async () => {
  pushed = await pushedShop("push.example", usual);
});
afterAll(() => pushed[Symbol.asyncDispose]());

interface Sync {
  readonly mode: string;
  readonly status: string;
  readonly rows_sent: number | null;
  readonly errors_count: number | null;
  readonly error_details: string | null;
}

const titled = (catalog: ListedCatalog, id: string, title: string): ListedCatalog => ({
  ...catalog,
  products: catalog.products.map((product) => (product.id === id ? { ...product, title } : product)),
});
const without = ({ products, variants }: ListedCatalog, id: string): ListedCatalog => ({
  products: products.filter((product) => product.id !== id),
  variants: variants.filter((variant) => variant.id !== String(1_000 + Number(id))),
});
const pictured = (catalog: ListedCatalog, id: string, image: string | null): ListedCatalog => ({
  ...catalog,
  variants: catalog.variants.map((variant) => (variant.id === id ? { ...variant, image } : variant)),
});

/**
 * Each test has a platform of its own, which has no rows yet. The feed keeps its channel and the catalog that the last test brought, because a run or an
 * extract takes more than the rest of a test.
 */
describe.each(["microsoft", "amazon"] as const)("%s", (slug) => {
  beforeAll(() => publishChanged(pushed, usual));
  beforeEach(async () => {
    platform = await playPlatform(slug, 7);
    await connectPlatform(pushed, platform);
    const assigned = await db().selectFrom("feed_channels").select("channel").execute();
    if (assigned.length === 0) await assignPlatform(pushed, slug);
    else await wantDue();
  });
  afterEach(async () => {
    for (const table of ["sync_logs", "channel_pushes", "channel_connections", "platform_rates", "webhooks"] as const)
      await db().deleteFrom(table).execute();
    await platform.fake[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await db().deleteFrom("feed_channels").execute();
  });

  const db = () => pushed.listed.database.db;
  const present = () => pushed.storefront.catalog;
  const rows = () => present().variants.length;
  const ask = <Answer>(...asked: Parameters<ReturnType<typeof asksFor>>) => asksFor(pushed, slug)<Answer>(...asked);
  const syncs = () => ask<readonly Sync[]>(listSyncs);
  const wantDue = () => insertDuePushes(db(), pushingChannels(pushed.services.channels));
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of pushed.services.objects.list(
      `shops/${pushed.listed.shop.shopId}/pushes/${pushed.listed.primaryId}/${slug}/`,
    ))
      keys.push(key);
    return keys;
  };

  test("gets every row once, then only what was changed, added or removed", async () => {
    await listen(pushed.listed.shop);
    await syncAll(pushed);
    expect(await syncs()).toMatchObject([{ mode: "push", status: "success", rows_sent: ROWS, errors_count: 0, error_details: null }]);
    expect(titlesAt(platform)).toEqual(titlesOf(usual));
    expect(await toldEvents(pushed.listed.shop, "channel.synced")).toMatchObject([
      { data: { channel: slug, mode: "push", rows_sent: ROWS } },
    ]);
    const more = without(titled(sellableCatalog(ROWS + 1), "2", "New title"), "3");
    await publish(pushed, more);
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({ status: "success", rows_sent: 3, errors_count: 0 });
    expect(titlesAt(platform)).toEqual(titlesOf(more));
    await publishAgain(pushed);
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({ status: "success", rows_sent: 0, errors_count: 0 });
    expect(await objects()).toEqual([expect.stringContaining("sent.parquet")]);
    expect(platform.fake.violations).toEqual([]);
  });

  test("a row that is refused is named, isn't sent again unchanged, and is sent when it's fixed", async () => {
    await publish(pushed, pictured(usual, "1004", null));
    await syncAll(pushed);
    const [first] = await syncs();
    expect(first).toMatchObject({ status: "success", rows_sent: ROWS - 1, errors_count: 1 });
    expect(first?.error_details).toMatch(/^(?:shopify_US_4_1004|SKU-4): .*(?:imageLink|main_product_image_locator)/i);
    await publish(pushed, pictured(titled(usual, "1", "Another"), "1004", null));
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({
      rows_sent: 1,
      errors_count: 0,
      error_details: expect.stringMatching(/^1 row.*refused before/),
    });
    await publish(pushed, usual);
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({ rows_sent: 2, errors_count: 0, error_details: null });
    expect(titlesAt(platform)).toEqual(titlesOf(usual));
  });

  test("a worker that dies at each of its writes in turn loses no row and leaves none behind", async () => {
    inSmallBatches(pushed, 1);
    await syncAll(pushed);
    const next = without(titled(titled(sellableCatalog(ROWS + 2), "1", "One"), "5", "Five"), "2");
    await publish(pushed, next);
    let deaths = 0;
    for (let nth = 0; nth < 60; nth += 1) {
      const dying = dyingDatabase(db(), 1 + (nth % 7));
      const ended = await syncOnce(pushed, dying.db).catch(() => "died" as const);
      if (ended === "nothing") break;
      if (ended === "died") deaths += 1;
    }
    await syncAll(pushed);
    expect(deaths).toBeGreaterThan(4);
    expect(titlesAt(platform)).toEqual(titlesOf(next));
    expect((await syncs())[0]).toMatchObject({ status: "success", rows_sent: 5, errors_count: 0 });
    expect(await objects()).toHaveLength(1);
    await publishAgain(pushed);
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({ rows_sent: 0 });
  });

  test.each(["cut", "error", "throttled", "unauthorized"] as const)(
    "a platform that fails for a moment (%s) gets every row",
    async (kind) => {
      const operations = slug === "microsoft" ? ["batchProducts", "listCatalogs"] : ["createFeedDocument", "getFeed"];
      for (const operation of operations) platform.fake.script.fail(operation, kind);
      await syncAll(pushed);
      expect(await syncs()).toMatchObject([{ status: "success", rows_sent: rows(), errors_count: 0 }]);
      expect(titlesAt(platform)).toEqual(titlesOf(present()));
    },
  );

  test("a token that expires under way is renewed, and a grant that was taken back fails the sync with what to do", async () => {
    platform.fake.expireTokens();
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual(titlesOf(present()));
    platform.fake.revokeGrant();
    await publish(pushed, titled(present(), "1", "Later"));
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({
      status: "failed",
      rows_sent: 0,
      errors_count: 1,
      error_details: expect.stringContaining("again"),
    });
    expect(await wantDue()).toBe(0);
  });

  test("a run that goes live while rows are sent is sent next", async () => {
    inSmallBatches(pushed, 2);
    const dying = dyingDatabase(db(), 4);
    await expect(syncOnce(pushed, dying.db)).rejects.toThrow("died");
    const begun = rows();
    expect(Object.keys(titlesAt(platform)).length).toBeLessThan(begun);
    const next = without(titled(present(), "1", "One"), "7");
    await publish(pushed, next);
    await syncAll(pushed);
    expect(await syncs()).toMatchObject([{ status: "success" }, { status: "success", rows_sent: begun }]);
    expect(titlesAt(platform)).toEqual(titlesOf(next));
  });

  test("every row is sent once a day, so that what was deleted by hand comes back", async () => {
    await syncAll(pushed);
    expect(await wantDue()).toBe(0);
    await pushByHand(pushed, slug, { kind: "remove", itemId: slug === "microsoft" ? "shopify_US_4_1004" : "SKU-4" });
    expect(Object.keys(titlesAt(platform))).toHaveLength(rows() - 1);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await db().updateTable("channel_pushes").set({ reconciled_at: yesterday, due_at: yesterday }).execute();
    expect(await wantDue()).toBe(1);
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({ status: "success", rows_sent: rows() });
    expect(titlesAt(platform)).toEqual(titlesOf(present()));
    expect(await wantDue()).toBe(0);
  });

  test("a channel that is removed from the feed has its rows taken away", async () => {
    await syncAll(pushed);
    await ask(removeChannel);
    expect(await wantDue()).toBe(1);
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual({});
    expect(await db().selectFrom("channel_pushes").select("id").execute()).toEqual([]);
    expect(await objects()).toEqual([]);
    expect(await wantDue()).toBe(0);
  });

  test("disconnecting takes the rows away first, although the platform refuses the token once", async () => {
    await syncAll(pushed);
    await ask(disconnectChannel);
    expect(await wantRemovals(pushed.listed.shop, slug)).toBe(1);
    platform.fake.script.fail(slug === "microsoft" ? "batchProducts" : "createFeedDocument", "unauthorized", 2);
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual({});
    expect(await wantRemovals(pushed.listed.shop, slug)).toBe(0);
  });

  test("a sync can be asked for, one at a time; an account that was just chosen needs no publish", async () => {
    await db().deleteFrom("sync_logs").execute();
    expect(await wantDue()).toBe(1);
    await expect(ask(syncChannel)).rejects.toMatchObject({ code: "sync_in_progress" });
    await syncAll(pushed);
    expect(titlesAt(platform)).toEqual(titlesOf(present()));
    expect(await ask(syncChannel)).toMatchObject({ mode: "push", status: "pending" });
    await syncAll(pushed);
    expect((await syncs())[0]).toMatchObject({ status: "success", rows_sent: 0 });
  });

  test("rows move when the market does", async () => {
    await syncAll(pushed);
    const [setting, value] = slug === "microsoft" ? ["target_country", "CA"] : ["marketplace_id", "A2EUQ1WTGCTBG2"];
    await assignPlatform(pushed, slug, { [setting]: value });
    await syncAll(pushed);
    const places =
      platform.slug === "microsoft"
        ? platform.fake.items().map(({ id }) => id.split(":")[2])
        : platform.fake.items().map((item) => item.marketplace);
    expect(places).toEqual(Array.from({ length: rows() }, () => value));
  });
});
