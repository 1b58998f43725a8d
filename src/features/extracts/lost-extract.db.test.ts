import { afterAll, beforeEach, expect, test } from "vitest";
import { interruptedStore } from "../../../test/harness/interrupted-store.ts";
import { installedShop, type ListedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { claimExtract } from "./extract-claims.ts";
import { workExtract } from "./work-extract.ts";

const opened: ListedShop[] = [];
let installed: ListedShop;
beforeEach(async () => {
  installed = await installedShop("lost.example", listedStorefront(listedCatalog(3)));
  opened.push(installed);
});
afterAll(async () => {
  for (const one of opened) await one[Symbol.asyncDispose]();
});

/** The shop's first extract, which meets something when it stores its first file. Answers how it ended, and which of its files are still there. */
async function extractMeeting(meet: () => Promise<unknown>) {
  const { real, shop, database } = installed;
  const claim = await claimExtract(database.db, "test", 20);
  if (claim === undefined) throw new Error("no extract waits");
  const store = interruptedStore(real.services.objects, meet);
  const work = { signal: new AbortController().signal, progress: () => undefined };
  const { outcome } = await workExtract({ ...real.services, objects: store.objects }, shop, claim, work);
  return { outcome, stored: store.stored, kept: await store.kept() };
}

test("an extract that nothing befalls keeps what it stored", async () => {
  const { outcome, stored, kept } = await extractMeeting(() => Promise.resolve());
  expect([outcome, kept]).toEqual(["completed", stored]);
});

test("an extract that was cancelled meanwhile leaves nothing of what it stored", async () => {
  const { db } = installed.database;
  const { outcome, stored, kept } = await extractMeeting(() => db.updateTable("extracts").set({ status: "cancelled" }).execute());
  expect([outcome, kept]).toEqual(["lost", []]);
  expect(stored).not.toEqual([]);
});

test("an extract whose shop is erased meanwhile leaves nothing of what it stored", async () => {
  const { db } = installed.database;
  const { outcome, stored, kept } = await extractMeeting(() => db.deleteFrom("shops").where("id", "=", installed.shop.shopId).execute());
  expect([outcome, kept]).toEqual(["lost", []]);
  expect(stored).not.toEqual([]);
});
