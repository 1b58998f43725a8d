import { afterAll, beforeAll, expect, test } from "vitest";
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
});
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
async function heldFeed(): Promise<{ readonly feed: FeedId; readonly live: string; readonly held: string }> {
  const feed = await shop.newFeed();
  await shop.run(feed);
  await shop.addRule(feed, { type: "exclude", reason: "Closed" });
  await shop.run(feed);
  const [held, live] = await runsOf(feed);
  expect([held?.publication, live?.publication]).toEqual(["held", "live"]);
  return { feed, live: live?.id ?? "", held: held?.id ?? "" };
}

test("a discarded run needs no attention and can't be published, and the live file stays", async () => {
  const { feed, held } = await heldFeed();
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
  const { feed, held } = await heldFeed();
  expect(await refusal(on(restoreRun, feed, held))).toMatchObject({ code: "run_not_discarded" });
  await on(discardRun, feed, held);
  expect(await on(restoreRun, feed, held)).toMatchObject({ publication: "held" });
  expect((await toldEvents(shop.shop)).at(-1)).toMatchObject({ event: "run.held", data: { id: held } });
  expect(await attention(held)).toEqual(["run_held"]);
  expect(await on(publishRun, feed, held)).toMatchObject({ publication: "live" });
});

test("a run that was discarded before a newer one went live is restored as superseded, and published like any older run", async () => {
  const { feed, held } = await heldFeed();
  await on(discardRun, feed, held);
  await shop.shop.db.deleteFrom("rules").where("feed_id", "=", feed).execute();
  await shop.run(feed);
  expect(await publications(feed)).toEqual(["live", "discarded", "superseded"]);
  expect(await on(restoreRun, feed, held)).toMatchObject({ publication: "superseded" });
  expect(await on(publishRun, feed, held)).toMatchObject({ publication: "live" });
});

test("a discarded run whose files are gone can't be restored", async () => {
  const { feed, held } = await heldFeed();
  await on(discardRun, feed, held);
  await shop.shop.db
    .updateTable("runs")
    .set({ expired_at: new Date() })
    .where("id", "=", Number(held.slice(4)))
    .execute();
  expect(await refusal(on(restoreRun, feed, held))).toMatchObject({ message: expect.stringContaining("no longer stored") });
});

test("a held run that a newer live one replaced, and a live one, can't be discarded", async () => {
  const { feed, live, held } = await heldFeed();
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
    const { feed, live, held } = await heldFeed();
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
