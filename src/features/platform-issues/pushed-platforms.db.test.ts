import { expect, test } from "vitest";
import { perform, performWhole } from "../../../test/harness/perform.ts";
import {
  assignPlatform,
  connectPlatform,
  type PlayedPlatform,
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

async function sentTo(platform: PlayedPlatform, sent: typeof catalog) {
  const pushed = await pushedShop("shop.example", sent);
  await connectPlatform(pushed, platform);
  await assignPlatform(pushed, platform.slug);
  const path = { feed_id: String(pushed.listed.primaryId), slug: platform.slug };
  return {
    async send(changed: typeof catalog) {
      await publish(pushed, changed);
      await syncAll(pushed);
      await readItems(pushed, platform.slug);
    },
    issues: () => performWhole<Issues>(pushed.services, pushed.listed.shop, listPlatformIssues, { path }),
    rows: (code: string) =>
      perform<readonly PlatformIssueRowShape[]>(pushed.services, pushed.listed.shop, listPlatformIssueRows, { path: { ...path, code } }),
    [Symbol.asyncDispose]: () => pushed[Symbol.asyncDispose](),
  };
}

test("Microsoft's items, whose ids come in lower case, are joined to rows by the file's own", async () => {
  const platform = await playPlatform("microsoft", 7);
  await using fake = platform.fake;
  const titled = { ...catalog, products: catalog.products.map((one) => (one.id === "2" ? { ...one, title: "Replica chair" } : one)) };
  await using shop = await sentTo(platform, titled);
  await shop.send(titled);
  const { data, meta } = await shop.issues();
  expect(meta).toMatchObject({ status: "read", items_elsewhere: 0 });
  expect(data).toContainEqual(expect.objectContaining({ code: "EV_39", severity: "error", affected_count: 1 }));
  expect(await shop.rows("EV_39")).toMatchObject([{ row_id: "1002", item_id: "shopify_US_2_1002", title: "Replica chair" }]);
  await shop.send(catalog);
  expect((await shop.issues()).data.map(({ code }) => code)).not.toContain("EV_39");
  expect(fake.violations).toEqual([]);
});

test("Amazon's listings are joined to rows by their SKUs", async () => {
  const platform = await playPlatform("amazon", 7);
  await using fake = platform.fake;
  const image = "https://shop.example/watermark.jpg";
  const marked = { ...catalog, variants: catalog.variants.map((one) => (one.id === "1002" ? { ...one, image } : one)) };
  await using shop = await sentTo(platform, marked);
  await shop.send(marked);
  const { data, meta } = await shop.issues();
  expect(meta).toMatchObject({ status: "read", items_elsewhere: 0 });
  expect(data).toContainEqual(expect.objectContaining({ code: "18027", severity: "error", affected_count: 1 }));
  expect(await shop.rows("18027")).toMatchObject([{ row_id: "1002", item_id: "SKU-2" }]);
  await shop.send(catalog);
  expect((await shop.issues()).data.map(({ code }) => code)).not.toContain("18027");
  expect(fake.violations).toEqual([]);
});
