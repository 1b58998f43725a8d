import { choiceIn, pageIn, textIn } from "../shell/search.ts";

export const DELIVERY_STATUSES = ["failed", "pending", "delivered"] as const;

export interface WebhookSearch {
  readonly page?: number | undefined;
  readonly status?: (typeof DELIVERY_STATUSES)[number] | undefined;
  readonly event?: string | undefined;
  /** The delivery whose drawer is open. */
  readonly delivery?: string | undefined;
}

export function webhookSearch(given: Readonly<Record<string, unknown>>): WebhookSearch {
  return {
    page: pageIn(given),
    status: choiceIn(given, "status", DELIVERY_STATUSES),
    event: textIn(given, "event"),
    delivery: textIn(given, "delivery"),
  };
}
