import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { apparel, platformShop } from "../src/features/platform-issues/platform-shop.suite.ts";
import { branded } from "../src/kernel/unsafe.ts";
import type { GoogleProduct } from "../test/platforms/google/google-state.ts";
import { openFakeGoogle } from "../test/platforms/open-google.ts";
import { measured } from "./measure.ts";
import { ownDatabase } from "./own-database.ts";
import { record } from "./results.ts";

/**
 * `node bench/items.ts [--items 500000]`: the statuses of an account's items are read from the played Google, an issue on every tenth. The played
 * Google runs in the same process, so that its memory is measured before and taken off.
 */
const { values } = parseArgs({ options: { items: { type: "string", default: "500000" } } });
const items = Number(values.items);

const ROWS = 1_000;
const PAGE = 1_000;
const CALLS_A_SECOND = 5;
const ISSUE: GoogleProduct["issues"][number] = {
  ...{ code: "missing_item_attribute_for_product_type", severity: "DEMOTED", resolution: "merchant_action" },
  ...{ attribute: "color", description: "Missing color" },
};

const folder = await mkdtemp(path.join(tmpdir(), "feedwright-items-"));
try {
  await measure();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  await using google = await openFakeGoogle();
  await using shop = await platformShop(google, apparel(ROWS), ownDatabase(folder));
  await shop.publish();
  const [source] = google.fake.registrations();
  const products = branded<GoogleProduct[]>(google.fake.items());
  for (let n = 1; n <= items; n += 1)
    products.push({
      ...{ accountId: "1001", dataSourceId: source?.id ?? "", offerId: `SKU-${n}`, feedLabel: "US", contentLanguage: "en" },
      issues: n % 10 === 0 ? [ISSUE] : [],
    });
  const before = await measured(() => Promise.resolve());
  const reading = await measured(() => shop.readItems());
  const listing = await measured(() => shop.issues());
  const read = Object.values(listing.value.meta.items ?? {}).reduce((sum, count) => sum + count, 0);
  if (read !== items) throw new Error(`${read} items were read`);
  const pages = Math.ceil(items / PAGE);
  await record(`node bench/items.ts --items ${items}`, [
    {
      what: `${items} item statuses of Google read, ${pages} pages`,
      figure: `${reading.seconds.toFixed(1)} s, ${reading.peakMiB - before.peakMiB} MiB`,
      beside: `${(pages / CALLS_A_SECOND).toFixed(1)} s, which ${CALLS_A_SECOND} calls a second allow; memory mustn't grow with the items`,
    },
    {
      what: `the issues of a feed of ${ROWS} rows out of ${items} items`,
      figure: `${listing.seconds.toFixed(2)} s, ${listing.peakMiB - before.peakMiB} MiB`,
      beside: "no goal",
    },
  ]);
}
