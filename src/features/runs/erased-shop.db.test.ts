import { afterAll, beforeAll, expect, test } from "vitest";
import { interruptedStore } from "../../../test/harness/interrupted-store.ts";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog } from "../../../test/harness/listed-storefront.ts";
import { perform } from "../../../test/harness/perform.ts";
import { regenerateFeed } from "./regenerate-feed.ts";
import { claimRun } from "./run-claims.ts";
import { workRun } from "./work-run.ts";

let listed: ListedShop;
beforeAll(async () => {
  listed = await listedShop("erased.example", listedCatalog(3));
});
afterAll(() => listed[Symbol.asyncDispose]());

/** A run that meets something when it stores its first file. Answers how it ended, and which of its files are still there. */
async function runMeeting(meet: () => Promise<unknown>) {
  const { real, shop, database, primaryId } = listed;
  await perform(real.services, shop, regenerateFeed, { path: { id: String(primaryId) } });
  const claim = await claimRun(database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  const store = interruptedStore(real.services.objects, meet);
  const { outcome } = await workRun({ ...real.services, objects: store.objects }, shop, claim, {
    signal: new AbortController().signal,
    end: async () => undefined,
  });
  return { outcome, stored: store.stored, kept: await store.kept() };
}

test("a run that another worker took over keeps what it stored, as that may be live", async () => {
  const { outcome, stored, kept } = await runMeeting(() => listed.database.db.updateTable("runs").set({ attempt: 2 }).execute());
  expect([outcome, kept]).toEqual(["lost", stored]);
  expect(stored).not.toEqual([]);
  await listed.database.db.deleteFrom("runs").execute();
});

test("a run whose shop is erased meanwhile leaves nothing of what it stored", async () => {
  const { db } = listed.database;
  const { outcome, stored, kept } = await runMeeting(() => db.deleteFrom("shops").where("id", "=", listed.shop.shopId).execute());
  expect([outcome, kept]).toEqual(["lost", []]);
  expect(stored).not.toEqual([]);
});
