import type { Selectable } from "kysely";
import { z } from "zod";
import { formatId, idSchema, idText, storedId } from "../../kernel/ids.ts";
import type { Database } from "../../platform/postgres/postgres-port.ts";
import { TIMEOUT_MS } from "./delivery.ts";
import { WebhookPath } from "./webhook-shapes.ts";

export type DeliveryRow = Selectable<Database["webhook_deliveries"]>;

export const DeliveryPath = z.strictObject({
  ...WebhookPath.shape,
  delivery_id: idText("whd", "Id of the delivery"),
});

const AttemptShape = z
  .strictObject({
    number: z.int().min(1),
    started_at: z.iso.datetime(),
    response_status: z
      .int()
      .nullable()
      .meta({ description: "Null if there was no response.", examples: [200] }),
    response_time_ms: z.int().meta({ examples: [84] }),
    error_message: z
      .string()
      .nullable()
      .meta({ description: "Why the attempt failed. Null if it succeeded.", examples: [null] }),
    response_body: z
      .string()
      .nullable()
      .meta({ description: "The first 4 KiB of the response.", examples: ["ok"] }),
  })
  .meta({ id: "WebhookDeliveryAttempt" });

const Attempts = z.array(AttemptShape);

export const DeliveryShape = z
  .strictObject({
    id: idSchema("whd", "Id of the delivery."),
    object: z.literal("webhook_delivery"),
    webhook_id: idSchema("wh", "Webhook the delivery goes to."),
    event_id: z.string().meta({
      description: "Id of the event, as in the body. A redelivery has the same one.",
      examples: ["evt_01KAJ4Z8Y3M5T7V9X1B3D5F7H9"],
    }),
    event: z.string().meta({ description: "Name of the event.", examples: ["feed.updated"] }),
    status: z.enum(["pending", "delivered", "failed"]).meta({ examples: ["delivered"] }),
    attempt_count: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
    response_status: z
      .int()
      .nullable()
      .meta({
        description: "Status code of the response to the last attempt. The next two fields are about the same response.",
        examples: [200],
      }),
    response_time_ms: z
      .int()
      .nullable()
      .meta({ description: `Time the attempt took, at most ${TIMEOUT_MS / 1_000} s.`, examples: [84] }),
    error_message: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    delivered_at: z.iso.datetime().nullable(),
    next_retry_at: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "Earliest time of the next attempt. Null once the delivery is settled, and until the first attempt has failed.",
        examples: [null],
      }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "WebhookDelivery" });

/** Where the reference shows a delivery that was not tried yet. */
export const WAITING_DELIVERY_EXAMPLE = {
  status: "pending",
  attempt_count: 0,
  response_status: null,
  response_time_ms: null,
  delivered_at: null,
} as const;

export const DeliveryDetailShape = z.strictObject({ ...DeliveryShape.shape, attempts: Attempts }).meta({ id: "WebhookDeliveryDetail" });

export function deliveryAnswer(delivery: DeliveryRow): z.input<typeof DeliveryShape> {
  return {
    id: formatId("whd", storedId("whd", delivery.id)),
    object: "webhook_delivery",
    webhook_id: formatId("wh", storedId("wh", delivery.webhook_id)),
    event_id: delivery.event_id,
    event: delivery.event,
    status: delivery.status,
    attempt_count: delivery.attempt_count,
    response_status: delivery.response_status,
    response_time_ms: delivery.response_time_ms,
    error_message: delivery.error_message,
    delivered_at: delivery.delivered_at?.toISOString() ?? null,
    next_retry_at: delivery.attempt_count === 0 ? null : (delivery.due_at?.toISOString() ?? null),
    created_at: delivery.created_at.toISOString(),
  };
}

export function deliveryDetailAnswer(delivery: DeliveryRow): z.input<typeof DeliveryDetailShape> {
  return { ...deliveryAnswer(delivery), attempts: Attempts.parse(delivery.attempts) };
}
