import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { installFeed } from "../../src/features/additional-feeds/index.ts";
import { claimExtract, insertExtract, workExtract } from "../../src/features/extracts/index.ts";
import { findPublicFile, getFeed } from "../../src/features/feeds/index.ts";
import type { AnyOperation } from "../../src/features/operation.ts";
import { claimRun, latestRun, workRun } from "../../src/features/runs/index.ts";
import { installShop } from "../../src/features/shops/index.ts";
import { openEgress } from "../../src/platform/egress/open-egress.ts";
import { silentLog } from "../../src/platform/objects/silent-log.ts";
import { openShop } from "../../src/platform/postgres/postgres-port.ts";
import { openSecrets } from "../../src/platform/secrets/open-secrets.ts";
import { ORDINARY_PACE } from "../../src/storefronts/shopify/pace.ts";
import { shopifyStorefront } from "../../src/storefronts/shopify/shopify-storefront.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { expectedFeed, type FeedOfShop } from "../faults/expected-feed.ts";
import { feedDifferences } from "../faults/feed-differences.ts";
import { readFeedFile } from "../harness/feed-file.ts";
import { perform } from "../harness/perform.ts";
import { realServices } from "../harness/real-platform.ts";
import { jobsDatabase } from "../harness/shop-fixture.ts";

const DOMAIN = "failed-prices.example";
/** Optional exports are tried so often. */
const TRIES = 3;
/** As in the sample's market facts. */
const HOME: FeedOfShop = { country: "IE", currency: "EUR" };
const BRITAIN: FeedOfShop = { country: "GB", currency: "GBP", market: true, root: `https://uk.${DOMAIN}/` };

test("an export of prices that fails leaves a market feed its file and holds its run; other feeds go on, and the next extract brings the prices", async () => {
  await using simulator = await startSimulator({ products: 30, shopDomain: DOMAIN, startMs: 2 });
  await using shop = await marketShop(simulator);
  const { control } = simulator;
  const now = (feed: FeedOfShop) => expectedFeed(control.state(), feed);

  await shop.extract();
  const before = now(BRITAIN);
  expect(before.size).toBeGreaterThan(10);
  expect([await shop.differences("gmcfeed.txt", now(HOME)), await shop.differences("gmcfeed-britain.txt", before)]).toEqual([[], []]);

  for (const number of [0, 1, 2, 3, 4])
    control.changeProduct(number, { price: "31.10", markets: { "united-kingdom": { price: "29.00" } } });
  expect(now(BRITAIN)).not.toEqual(before);
  control.fail({ kind: "failed_internal_error", times: TRIES, matching: "contextualPricing" });
  await shop.extract();
  expect([await shop.differences("gmcfeed.txt", now(HOME)), await shop.differences("gmcfeed-britain.txt", before)]).toEqual([[], []]);
  const reason = "Shopify didn't finish its export of the markets' prices";
  expect(await shop.britain(getFeed)).toMatchObject({ not_extracted: expect.stringContaining(reason), product_count: before.size });
  expect(await shop.britain(latestRun)).toMatchObject({
    publication: "held",
    held_reasons: [{ code: "not_extracted", message: expect.stringContaining(reason) }],
  });

  await shop.extract();
  expect(await shop.differences("gmcfeed-britain.txt", now(BRITAIN))).toEqual([]);
  expect(await shop.britain(getFeed)).toMatchObject({ not_extracted: null });
  expect(await shop.britain(latestRun)).toMatchObject({ publication: "live", held_reasons: [] });
});

/** A shop on the simulator with its primary feed and one for Britain. */
async function marketShop(simulator: Simulator) {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await jobsDatabase());
  const storefront = shopifyStorefront({
    secrets: openSecrets(Buffer.alloc(32, 1)),
    egress: stack.use(openEgress({ allowLoopback: true, log: silentLog })),
    log: silentLog,
    pace: { ...ORDINARY_PACE, retryMs: 2, retryMaxMs: 20, pollMs: 5, pollMaxMs: 20 },
    sample: async () => ({ shop: "simulator", origin: simulator.url, token: simulator.token }),
  });
  const { services } = stack.use(await realServices(storefront));
  const wanted = { domain: DOMAIN, currency: "EUR", country: "IE", storefront: "shopify", storefrontConfig: { sample: true } } as const;
  const installed = await installShop(services, database.db, wanted, { openShop, random: randomBytes });
  const shop = openShop(database.db, installed.shopId);
  await installFeed(shop, { feedType: "market", displayName: "Britain", locale: null, targetMarket: "GB", targetCountry: "GB" });
  const { id } = await database.db.selectFrom("feeds").select("id").where("feed_type", "=", "market").executeTakeFirstOrThrow();
  const signal = new AbortController().signal;
  const running = stack.move();
  return {
    /** With the runs that follow from it. */
    async extract(): Promise<void> {
      const claimed = async () => claimExtract(database.db, "test", 20);
      let claim = await claimed();
      if (claim === undefined) {
        await insertExtract(shop, { type: "full" });
        claim = await claimed();
      }
      if (claim === undefined) throw new Error("no extract waits");
      await workExtract(services, shop, claim, { signal, progress: () => undefined });
      for (let run = await claimRun(database.db, "test", 20); run !== undefined; run = await claimRun(database.db, "test", 20))
        await workRun(services, shop, run, { signal, end: async () => undefined });
    },
    /** The file at a feed's address against what the shop is. */
    async differences(name: string, expected: ReturnType<typeof expectedFeed>): Promise<readonly string[]> {
      const file = await findPublicFile(database.db, installed.feedToken, name);
      if (file === undefined || typeof file === "string") throw new Error(`${name}: ${file}`);
      await using local = await services.objects.local(file.key);
      return feedDifferences(readFeedFile(await readFile(local.path, "utf8")), expected);
    },
    britain: (operation: AnyOperation) => perform<object>(services, shop, operation, { path: { id: `feed_${id}` } }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
