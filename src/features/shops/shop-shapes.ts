import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { feedUrl } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { storageAnswer, StorageShape } from "../storage/index.ts";
import type { ShopView } from "./shop-queries.ts";

export const PlanCode = z.enum(["free", "starter", "growth", "premium"]);

export const ShopShape = z
  .strictObject({
    id: idSchema("shop", "Id of the shop."),
    object: z.literal("shop"),
    domain: z.string(),
    name: z.string(),
    storefront: z
      .enum(["csv", "shopify"])
      .meta({ description: "Where the catalog comes from: product exports that are uploaded, or Shopify." }),
    subscription_plan: PlanCode,
    subscription_status: z.enum(["active", "frozen", "legacy", "none"]),
    product_count: z.int().meta({ description: "Rows in the primary feed's file being served." }),
    feed_url: z.string().nullable().meta({ description: "Public URL of the primary feed. Null until its first live run." }),
    last_sync_at: z.iso.datetime().nullable().meta({ description: "When the live snapshot was completed." }),
    primary_locale: z.string(),
    languages: z.array(z.string()),
    currency: z.string(),
    country: z.string(),
    time_zone: z.string(),
    onboarding_complete: z.boolean(),
    storage: StorageShape,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Shop" });

export type ShopAnswering = Pick<Services, "filesUrl" | "storageQuotaBytes">;

export function shopAnswer(shop: ShopView, { filesUrl, storageQuotaBytes }: ShopAnswering): z.input<typeof ShopShape> {
  return {
    id: formatId("shop", storedId("shop", shop.id)),
    object: "shop",
    domain: shop.domain,
    name: shop.name,
    storefront: shop.storefront,
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
    storage: storageAnswer({ byKind: shop.storage, quotaBytes: shop.storage_quota_bytes ?? storageQuotaBytes }),
    created_at: shop.created_at.toISOString(),
    updated_at: shop.updated_at.toISOString(),
  };
}
