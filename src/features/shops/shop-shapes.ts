import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";

export const ShopShape = z
  .strictObject({
    id: idSchema("shop", "Id of the shop."),
    object: z.literal("shop"),
    domain: z.string(),
    name: z.string(),
    subscription_plan: z.enum(["free", "starter", "growth", "premium"]),
    subscription_status: z.enum(["active", "frozen", "legacy", "none"]),
    product_count: z.int().meta({ description: "Rows in the primary feed's file being served." }),
    feed_url: z.string().nullable().meta({ description: "Public address of the primary feed; null until its first live run." }),
    last_sync_at: z.iso.datetime().nullable().meta({ description: "When the live snapshot was completed." }),
    primary_locale: z.string(),
    languages: z.array(z.string()),
    currency: z.string(),
    country: z.string(),
    time_zone: z.string(),
    onboarding_complete: z.boolean(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Shop" });
