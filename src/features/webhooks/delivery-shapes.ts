import type { Selectable } from "kysely";
import { z } from "zod";
import { formatId, idSchema, idText, storedId } from "../../kernel/ids.ts";
import { withoutQuery } from "../../kernel/without-query.ts";
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
    request_url: z
      .string()
      .nullable()
      .meta({
        description:
          "URL it was sent to. Null if nothing was sent. An organization sees it without its query if the webhook is someone else's.",
        examples: ["https://hooks.example.com/feedwright"],
      }),
    request_headers: z
      .record(z.string(), z.string())
      .nullable()
      .meta({
        description: "Headers as they were sent, by name in lower case, with the signature of this attempt. Null if nothing was sent.",
        examples: [
          {
            "content-type": "application/json",
            "user-agent": "Feedwright/1.0.0",
            "x-svc-event": "feed.updated",
            "x-svc-delivery": "whd_12",
            "x-svc-timestamp": "1793611800",
            "x-svc-signature": "sha256=5b3f0e1c7a9d4e2f8b6a0c1d3e5f79818293a4b5c6d7e8f90112233445566778",
          },
        ],
      }),
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
/** As rows keep them; older ones don't say what was sent. */
const StoredAttempts = z.array(
  AttemptShape.extend({
    request_url: z.string().nullable().default(null),
    request_headers: z.record(z.string(), z.string()).nullable().default(null),
  }),
);

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

export const DeliveryDetailShape = z
  .strictObject({
    ...DeliveryShape.shape,
    request_body: z
      .string()
      .nullable()
      .meta({
        description:
          "Body that every attempt sends, byte for byte as it's signed. Null if the key may not read what the event is about, or the event names another organization.",
        examples: ['{"id":"evt_01KAJ4Z8Y3M5T7V9X1B3D5F7H9","event":"feed.updated"}'],
      }),
    attempts: Attempts,
  })
  .meta({ id: "WebhookDeliveryDetail" });

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

interface DeliveryDetail {
  readonly delivery: DeliveryRow;
  readonly body: string | null;
  /** Whether the reader may see what follows the `?` of the endpoint. */
  readonly wholeUrls: boolean;
}

export function deliveryDetailAnswer({ delivery, body, wholeUrls }: DeliveryDetail): z.input<typeof DeliveryDetailShape> {
  const attempts = StoredAttempts.parse(delivery.attempts).map((attempt) => ({
    ...attempt,
    request_url: attempt.request_url === null || wholeUrls ? attempt.request_url : withoutQuery(attempt.request_url),
  }));
  return { ...deliveryAnswer(delivery), request_body: body, attempts };
}
