import { z } from "zod";
import { defineEvent } from "../events/index.ts";
import { SubscriptionShape } from "./plan-shapes.ts";

export const subscriptionChanged = defineEvent({
  name: "subscription.changed",
  data: z.strictObject({
    ...SubscriptionShape.shape,
    previous_status: z
      .enum(SubscriptionShape.shape.status.options)
      .meta({ description: "Previous `status`. The same as `status` if only the plan changed." }),
  }),
  example: { plan: "growth", plan_name: "Growth", created_at: "2026-11-02T09:30:00.000Z", previous_status: "none" },
});
