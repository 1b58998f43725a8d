import { expect, test } from "vitest";
import { openMeta } from "../../../test/platforms/open-meta.ts";
import { openTiktok } from "../../../test/platforms/open-tiktok.ts";
import { apparel, platformShop } from "./platform-shop.suite.ts";

/** What Google's test holds in full, for the other platforms that fetch files and list items. */

test("Meta's issues are joined to rows, and are gone after the file was fixed and read", async () => {
  await using meta = await openMeta();
  await using shop = await platformShop(meta, apparel(2));
  await shop.rule({ type: "set_value", target: "title", value: "LINEN SHIRT", condition: '[G]id = "SKU-2"' });
  await shop.publish();
  await shop.fetchFile();
  await shop.readItems();
  const { data, meta: state } = await shop.issues();
  expect(state).toMatchObject({ status: "read", items_elsewhere: 0 });
  expect(data).toMatchObject([
    { code: "PROPERTY_VALUE_UPPERCASE_WARNING", affected_count: 1, samples: [{ row_id: "1002", title: "LINEN SHIRT" }] },
  ]);
  await shop.rule({ type: "set_value", target: "title", value: "Linen shirt in blue", condition: '[G]id = "SKU-2"' });
  await shop.publish();
  await shop.fetchFile();
  await shop.readItems();
  expect((await shop.issues()).data).toEqual([]);
});

test("TikTok's items are joined by their SKU ids", async () => {
  await using tiktok = await openTiktok({ polls: 1 });
  await using shop = await platformShop(tiktok, apparel(2));
  await shop.rule({ type: "set_value", target: "title", value: "Linen shirt, free shipping", condition: '[G]id = "SKU-1"' });
  await shop.publish();
  await shop.fetchFile();
  await shop.readItems();
  const { data, meta } = await shop.issues();
  expect(meta).toMatchObject({ status: "read", error: null, items: { approved: 1, disapproved: 1 } });
  expect(data).toMatchObject([
    { code: "Promotional text", severity: "error", attribute: null, finding_code: null, affected_count: 1, fixed_by_next_run: null },
  ]);
  expect(await shop.rows("Promotional text")).toMatchObject([
    { row_id: "1001", item_id: "SKU-1", countries: ["US"], value: null, rules: null, reason: "Feedwright has no check for this issue." },
  ]);
});
