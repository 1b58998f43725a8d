import type { CatalogEvents } from "./catalog-events.ts";
import type { WebhookDeliveries } from "./webhook-deliveries.ts";
import type { WebhookSubscriptions } from "./webhook-subscriptions.ts";

/** What the app is told of the shop. */
export interface SimulatedWebhooks {
  readonly subscriptions: WebhookSubscriptions;
  readonly deliveries: WebhookDeliveries;
  readonly events: CatalogEvents;
}
