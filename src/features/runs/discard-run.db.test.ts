import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { listedCatalog } from "../../../test/harness/listed-storefront.ts";
import type { FeedId } from "../../kernel/ids.ts";
import { getOverview } from "../overview/index.ts";
import { type ProductsShop, productsShop, refusal } from "../products/products-shop.suite.ts";
import { discardRun, listRuns, publishRun, restoreRun } from "./index.ts";
import type { FeedRunShape } from "./run-shapes.ts";

let shop: ProductsShop;
beforeAll(async () => {
  shop = await productsShop("discard.example", listedCatalog(3));
  await listen(shop.shop);
  await makeHeldRun();
});
beforeEach(holdAgain);
afterAll(() => shop[Symbol.asyncDispose]());

const feedText = (id: FeedId) => `feed_${id}`;
const runsOf = (feed: FeedId) => shop.ask<FeedRunShape[]>(listRuns, { path: { id: feedText(feed) } });
const on = (operation: typeof publishRun, feed: FeedId, run: string) =>
  shop.ask<FeedRunShape>(operation, { path: { id: feedText(feed), run_id: run } });
const attention = async (run: string) => {
  const { attention: all } = await shop.ask<{
    readonly attention: readonly { readonly code: string; readonly object: { readonly id: string } }[];
  }>(getOverview, {});
  return all.filter(({ object }) => object.id === run).map(({ code }) => code);
};
const publications = async (feed: FeedId) => (await runsOf(feed)).map(({ publication }) => publication);

/** A feed with a live run and, after it, a held one. */
let feed: FeedId;
let live: string;
let held: string;
const numberOf = (run: string) => Number(run.replace("run_", ""));
async function makeHeldRun(): Promise<void> {
  feed = await shop.newFeed();
  await shop.run(feed);
  await shop.addRule(feed, { type: "exclude", reason: "Closed" });
  await shop.run(feed);
  const [second, first] = await runsOf(feed);
  expect([second?.publication, first?.publication]).toEqual(["held", "live"]);
  [live, held] = [first?.id ?? "", second?.id ?? ""];
}

/** As if nothing had happened since. */
async function holdAgain(): Promise<void> {
  const { db } = shop.shop;
  const runs = db.updateTable("runs").where("feed_id", "=", feed);
  await db
    .updateTable("feeds")
    .set({ live_run_id: numberOf(live) })
    .where("id", "=", feed)
    .execute();
  await db.deleteFrom("runs").where("feed_id", "=", feed).where("id", ">", numberOf(held)).execute();
  await runs.set({ publication: "held", published_at: null, expired_at: null }).where("id", "=", numberOf(held)).execute();
  await runs.set({ publication: "live" }).where("id", "=", numberOf(live)).execute();
}

test("a discarded run needs no attention and can't be published, and the live file stays", async () => {
  expect(await attention(held)).toEqual(["run_held"]);
  expect(await on(discardRun, feed, held)).toMatchObject({ id: held, publication: "discarded", has_output: true });
  expect((await toldEvents(shop.shop)).at(-1)).toMatchObject({ event: "run.discarded", data: { id: held, publication: "discarded" } });
  expect(await attention(held)).toEqual([]);
  expect(await publications(feed)).toEqual(["discarded", "live"]);
  expect(await refusal(on(publishRun, feed, held))).toMatchObject({ code: "run_discarded", message: expect.stringContaining(held) });
  expect(await refusal(on(discardRun, feed, held))).toMatchObject({
    code: "run_not_held",
    message: expect.stringContaining("is discarded"),
  });
  expect(await publications(feed)).toEqual(["discarded", "live"]);
});

test("a restored run is held again and can be published", async () => {
  expect(await refusal(on(restoreRun, feed, held))).toMatchObject({ code: "run_not_discarded" });
  await on(discardRun, feed, held);
  expect(await on(restoreRun, feed, held)).toMatchObject({ publication: "held" });
  expect((await toldEvents(shop.shop)).at(-1)).toMatchObject({ event: "run.held", data: { id: held } });
  expect(await attention(held)).toEqual(["run_held"]);
  expect(await on(publishRun, feed, held)).toMatchObject({ publication: "live" });
});

test("a run that was discarded before a newer one went live is restored as superseded, and published like any older run", async () => {
  await on(discardRun, feed, held);
  await shop.shop.db.deleteFrom("rules").where("feed_id", "=", feed).execute();
  await shop.run(feed);
  expect(await publications(feed)).toEqual(["live", "discarded", "superseded"]);
  expect(await on(restoreRun, feed, held)).toMatchObject({ publication: "superseded" });
  expect(await on(publishRun, feed, held)).toMatchObject({ publication: "live" });
});

test("a discarded run whose files are gone can't be restored", async () => {
  await on(discardRun, feed, held);
  await shop.shop.db.updateTable("runs").set({ expired_at: new Date() }).where("id", "=", numberOf(held)).execute();
  expect(await refusal(on(restoreRun, feed, held))).toMatchObject({ message: expect.stringContaining("no longer stored") });
});

test("a held run that a newer live one replaced, and a live one, can't be discarded", async () => {
  expect(await refusal(on(discardRun, feed, live))).toMatchObject({ code: "run_not_held", message: expect.stringContaining("is live") });
  await shop.shop.db.deleteFrom("rules").where("feed_id", "=", feed).execute();
  await shop.run(feed);
  expect(await refusal(on(discardRun, feed, held))).toMatchObject({
    code: "run_not_held",
    message: expect.stringContaining("is superseded"),
  });
});

test("of publishing and discarding at the same moment exactly one wins", async () => {
  for (let round = 0; round < 4; round += 1) {
    await holdAgain();
    const [published, discarded] = await Promise.allSettled([on(publishRun, feed, held), on(discardRun, feed, held)]);
    expect([published?.status, discarded?.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const wasPublished = published?.status === "fulfilled";
    expect(await publications(feed)).toEqual(wasPublished ? ["live", "superseded"] : ["discarded", "live"]);
    const { live_run_id: now } = await shop.shop.db
      .selectFrom("feeds")
      .select("live_run_id")
      .where("id", "=", feed)
      .executeTakeFirstOrThrow();
    expect(`run_${now}`).toBe(wasPublished ? held : live);
  }
});
