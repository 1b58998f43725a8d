import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { defineEvent, type EventName } from "../events/index.ts";
import { WebhookShape } from "./webhook-shapes.ts";

/** Told to the other webhooks. */
export const webhookDisabled = defineEvent({
  name: "webhook.disabled",
  data: WebhookShape,
  example: {
    status: "disabled",
    failure_count: 5,
    disabled_at: "2026-11-02T09:30:00.000Z",
    disabled_reason: "5 attempts in a row failed. Last error: The endpoint answered 500.",
  },
});

export const testPing = defineEvent({
  name: "test.ping",
  data: z
    .strictObject({
      webhook_id: idSchema("wh", "The tested webhook."),
      message: z.string().meta({ examples: ["This is a test. Nothing has happened."] }),
    })
    .meta({ id: "TestPing" }),
});

/** A delivery of it is a test: it reaches a disabled webhook too, and counts as no failure. */
export const TEST_EVENT: EventName = "test.ping";
