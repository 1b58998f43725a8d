import { afterAll, beforeAll, expect, test } from "vitest";
import { listedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { BUSY_MACHINE } from "../../../test/harness/slow-machine.ts";
import { testShop } from "../../../test/harness/shop-fixture.ts";
import { assignChannel } from "../channels/index.ts";
import { muteFinding } from "../findings/index.ts";
import { type ProductsShop, productsShop } from "../products/products-shop.suite.ts";
import { getOverview } from "./index.ts";
import type { OverviewShape } from "./overview-shapes.ts";

let shop: ProductsShop;
beforeAll(async () => {
  shop = await productsShop("overview.example", listedCatalog(6));
});
afterAll(() => shop[Symbol.asyncDispose]());

const overview = (of = shop.shop) => perform<OverviewShape>(shop.listed.real.services, of, getOverview);
const feedText = (id: number) => `feed_${id}`;
const codes = ({ attention }: OverviewShape) => attention.map(({ code }) => code);
const about = async (id: number) => (await overview()).feeds.find(({ feed_id: feed }) => feed === feedText(id));

test("the overview of a shop shows each active feed's live run, findings and runs so far", async () => {
  const feed = shop.primaryId;
  await shop.ask(assignChannel, { path: { feed_id: feedText(feed), slug: "google" }, body: {} });
  await shop.addRule(feed, { type: "exclude", reason: "Gone", condition: '[D]title = "Product 6"' });
  await shop.addRule(feed, { type: "set_value", target: "gtin", value: "1234", condition: '[D]title = "Product 1"' });
  await shop.run(feed);
  const told = await overview();
  const [primary] = told.feeds;
  expect(primary).toMatchObject({
    name: "Primary feed",
    feed_type: "primary",
    feed_url: expect.stringMatching(/gmcfeed\.txt$/),
    live_run: { included_count: 5, excluded_count: 1, outdated: false },
    running_run: null,
    held_run: null,
    last_error: null,
  });
  expect(primary?.sparkline.map(({ included_count: rows }) => rows)).toEqual([6, 5]);
  expect(primary?.sparkline.at(-1)?.run_id).toBe(primary?.live_run?.id);
  expect(primary?.findings.errors).toBeGreaterThan(0);
  // An export has no schedule.
  expect(told).toMatchObject({ latest_extract: { status: "completed", product_count: 6 }, next_extract_at: null });
  expect(told.attention).toEqual([
    expect.objectContaining({
      ...{ severity: "warning", code: "channel_errors", since: primary?.live_run?.completed_at },
      message: expect.stringMatching(/^Primary feed has \d+ kinds? of errors? for Google Merchant Center\.$/),
      actions: [{ operation: "findings.list", arguments: { feed_id: feedText(feed), slug: "google" } }],
    }),
  ]);
});

test("a muted finding doesn't count", async () => {
  const before = await about(shop.primaryId);
  const path = { feed_id: feedText(shop.primaryId), slug: "google" };
  await shop.ask(muteFinding, { path, body: { code: "invalid_gtin_length" } });
  const after = await about(shop.primaryId);
  expect((after?.findings.errors ?? 0) + (after?.findings.warnings ?? 0)).toBe(
    (before?.findings.errors ?? 0) + (before?.findings.warnings ?? 0) - 1,
  );
});

test("runs that are held, failed or running are shown, with the operations that settle them", async () => {
  const feed = await shop.newFeed();
  expect(codes(await overview())).toContain("never_run");
  await shop.run(feed);
  await shop.addRule(feed, { type: "exclude", reason: "Closed", condition: "[D]price > 0" });
  await shop.run(feed);
  const held = await about(feed);
  expect(held).toMatchObject({ live_run: { included_count: 6 }, held_run: { reasons: [expect.stringContaining("no product")] } });
  const run = { id: feedText(feed), run_id: held?.held_run?.id };
  expect((await overview()).attention.find(({ code }) => code === "run_held")).toMatchObject({
    ...{ severity: "warning", object: { type: "run", id: run.run_id, feed_id: feedText(feed) }, since: held?.held_run?.since },
    message: expect.stringMatching(/^A run of .+ is held\. /),
    actions: [
      { operation: "runs.diff", arguments: { ...run, against: held?.live_run?.id } },
      { operation: "runs.publish", arguments: run },
      { operation: "runs.discard", arguments: run },
    ],
  });
  const last = shop.shop.db.updateTable("runs").where("id", "=", Number(held?.held_run?.id.slice(4)));
  await last
    .set({ status: "failed", publication: "none", error_code: "snapshot_removed", error_details: "The snapshot is gone." })
    .execute();
  const failed = await overview();
  expect(failed.attention[0]).toMatchObject({
    severity: "error",
    code: "run_failed",
    message: expect.stringContaining("The snapshot is gone."),
  });
  expect(codes(failed)).not.toContain("run_held");
  await shop.shop.db.updateTable("feeds").where("id", "=", feed).set({ display_name: "Turned \u202E" }).execute();
  expect((await overview()).attention[0]?.message).toBe("The last run of \u2068Turned \u202E\u2069 failed. The snapshot is gone.");
  await last.set({ status: "running", stage: "writing", progress: 50 }).execute();
  expect(await about(feed)).toMatchObject({ running_run: { id: run.run_id, stage: "writing", progress: 50 }, last_error: null });
  await last.set({ status: "failed" }).execute();
});

test("disabled webhooks, a failed extract and a shop without a catalog need attention; other shops' things don't", async () => {
  const stranger = await testShop(shop.shop.db);
  const theirs = await overview(stranger.shop);
  expect([codes(theirs), theirs.feeds.length, theirs.latest_extract]).toEqual([["no_catalog"], 1, null]);
  const webhook = { shop_id: stranger.shop.shopId, endpoint_url: "https://a.example/?secret", events: ["*"], secret: "sealed" };
  const disabled = { status: "disabled", disabled_at: new Date(), disabled_reason: "it failed" } as const;
  await shop.shop.db
    .insertInto("webhooks")
    .values({ ...webhook, ...disabled })
    .execute();
  const extract = {
    shop_id: stranger.shop.shopId,
    type: "full",
    status: "failed",
    error_code: "x",
    error_details: "It broke.",
    warnings: "[]",
  } as const;
  await shop.shop.db.insertInto("extracts").values(extract).execute();
  const told = await overview(stranger.shop);
  expect(codes(told)).toEqual(["extract_failed", "webhook_disabled"]);
  expect(JSON.stringify(told)).not.toContain("secret");
  expect(codes(await overview())).not.toContain("webhook_disabled");
});

test("the next extract is at most a turn away, and a frozen shop has none", async () => {
  const { shop: theirs } = await testShop(shop.shop.db);
  const change = shop.shop.db.updateTable("shops").where("id", "=", theirs.shopId);
  await change.set({ storefront: "shopify" }).execute();
  const turns = await shop.shop.db
    .selectFrom("plans")
    .innerJoin("shops", "shops.subscription_plan", "plans.code_name")
    .select("daily_export_count")
    .where("shops.id", "=", theirs.shopId)
    .executeTakeFirstOrThrow();
  const seconds = (Date.parse((await overview(theirs)).next_extract_at ?? "") - Date.now()) / 1_000;
  expect(seconds).toBeGreaterThan(-60);
  expect(seconds).toBeLessThanOrEqual(86_400 / turns.daily_export_count + 60);
  await change.set({ subscription_status: "frozen" }).execute();
  expect((await overview(theirs)).next_extract_at).toBeNull();
});

test("twenty feeds take as many statements as one, and no time to speak of", async () => {
  while ((await overview()).feeds.length < 20) await shop.newFeed();
  await overview();
  const times: number[] = [];
  for (let at = 0; at < 9; at += 1) {
    const begun = performance.now();
    await overview();
    times.push(performance.now() - begun);
  }
  const median = times.toSorted((a, b) => a - b)[4] ?? 0;
  expect(median).toBeLessThan(50 * BUSY_MACHINE);
});
