import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { feedUrl } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findShopView, type ShopView } from "./shop-queries.ts";
import { ShopShape } from "./shop-shapes.ts";

export const getShop = read({
  name: "shop.get",
  summary: "Shows the shop of the key.",
  scope: "read_settings",
  http: { method: "GET", path: "/shop", status: 200 },
  output: dataOf(ShopShape),
  errors: ["resource_not_found"],
  mcp: { tool: "get_shop" },
  async run(call) {
    const shop = (await findShopView(call.shop)) ?? call.fail("resource_not_found");
    return { data: shopAnswer(shop, call.filesUrl) };
  },
});

function shopAnswer(shop: ShopView, filesUrl: string) {
  return {
    id: formatId("shop", storedId("shop", shop.id)),
    object: "shop" as const,
    domain: shop.domain,
    name: shop.name,
    subscription_plan: shop.subscription_plan,
    subscription_status: shop.subscription_status,
    product_count: shop.live_count ?? 0,
    feed_url: shop.live_count === null || shop.file_name === null ? null : feedUrl(filesUrl, shop.feed_token, shop.file_name),
    last_sync_at: shop.synced_at?.toISOString() ?? null,
    primary_locale: shop.primary_locale,
    languages: shop.languages,
    currency: shop.currency,
    country: shop.country,
    time_zone: shop.time_zone,
    onboarding_complete: shop.onboarding_complete,
    created_at: shop.created_at.toISOString(),
    updated_at: shop.updated_at.toISOString(),
  };
}
