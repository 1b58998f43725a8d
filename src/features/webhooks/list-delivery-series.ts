import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { countDeliveries } from "./delivery-queries.ts";
import { KEPT_DAYS } from "./delivery.ts";
import { findWebhook } from "./webhook-queries.ts";
import { WebhookPath } from "./webhook-shapes.ts";

/** More points than these nobody sees apart. */
const POINTS_MAX = 500;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS };
const SPAN_DEFAULT_MS = 7 * DAY_MS;

const time = (description: string, example: string) =>
  z.iso
    .datetime({ offset: true })
    .max(40)
    .optional()
    .meta({ description, examples: [example] });
const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

const DeliverySeriesShape = z
  .strictObject({
    object: z.literal("webhook_delivery_series"),
    webhook_id: idSchema("wh", "The webhook."),
    bucket: z.enum(["hour", "day"]).meta({ description: "Period that a point covers.", examples: ["hour"] }),
    time_zone: z.string().meta({ description: "The shop's time zone, in which days begin.", examples: ["Europe/Berlin"] }),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    points: z
      .array(
        z.strictObject({
          at: z.iso.datetime().meta({ description: "Beginning of the hour or day." }),
          delivered_count: count("Deliveries made in it that have arrived.", 12),
          failed_count: count("Deliveries made in it that have failed.", 0),
          pending_count: count("Deliveries made in it that are still tried.", 0),
          response_time_ms: z
            .int()
            .nullable()
            .meta({ description: "Mean time that the last attempts of these deliveries took. Null if there was none.", examples: [84] }),
        }),
      )
      .meta({ description: `At most ${POINTS_MAX} points, oldest first. Every hour or day is there.` }),
  })
  .meta({ id: "WebhookDeliverySeries" });

export const listDeliverySeries = read({
  name: "webhooks.series",
  title: "Get a webhook's delivery series",
  summary: "Shows how many deliveries of a webhook were made over time, by status.",
  description: `A delivery counts in the hour or day in which it was made, with the status that it has now. Deliveries are kept for ${KEPT_DAYS} days.`,
  scope: "read_webhooks",
  http: { method: "GET", path: "/webhooks/{id}/deliveries/series", status: 200 },
  path: WebhookPath,
  query: z.strictObject({
    from: time("Beginning, included. Defaults to 7 days before `to`.", "2026-10-26T00:00:00Z"),
    to: time("End, not included. Defaults to now.", "2026-11-02T00:00:00Z"),
    bucket: z
      .enum(["hour", "day"])
      .optional()
      .meta({
        description: "Period that a point covers. Defaults to the hour, or the day if there were too many points.",
        examples: ["hour"],
      }),
  }),
  output: dataOf(DeliverySeriesShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: { hidden: "It's for charts. `list_webhook_deliveries` tells an agent which deliveries failed." },
  target: async (call, { id }) => (await findWebhook(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { query, target }) {
    const to = query.to === undefined ? call.clock.now() : new Date(query.to);
    const from = query.from === undefined ? new Date(to.getTime() - SPAN_DEFAULT_MS) : new Date(query.from);
    if (from >= to) return refuse(call, "from", "`from` must be before `to`.");
    const bucket = query.bucket ?? (pointsOf(from, to, "hour") <= POINTS_MAX ? "hour" : "day");
    if (pointsOf(from, to, bucket) > POINTS_MAX)
      return refuse(
        call,
        "bucket",
        `A series has at most ${POINTS_MAX} points. Choose a longer bucket, or a shorter time from \`from\` to \`to\`.`,
      );
    const webhookId = storedId("wh", target.id);
    const { timeZone, buckets } = await countDeliveries(call.shop, { webhookId, from, to, bucket });
    const points = buckets.map(({ at, delivered, failed, pending, response_time_ms }) => ({
      at: at.toISOString(),
      delivered_count: delivered,
      failed_count: failed,
      pending_count: pending,
      response_time_ms,
    }));
    const about = { webhook_id: formatId("wh", webhookId), bucket, time_zone: timeZone };
    return { data: { object: "webhook_delivery_series" as const, ...about, from: from.toISOString(), to: to.toISOString(), points } };
  },
});

/** The most that there may be: hours and days seldom begin where a span does. */
function pointsOf(from: Date, to: Date, bucket: keyof typeof BUCKET_MS): number {
  return Math.ceil((to.getTime() - from.getTime()) / BUCKET_MS[bucket]) + 1;
}

function refuse(call: Refuse<"invalid_request">, param: string, message: string): never {
  return call.fail("invalid_request", message, [{ param: `/${param}`, code: "invalid_param", message }]);
}
