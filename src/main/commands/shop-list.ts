import { feedUrl } from "../../features/feeds/index.ts";
import { listShops } from "../../features/shops/index.ts";
import { storedId } from "../../kernel/ids.ts";
import { type Db, openShop } from "../../platform/postgres/postgres-port.ts";
import { openCommandApp } from "../command-app.ts";
import { table } from "../text-table.ts";
import { findHeldRunId, whyUnpublished } from "../unpublished-feed.ts";

export interface ShopListOptions {
  readonly json?: boolean;
}

export async function listInstalledShops({ json }: ShopListOptions): Promise<void> {
  await using app = await openCommandApp();
  const { db } = app.postgres;
  const shops = await listShops(db);
  const held = await Promise.all(shops.map((shop) => heldRunOf(db, shop)));
  const rows = shops.map((shop, at) => ({
    shop_id: shop.id,
    domain: shop.domain,
    storefront: shop.storefront,
    product_count: shop.live_count ?? 0,
    held_run_id: held[at] ?? null,
    feed_url:
      shop.file_name === null || shop.live_count === null ? null : feedUrl(app.config.http.filesUrl, shop.feed_token, shop.file_name),
  }));
  if (json === true) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else if (rows.length === 0)
    process.stdout.write("No shop is installed yet. Add one with: feedwright shop add --csv FILE --domain example.com\n");
  else
    process.stdout.write(
      table(
        ["Id", "Domain", "Platform", "Products", "Feed URL"],
        rows.map((row) => [
          String(row.shop_id),
          row.domain,
          row.storefront,
          String(row.product_count),
          row.feed_url ?? whyUnpublished(row.held_run_id),
        ]),
      ),
    );
}

/** Asked only of shops without a published feed. */
async function heldRunOf(db: Db, shop: Awaited<ReturnType<typeof listShops>>[number]): Promise<string | null> {
  if (shop.live_count !== null || shop.primary_feed_id === null) return null;
  return findHeldRunId(openShop(db, storedId("shop", shop.id)), storedId("feed", shop.primary_feed_id));
}
