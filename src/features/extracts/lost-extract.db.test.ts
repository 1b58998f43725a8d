import { afterAll, beforeEach, expect, test } from "vitest";
import { interruptedStore } from "../../../test/harness/interrupted-store.ts";
import { installedShop, type ListedShop } from "../../../test/harness/listed-shop.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { claimExtract } from "./extract-claims.ts";
import { EXTRACT_ATTEMPTS_MAX } from "./extract.ts";
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

interface Interrupted {
  /** Runs before the extract stores its first file, or its second. */
  readonly interrupt: () => Promise<unknown>;
  readonly after?: 0 | 1;
  /** Attempts that failed before. */
  readonly tries?: number;
}

/** Works on the shop's first extract. Answers how it ended, which files it stored and which of them are still there. */
async function extractInterrupted({ interrupt, after = 0, tries = 0 }: Interrupted) {
  const { real, shop, database } = installed;
  await database.db.updateTable("extracts").set({ attempt: tries }).execute();
  const claim = await claimExtract(database.db, "test", 20);
  if (claim === undefined) throw new Error("no extract waits");
  const store = interruptedStore(real.services.objects, interrupt, after);
  const work = { signal: new AbortController().signal, progress: () => undefined };
  const { outcome } = await workExtract({ ...real.services, objects: store.objects }, shop, claim, work);
  return { outcome, stored: store.stored, kept: await store.kept() };
}
const cancel = () => installed.database.db.updateTable("extracts").set({ status: "cancelled" }).execute();
const breakOff = () => {
  throw new Error("lost the claim");
};
const eraseShop = () => installed.database.db.deleteFrom("shops").where("id", "=", installed.shop.shopId).execute();

test("a completed extract keeps its files", async () => {
  const { outcome, stored, kept } = await extractInterrupted({ interrupt: () => Promise.resolve() });
  expect([outcome, kept]).toEqual(["completed", stored]);
});

test("an extract that is cancelled while it stores its files leaves none", async () => {
  const { outcome, stored, kept } = await extractInterrupted({ interrupt: cancel });
  expect([outcome, kept]).toEqual(["lost", []]);
  expect(stored).not.toEqual([]);
});

test("an extract that is cancelled and broken off between two files leaves none", async () => {
  const { outcome, stored, kept } = await extractInterrupted({ interrupt: () => cancel().then(breakOff), after: 1 });
  expect([outcome, kept]).toEqual(["lost", []]);
  expect(stored).not.toEqual([]);
});

test("an extract that another worker took over leaves its files to that one", async () => {
  const takeOver = () => installed.database.db.updateTable("extracts").set({ attempt: 2 }).execute();
  const { outcome, stored, kept } = await extractInterrupted({ interrupt: () => takeOver().then(breakOff), after: 1 });
  expect([outcome, kept]).toEqual(["lost", stored]);
  expect(stored).not.toEqual([]);
});

test.each([0, EXTRACT_ATTEMPTS_MAX - 1])(
  "an extract whose shop is erased while it stores its files leaves none, after %d tries",
  async (tries) => {
    const { outcome, stored, kept } = await extractInterrupted({ interrupt: eraseShop, tries });
    expect([outcome, kept]).toEqual(["lost", []]);
    expect(stored).not.toEqual([]);
  },
);
