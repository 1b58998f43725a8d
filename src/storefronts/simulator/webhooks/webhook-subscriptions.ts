import { gid } from "../shop-facts.ts";

/** What the app has subscribed to, as Shopify keeps it. */
export interface WebhookSubscription {
  readonly id: number;
  readonly topic: string;
  readonly uri: string;
  readonly format: string;
  readonly filter: string | null;
  readonly includeFields: readonly string[];
  /** Deliveries that failed for good, one after another. */
  failures: number;
}

interface SubscriptionInput {
  readonly uri?: string | null | undefined;
  readonly format?: string | null | undefined;
  readonly filter?: string | null | undefined;
  readonly includeFields?: readonly string[] | null | undefined;
}

interface SubscriptionFault {
  readonly field: readonly string[];
  readonly message: string;
}

export interface WebhookSubscriptions {
  list(): readonly WebhookSubscription[];
  create(topic: string, input: SubscriptionInput): WebhookSubscription | SubscriptionFault;
  update(id: number, input: SubscriptionInput): WebhookSubscription | SubscriptionFault;
  remove(id: number): boolean;
  clear(): void;
}

const FIRST_ID = 1_500_000_000_001;
/** The simulator itself sends to this machine, where nothing is encrypted. */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]+)?\//;

export function webhookGid({ id }: { readonly id: number }): string {
  return gid("WebhookSubscription", id);
}

export function createWebhookSubscriptions(): WebhookSubscriptions {
  const byId = new Map<number, WebhookSubscription>();
  let next = FIRST_ID;
  return {
    list: () => [...byId.values()],
    create(topic, input) {
      const fault = faultOf(input.uri ?? "");
      if (fault !== undefined) return fault;
      if ([...byId.values()].some((one) => one.topic === topic && one.uri === input.uri))
        return { field: ["webhookSubscription", "callbackUrl"], message: "Address for this topic has already been taken" };
      const made = {
        id: next,
        topic,
        uri: input.uri ?? "",
        format: input.format ?? "JSON",
        filter: input.filter ?? null,
        includeFields: input.includeFields ?? [],
        failures: 0,
      };
      next += 1;
      byId.set(made.id, made);
      return made;
    },
    update(id, input) {
      const known = byId.get(id);
      if (known === undefined) return { field: ["id"], message: "Webhook subscription does not exist" };
      const fault = faultOf(input.uri ?? known.uri);
      if (fault !== undefined) return fault;
      const changed = {
        ...known,
        uri: input.uri ?? known.uri,
        format: input.format ?? known.format,
        filter: input.filter ?? null,
        includeFields: input.includeFields ?? [],
        failures: 0,
      };
      byId.set(id, changed);
      return changed;
    },
    remove: (id) => byId.delete(id),
    clear: () => byId.clear(),
  };
}

function faultOf(uri: string): SubscriptionFault | undefined {
  if (uri === "") return { field: ["webhookSubscription", "callbackUrl"], message: "Address can't be blank" };
  if (uri.startsWith("http://") && !LOOPBACK.test(uri))
    return { field: ["webhookSubscription", "callbackUrl"], message: "Address protocol http:// is not supported" };
  return undefined;
}
