import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ListedCatalog } from "../../../test/harness/listed-storefront.ts";
import {
  asksFor,
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
import { listSyncs } from "./list-syncs.ts";

const ROWS = 7;

let pushed: PushedShop;
let platform: PlayedPlatform;
beforeAll(async () => {
  pushed = await pushedShop("push.example", ROWS);
});
afterAll(() => pushed[Symbol.asyncDispose]());

interface Sync {
  readonly mode: string;
  readonly status: string;
  readonly rows_sent: number | null;
  readonly errors_count: number | null;
  readonly error_details: string | null;
}

describe.each(["microsoft", "amazon"] as const)("%s", (slug) => {
  beforeEach(async () => {
    platform = await playPlatform(slug, 7);
    await publish(pushed, sellableCatalog(ROWS));
    await connectPlatform(pushed, platform);
    await assignPlatform(pushed, slug);
  });
  afterEach(async () => {
    for (const table of ["sync_logs", "channel_pushes", "channel_connections", "platform_rates", "feed_channels"] as const)
      await pushed.listed.database.db.deleteFrom(table).execute();
    await platform.fake[Symbol.asyncDispose]();
  });

  const syncs = () => asksFor(pushed, slug)<readonly Sync[]>(listSyncs);
  const lastSync = async () => (await syncs())[0];

  test("gets every row once, then only what was changed, added or removed", async () => {
    expect(await syncAll(pushed)).toBeGreaterThan(0);
    expect(await lastSync()).toMatchObject({ mode: "push", status: "success", rows_sent: ROWS, errors_count: 0, error_details: null });
    expect(titles(platform)).toEqual(titlesOf(sellableCatalog(ROWS)));
  });
});

function titlesOf({ variants, products }: ListedCatalog): Readonly<Record<string, string>> {
  return Object.fromEntries(variants.map(({ id, seq }) => [String(id), products.find((product) => product.seq === seq)?.title ?? ""]));
}

/** By the number of the variant. */
function titles({ slug, fake }: PlayedPlatform): Readonly<Record<string, string>> {
  const items =
    slug === "microsoft"
      ? fake.items().map(({ id, product }) => [/([0-9]+)$/.exec(id)?.[1] ?? id, String(product["title"])] as const)
      : fake.items().map(({ sku, attributes }) => [String(1_000 + Number(sku.slice(4))), titleOf(attributes["item_name"])] as const);
  return Object.fromEntries(items.toSorted(([a], [b]) => a.localeCompare(b)));
}

const titleOf = (names: unknown): string => (Array.isArray(names) ? String(names[0]?.value) : "");
