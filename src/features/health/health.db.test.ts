import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedCatalog } from "../../../test/harness/listed-storefront.ts";
import { performWhole } from "../../../test/harness/perform.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { PageMeta } from "../../kernel/page.ts";
import { assignChannel } from "../channels/index.ts";
import { muteFinding } from "../findings/index.ts";
import { type ProductsShop, productsShop, refusal } from "../products/products-shop.suite.ts";
import { listRunHistory } from "../runs/index.ts";
import { getFeedHealth } from "./index.ts";
import type { FeedHealthShape } from "./health-shapes.ts";

interface Health {
  readonly data: readonly FeedHealthShape[];
  readonly meta: PageMeta;
}
type Run = Readonly<Record<string, unknown>>;

let shop: ProductsShop;
const ask = <Answer>(operation: Parameters<ProductsShop["ask"]>[0], query: Readonly<Record<string, string>> = {}, of = shop.shop) =>
  performWhole<Answer>(shop.listed.real.services, of, operation, { query });
const health = (query: Readonly<Record<string, string>> = {}, of = shop.shop) => ask<Health>(getFeedHealth, query, of);
const history = (query: Readonly<Record<string, string>> = {}, of = shop.shop) =>
  ask<{ readonly data: readonly Run[]; readonly meta: PageMeta }>(listRunHistory, query, of);
const feedText = (id: FeedId): string => `feed_${id}`;
async function one(id: FeedId): Promise<FeedHealthShape> {
  const [told] = (await health({ feed_id: feedText(id) })).data;
  if (told === undefined) throw new Error("no health");
  return told;
}
const tools = ({ what_to_do_first: steps }: FeedHealthShape): readonly string[] => steps.map(({ tool }) => tool);

beforeAll(async () => {
  shop = await productsShop("health.example", listedCatalog(6));
});
afterAll(() => shop[Symbol.asyncDispose]());

describe("a feed's health", () => {
  test("tells of its runs, rows, channels and what to do first", async () => {
    await shop.ask(assignChannel, { path: { feed_id: feedText(shop.primaryId), slug: "google" }, body: {} });
    await shop.addRule(shop.primaryId, { type: "set_value", target: "gtin", value: "1234", condition: '[D]title = "Product 1"' });
    await shop.addRule(shop.primaryId, { type: "exclude", reason: "Not for sale", condition: '[D]title = "Product 6"' });
    await shop.run(shop.primaryId);
    const told = await one(shop.primaryId);
    expect(told).toMatchObject({
      ...{
        object: "feed_health",
        name: "Primary feed",
        feed_type: "primary",
        active: true,
        status: "fresh",
        health: "attention",
        held_run: null,
      },
      live_run: { included_count: 5, excluded_count: 1, outdated: false },
      last_run: { status: "completed", publication: "live", id: told.live_run?.id },
      rows: { included: 5, excluded: 1, reasons: [{ reason: "Not for sale", count: 1 }], other_reasons: 0 },
      lint: { warnings: expect.any(Number) },
    });
    const [google] = told.channels;
    expect(google).toMatchObject({ slug: "google", muted: 0 });
    expect(google?.errors).toBeGreaterThan(0);
    expect(google?.top.map(({ severity }) => severity)[0]).toBe("error");
    const gtin = google?.top.find(({ code }) => code === "invalid_gtin_length");
    expect(gtin).toMatchObject({ affected_count: 1, suggested_rule: { type: "exclude_field", target: "gtin" } });
    expect(told.what_to_do_first.filter(({ tool }) => tool === "preview_rule" || tool === "feed_findings")).not.toEqual([]);
  });

  test("counts what is muted apart, and says no more that it is to be done", async () => {
    const before = (await one(shop.primaryId)).channels[0];
    for (const { code } of before?.top.filter(({ severity }) => severity === "error") ?? [])
      await shop.ask(muteFinding, { path: { feed_id: feedText(shop.primaryId), slug: "google" }, body: { code } });
    const after = await one(shop.primaryId);
    expect(after.channels[0]?.errors).toBeLessThan(before?.errors ?? 0);
    expect(after.channels[0]?.muted).toBeGreaterThan(0);
    await shop.shop.db.deleteFrom("finding_mutes").where("shop_id", "=", shop.shop.shopId).execute();
  });

  test("counts the platform's own items, and those of the chosen account alone", async () => {
    const { db, shopId } = shop.shop;
    expect((await one(shop.primaryId)).channels[0]?.platform).toBeNull();
    const account = JSON.stringify({ id: "1001", name: "Health" });
    const of = { shop_id: shopId, channel: "google" };
    await db
      .insertInto("channel_connections")
      .values({ ...of, status: "connected", account })
      .execute();
    const counts = JSON.stringify({ approved: 3, disapproved: 2 });
    const read = { account_id: "1001", object_key: "items.parquet", fetched_at: new Date("2026-01-02T03:04:05Z"), counts };
    await db
      .insertInto("item_readings")
      .values({ ...of, feed_id: shop.primaryId, ...read })
      .execute();
    const told = await one(shop.primaryId);
    expect(told.channels[0]?.platform).toEqual({
      items: { approved: 3, limited: 0, disapproved: 2, pending: 0 },
      fetched_at: "2026-01-02T03:04:05.000Z",
    });
    expect(told.what_to_do_first).toContainEqual(
      expect.objectContaining({ tool: "platform_issues", action: "google has disapproved 2 items. See which and why." }),
    );
    await db.updateTable("item_readings").set({ account_id: "1002" }).where("shop_id", "=", shopId).execute();
    expect((await one(shop.primaryId)).channels[0]?.platform).toBeNull();
    await db.deleteFrom("channel_connections").where("shop_id", "=", shopId).execute();
    await db.deleteFrom("item_readings").where("shop_id", "=", shopId).execute();
  });

  test("names the reasons of a held run in words, and how to see and publish it", async () => {
    const feed = await shop.newFeed();
    expect(await one(feed)).toMatchObject({ health: "down", live_run: null, last_run: null, what_to_do_first: [{ tool: "run_feed" }] });
    await shop.run(feed);
    await shop.addRule(feed, { type: "exclude", reason: "Closed", condition: "[D]price > 0" });
    expect(await one(feed)).toMatchObject({ live_run: { outdated: true } });
    expect(tools(await one(feed))[0]).toBe("run_feed");
    await shop.run(feed);
    const told = await one(feed);
    expect(told.held_run?.reasons.join(" ")).toContain("no product");
    expect(told).toMatchObject({ last_run: { publication: "held" }, live_run: { included_count: 6 } });
    const run = { feed_id: feedText(feed), run_id: told.held_run?.id };
    expect(told.what_to_do_first.slice(0, 2)).toMatchObject([
      { tool: "diff_runs", operation: "runs.diff", arguments: { ...run, against: told.live_run?.id } },
      { tool: "publish_run", operation: "runs.publish", arguments: run },
    ]);
  });

  test("is told of active feeds, page by page, or of the one that is named; not of another shop's", async () => {
    const inactive = await shop.newFeed();
    await shop.shop.db.updateTable("feeds").set({ active: false }).where("id", "=", inactive).execute();
    const { data, meta } = await health();
    expect(meta).toMatchObject({ page: 1, per_page: 25, total: 2 });
    expect(data.map(({ feed_id: id }) => id)).not.toContain(feedText(inactive));
    expect(await health({ per_page: "1", page: "2" })).toMatchObject({ data: [data[1]], meta: { total: 2, has_more: false } });
    expect(await health({ page: "3" })).toMatchObject({ data: [], meta: { total: 2 } });
    expect(tools(await one(inactive))).toEqual(["activate_feed"]);
    const stranger = await testShop(shop.listed.database.db);
    expect((await refusal(health({ feed_id: feedText(shop.primaryId) }, stranger.shop))).code).toBe("resource_not_found");
    const [theirs] = (await health({}, stranger.shop)).data;
    expect(theirs).toMatchObject({ feed_id: feedText(stranger.feedId), rows: null, what_to_do_first: [{ tool: "start_extract" }] });
    for (const query of [{ feed_id: "" }, { per_page: "101" }, { feeds: "1" }])
      expect((await refusal(health(query))).code).toBe("invalid_request");
  });

  test("tells why the last run failed", async () => {
    const feed = await shop.newFeed();
    await shop.run(feed);
    const failed = {
      status: "failed",
      publication: "none",
      error_code: "snapshot_removed",
      error_details: "The snapshot is gone.",
    } as const;
    await shop.shop.db.updateTable("runs").set(failed).where("feed_id", "=", feed).execute();
    await shop.shop.db.updateTable("feeds").set({ live_run_id: null }).where("id", "=", feed).execute();
    const told = await one(feed);
    expect(told).toMatchObject({ health: "down", last_run: { status: "failed", error_code: "snapshot_removed" } });
    expect(told.what_to_do_first[0]).toMatchObject({ tool: "run_feed", action: expect.stringContaining("The snapshot is gone.") });
  });
});

describe("the history of runs", () => {
  test("says of each run what started it, what it changed and which version it read, newest first over all feeds", async () => {
    const feed = await shop.newFeed();
    await shop.run(feed);
    await shop.addRule(feed, { type: "exclude", reason: "Gone", condition: '[D]title = "Product 1"' });
    await shop.addRule(feed, { type: "set_value", target: "brand", value: "Ours" });
    await shop.run(feed);
    const { data, meta } = await history({ feed_id: feedText(feed) });
    expect(meta.total).toBe(2);
    const [second, first] = data;
    expect(first).toMatchObject({
      trigger: "regenerate",
      compared_with: null,
      changes: "This is the first live run: 6 rows were added.",
      versions_since: null,
    });
    expect(second).toMatchObject({
      ...{
        object: "run",
        feed_id: feedText(feed),
        publication: "live",
        included_count: 5,
        added_count: 0,
        removed_count: 1,
        changed_count: 5,
      },
      ...{ compared_with: first?.["id"], version_summary: expect.stringContaining("rule"), versions_since: 2 },
      changes: `0 rows were added, 1 was removed and 5 were changed since ${String(first?.["id"])}.`,
      duration_ms: expect.any(Number),
    });
    const all = await history({ per_page: "100" });
    const numbers = all.data.map(({ id }) => Number(String(id).slice("run_".length)));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(new Set(all.data.map(({ feed_id: id }) => id)).size).toBeGreaterThan(2);
    expect(all.meta.total).toBe(numbers.length);
    expect((await history({ per_page: "2", page: "2" })).data.map(({ id }) => id)).toEqual(all.data.slice(2, 4).map(({ id }) => id));
    expect(all.data.find(({ publication }) => publication === "held")?.["held_reasons"]).not.toEqual([]);
  });

  test("names who asked for a run, as the log of changes has it", async () => {
    const [newest] = (await history()).data;
    expect(newest?.["started_by"]).toBeNull();
    const actor = { kind: "key", key_id: 1, key_kind: "organization", name: "Agency", organization_id: 7 };
    const entry = { shop_id: shop.shop.shopId, action: "feed.regenerated", actor: JSON.stringify(actor), request_id: "r" };
    await shop.shop.db
      .insertInto("audit_log")
      .values({ ...entry, facts: JSON.stringify({ answer: { data: { id: newest?.["id"] } } }) })
      .execute();
    expect((await history()).data[0]?.["started_by"]).toBe('API key "Agency"');
  });

  test("is of one's own shop alone", async () => {
    const stranger = await testShop(shop.listed.database.db);
    expect(await history({}, stranger.shop)).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await refusal(history({ feed_id: feedText(shop.primaryId) }, stranger.shop))).code).toBe("resource_not_found");
    expect((await refusal(history({ feed_id: "x" }))).code).toBe("resource_not_found");
  });
});
