import { expect, test } from "vitest";
import { perform, performWhole } from "../../../test/harness/perform.ts";
import {
  assignPlatform,
  connectPlatform,
  playPlatform,
  publish,
  type PushedShop,
  pushedShop,
  sellableCatalog,
  syncAll,
} from "../../../test/harness/pushed-shop.ts";
import { listPlatformIssueRows } from "./list-platform-issue-rows.ts";
import { listPlatformIssues } from "./list-platform-issues.ts";
import type { PlatformIssueRowShape } from "./platform-issue-shapes.ts";
import type { Issues } from "./platform-shop.suite.ts";
import { claimReading, wantReading } from "./reading-queries.ts";
import { workReading } from "./work-reading.ts";

/** Items of platforms that are sent rows, joined to those rows. */

const catalog = sellableCatalog(2);
const signal = new AbortController().signal;

async function readItems({ listed, services }: PushedShop, slug: string): Promise<void> {
  await listed.database.db.updateTable("item_readings").set({ is_wanted: false }).execute();
  await wantReading(listed.shop, { feedId: listed.primaryId, channel: slug });
  const row = await claimReading(listed.database.db);
  if (row === undefined) throw new Error("no reading waits");
  await workReading(services, { shop: listed.shop, row, signal });
}

/** Asks for what is known of the rows on a platform. */
function asksOf({ services, listed }: PushedShop, slug: string) {
  const path = { feed_id: String(listed.primaryId), slug };
  return {
    issues: () => performWhole<Issues>(services, listed.shop, listPlatformIssues, { path }),
    rows: (code: string) =>
      perform<readonly PlatformIssueRowShape[]>(services, listed.shop, listPlatformIssueRows, { path: { ...path, code } }),
  };
}

test("Microsoft's items, whose ids come in lower case, are joined to rows by the file's own, and Amazon's listings by their SKUs", async () => {
  const platforms = [await playPlatform("microsoft", 7), await playPlatform("amazon", 7)];
  await using stack = new AsyncDisposableStack();
  for (const { fake } of platforms) stack.use(fake);
  const image = "https://shop.example/watermark.jpg";
  const wrong = {
    ...catalog,
    products: catalog.products.map((one) => (one.id === "2" ? { ...one, title: "Replica chair" } : one)),
    variants: catalog.variants.map((one) => (one.id === "1002" ? { ...one, image } : one)),
  };
  const pushed = stack.use(await pushedShop("shop.example", wrong));
  for (const platform of platforms) await connectPlatform(pushed, platform);
  for (const { slug } of platforms) await assignPlatform(pushed, slug);
  const send = async (): Promise<void> => {
    await syncAll(pushed);
    for (const { slug } of platforms) await readItems(pushed, slug);
  };
  const [microsoft, amazon] = [asksOf(pushed, "microsoft"), asksOf(pushed, "amazon")];

  await send();
  for (const { asked, code } of [
    { asked: microsoft, code: "EV_39" },
    { asked: amazon, code: "18027" },
  ]) {
    const { data, meta } = await asked.issues();
    expect(meta).toMatchObject({ status: "read", items_elsewhere: 0 });
    expect(data).toContainEqual(expect.objectContaining({ code, severity: "error", affected_count: 1 }));
  }
  expect(await microsoft.rows("EV_39")).toMatchObject([{ row_id: "1002", item_id: "shopify_US_2_1002", title: "Replica chair" }]);
  expect(await amazon.rows("18027")).toMatchObject([{ row_id: "1002", item_id: "SKU-2" }]);

  await publish(pushed, catalog);
  await send();
  expect((await microsoft.issues()).data.map(({ code }) => code)).not.toContain("EV_39");
  expect((await amazon.issues()).data.map(({ code }) => code)).not.toContain("18027");
  for (const { fake } of platforms) expect(fake.violations).toEqual([]);
});
