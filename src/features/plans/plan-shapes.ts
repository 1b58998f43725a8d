import { z } from "zod";
import { PlanCode } from "../shops/index.ts";
import type { PlanRow, Subscription } from "./plan-queries.ts";

export const PlanShape = z
  .strictObject({
    id: z.int(),
    object: z.literal("plan"),
    code_name: PlanCode,
    name: z.string(),
    description: z.string(),
    price: z.string().meta({ description: "Price per month, in `currency`.", examples: ["29.99"] }),
    currency: z.string(),
    skus_min: z.int(),
    skus_max: z.int().nullable().meta({ description: "Maximum number of rows in a feed's file. Null for no limit." }),
    daily_export_count: z.int().meta({ description: "Scheduled full extracts per day." }),
    additional_feeds: z.boolean().meta({ description: "Whether language and market feeds can be created." }),
    recommended: z.boolean(),
    is_free: z.boolean(),
  })
  .meta({ id: "Plan" });

export function planAnswer(plan: PlanRow): z.input<typeof PlanShape> {
  return { object: "plan", ...plan };
}

export const SubscriptionShape = z
  .strictObject({
    object: z.literal("subscription"),
    plan: PlanCode,
    plan_name: z.string(),
    status: z
      .enum(["active", "frozen", "legacy", "none"])
      .meta({ description: "`none`: the shop has no subscription. Its plan is the one every shop starts with, or the free one." }),
    created_at: z.iso.datetime().nullable().meta({ description: "When the subscription began. Null without a subscription." }),
  })
  .meta({ id: "Subscription" });

export function subscriptionAnswer({
  code_name,
  name,
  subscription_status,
  subscribed_at,
}: Subscription): z.input<typeof SubscriptionShape> {
  return {
    object: "subscription",
    plan: code_name,
    plan_name: name,
    status: subscription_status,
    created_at: subscribed_at?.toISOString() ?? null,
  };
}
