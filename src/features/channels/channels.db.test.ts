import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { findFeed, findPublicFile, getFeed } from "../feeds/index.ts";
import { claimRun, latestRun, workRun } from "../runs/index.ts";
import { assignChannel } from "./assign-channel.ts";
import { getFeedChannel } from "./get-feed-channel.ts";
import { listFeedChannels } from "./list-feed-channels.ts";
import { removeChannel } from "./remove-channel.ts";

let listed: ListedShop;
let token: string;
beforeAll(async () => {
  listed = await listedShop("channels.example", 12);
  const shop = await listed.database.db.selectFrom("shops").select("feed_token").executeTakeFirstOrThrow();
  token = shop.feed_token;
});
afterAll(() => listed[Symbol.asyncDispose]());

type Answer = Readonly<Record<string, unknown>>;
const ask = <T = Answer>(operation: Parameters<typeof perform>[2], slug: string, body?: object) =>
  perform<T>(listed.real.services, listed.shop, operation, {
    path: { feed_id: String(listed.primaryId), slug },
    ...(body === undefined ? {} : { body }),
  });
const assign = (slug: string, settings?: object) => ask(assignChannel, slug, settings === undefined ? {} : { settings });

/** Takes the run that waits; answers it as the feed shows it. */
async function run(): Promise<Answer> {
  const claim = await claimRun(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(listed.real.services, listed.shop, claim, { signal: new AbortController().signal, end: async () => undefined });
  return perform(listed.real.services, listed.shop, latestRun, { path: { id: String(listed.primaryId) } });
}

async function served(name: string): Promise<string | undefined> {
  const file = await findPublicFile(listed.database.db, token, name);
  if (typeof file !== "object") return undefined;
  const { objects } = listed.real.services;
  const plain = await buffer(await objects.read(file.key));
  expect(plain.length).toBe(file.bytes);
  if (file.gzip !== null) expect(gunzipSync(await buffer(await objects.read(file.gzip.key)))).toEqual(plain);
  return plain.toString("utf8");
}

test("a channel that is assigned has its file with the next run", async () => {
  await run().catch(() => undefined);
  const before = (await findFeed(listed.shop, listed.primaryId))?.definition_version ?? 0;
  expect(await assign("google")).toMatchObject({
    object: "feed_channel",
    slug: "google",
    status: "not_connected",
    settings: { format: "tsv", omit_rows_with_errors: false, extra_attributes: [] },
    feed_url: null,
    file: null,
  });
  expect((await findFeed(listed.shop, listed.primaryId))?.definition_version).toBe(before + 1);
  expect(await run()).toMatchObject({ status: "completed", trigger: "settings" });
  const text = await served("gmcfeed.google.txt");
  expect(text).toMatchInlineSnapshot(`
    "id	title	link	availability	price	mpn	identifier_exists	condition	item_group_id
    shopify_US_1_1001	Product 1	https://shop.example/products/product-1	in_stock	1.00 USD	SKU-1	no	new	1
    shopify_US_2_1002	Product 2	https://shop.example/products/product-2	in_stock	2.00 USD	SKU-2	no	new	2
    shopify_US_3_1003	Product 3	https://shop.example/products/product-3	in_stock	3.00 USD	SKU-3	no	new	3
    shopify_US_4_1004	Product 4	https://shop.example/products/product-4	in_stock	4.00 USD	SKU-4	no	new	4
    shopify_US_5_1005	Product 5	https://shop.example/products/product-5	in_stock	5.00 USD	SKU-5	no	new	5
    shopify_US_6_1006	Product 6	https://shop.example/products/product-6	in_stock	6.00 USD	SKU-6	no	new	6
    shopify_US_7_1007	Product 7	https://shop.example/products/product-7	in_stock	7.00 USD	SKU-7	no	new	7
    shopify_US_8_1008	Product 8	https://shop.example/products/product-8	in_stock	8.00 USD	SKU-8	no	new	8
    shopify_US_9_1009	Product 9	https://shop.example/products/product-9	in_stock	9.00 USD	SKU-9	no	new	9
    shopify_US_10_1010	Product 10	https://shop.example/products/product-10	in_stock	10.00 USD	SKU-10	no	new	10
    shopify_US_11_1011	Product 11	https://shop.example/products/product-11	in_stock	11.00 USD	SKU-11	no	new	11
    shopify_US_12_1012	Product 12	https://shop.example/products/product-12	in_stock	12.00 USD	SKU-12	no	new	12
    "
  `);
});
