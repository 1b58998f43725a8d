import { feedUrl } from "../../features/feeds/index.ts";
import { listShops } from "../../features/shops/index.ts";
import { openCommandApp } from "../command-app.ts";
import { table } from "../text-table.ts";

export interface ShopListOptions {
  readonly json?: boolean;
}

export async function listInstalledShops({ json }: ShopListOptions): Promise<void> {
  await using app = await openCommandApp();
  const shops = await listShops(app.postgres.db);
  const rows = shops.map((shop) => ({
    shop_id: shop.id,
    domain: shop.domain,
    storefront: shop.storefront,
    product_count: shop.live_count ?? 0,
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
          row.feed_url ?? "(not published yet)",
        ]),
      ),
    );
}
