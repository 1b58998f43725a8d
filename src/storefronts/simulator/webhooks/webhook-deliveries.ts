import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { seededDraw } from "../../sample/seeded-draw.ts";
import type { WebhookSubscription, WebhookSubscriptions } from "./webhook-subscriptions.ts";

/** Sends a delivery; answers the HTTP status, and rejects where there's no answer. */
export type SendDelivery = (
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<number>;

/** What befalls deliveries by chance, each with its probability, drawn from the seed. */
interface DeliveryFate {
  readonly drop: number;
  readonly duplicate: number;
  /** Up to `delayMs`; so deliveries also come in another order. */
  readonly delay: number;
  readonly delayMs: number;
  readonly seed: number;
}

interface SentDelivery {
  readonly topic: string;
  readonly webhookId: string;
  readonly body: string;
  readonly outcome: "delivered" | "failed" | "dropped" | "waiting";
}

interface HandMadeDelivery {
  readonly topic: string;
  readonly body: object;
  /** Replaces the shop's own. */
  readonly domain?: string | undefined;
  readonly webhookId?: string | undefined;
  /** Signed with something else than the app's secret, or not at all. */
  readonly forged?: "wrong_secret" | "unsigned" | undefined;
}

export interface WebhookDeliveries {
  /** Something has happened: every subscription to the topic gets a delivery. */
  emit(topic: string, body: object): void;
  /** To the address of the app's configuration, as the compliance topics are sent. Answers the HTTP status. */
  send(delivery: HandMadeDelivery): Promise<number>;
  /** Sends the last deliveries again, byte by byte. Answers the statuses. */
  replay(count: number): Promise<readonly number[]>;
  setFate(fate: DeliveryFate | null): void;
  /** No delivery is sent meanwhile; those that would have been are lost. */
  setSilent(isSilent: boolean): void;
  sent(): readonly SentDelivery[];
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
  close(): void;
}

interface Parts {
  readonly shopDomain: string;
  readonly clientSecret: string;
  readonly version: string;
  readonly subscriptions: WebhookSubscriptions;
  /** Null: deliveries are lost. */
  readonly deliver: SendDelivery | null;
  /** Before the first repetition; each further one waits twice as long. Shopify repeats over four hours. */
  readonly retryMs: number;
  readonly now: () => Date;
}

/** Shopify: repetitions of one delivery, and failures in a row after which a subscription is deleted. */
const RETRIES_MAX = 8;
const REMEMBERED_MAX = 2_000;

interface Prepared {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function createWebhookDeliveries({
  shopDomain,
  clientSecret,
  version,
  subscriptions,
  deliver,
  retryMs,
  now,
}: Parts): WebhookDeliveries {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  const history: { topic: string; webhookId: string; body: string; url: string; prepared: Prepared; outcome: SentDelivery["outcome"] }[] =
    [];
  let fate: DeliveryFate | null = null;
  let isSilent = false;
  let draws = 0;

  const prepared = (topic: string, body: object, given: Partial<HandMadeDelivery> = {}): Prepared => {
    const text = JSON.stringify(body);
    const secret = given.forged === "wrong_secret" ? `${clientSecret}-forged` : clientSecret;
    const signature = createHmac("sha256", secret).update(text).digest("base64");
    const headers = {
      "content-type": "application/json",
      "x-shopify-topic": topic,
      "x-shopify-shop-domain": given.domain ?? shopDomain,
      "x-shopify-webhook-id": given.webhookId ?? randomUUID(),
      "x-shopify-event-id": randomUUID(),
      "x-shopify-triggered-at": now().toISOString(),
      "x-shopify-api-version": version,
      ...(given.forged === "unsigned" ? {} : { "x-shopify-hmac-sha256": signature }),
    };
    return { headers, body: text };
  };
  const statusOf = async (url: string, delivery: Prepared): Promise<number> =>
    deliver === null ? 0 : deliver(url, delivery).catch(() => 0);
  const isTaken = (status: number): boolean => status >= 200 && status < 300;

  const persist = async (subscription: WebhookSubscription, delivery: Prepared, entry: (typeof history)[number]): Promise<void> => {
    for (let retry = 0; retry <= RETRIES_MAX; retry += 1) {
      if (retry > 0) await wait(retryMs * 2 ** (retry - 1), undefined, { signal: closing.signal });
      if (isTaken(await statusOf(subscription.uri, delivery))) {
        entry.outcome = "delivered";
        subscription.failures = 0;
        return;
      }
    }
    entry.outcome = "failed";
    subscription.failures += 1;
    if (subscription.failures >= RETRIES_MAX) subscriptions.remove(subscription.id);
  };
  const remember = (entry: (typeof history)[number]): void => {
    history.push(entry);
    if (history.length > REMEMBERED_MAX) history.shift();
  };
  const begin = (subscription: WebhookSubscription, topic: string, body: object): void => {
    const delivery = prepared(topic, body);
    const entry = {
      topic,
      webhookId: delivery.headers["x-shopify-webhook-id"] ?? "",
      body: delivery.body,
      url: subscription.uri,
      prepared: delivery,
      outcome: "waiting" as SentDelivery["outcome"],
    };
    remember(entry);
    const chances = chancesOf();
    if (chances.isDropped) {
      entry.outcome = "dropped";
      return;
    }
    const sending = (async () => {
      if (chances.delayMs > 0) await wait(chances.delayMs, undefined, { signal: closing.signal });
      await persist(subscription, delivery, entry);
      if (chances.isDoubled) await statusOf(subscription.uri, delivery);
    })()
      .catch(() => undefined)
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  };
  const chancesOf = (): { readonly isDropped: boolean; readonly isDoubled: boolean; readonly delayMs: number } => {
    if (fate === null) return { isDropped: isSilent, isDoubled: false, delayMs: 0 };
    draws += 1;
    const draw = seededDraw(fate.seed, draws, "facts");
    const strikes = (probability: number): boolean => draw.below(1_000_000) < probability * 1_000_000;
    const [isDropped, isDoubled, isDelayed] = [strikes(fate.drop), strikes(fate.duplicate), strikes(fate.delay)];
    return { isDropped: isDropped || isSilent, isDoubled, delayMs: isDelayed ? draw.below(fate.delayMs + 1) : 0 };
  };

  return {
    emit(topic, body) {
      const named = topic.replace("/", "_").toUpperCase();
      for (const subscription of subscriptions.list()) if (subscription.topic === named) begin(subscription, topic, body);
    },
    async send(delivery) {
      const [any] = subscriptions.list();
      const url = any?.uri ?? history.at(-1)?.url;
      if (url === undefined) return 0;
      const made = prepared(delivery.topic, delivery.body, delivery);
      remember({
        topic: delivery.topic,
        webhookId: made.headers["x-shopify-webhook-id"] ?? "",
        body: made.body,
        url,
        prepared: made,
        outcome: "delivered",
      });
      return statusOf(url, made);
    },
    replay: (count) =>
      Promise.all(
        history
          .filter(({ outcome }) => outcome === "delivered")
          .slice(-count)
          .map(({ url, prepared: made }) => statusOf(url, made)),
      ),
    setFate(next) {
      fate = next;
      draws = 0;
    },
    setSilent(next) {
      isSilent = next;
    },
    sent: () => history.map(({ topic, webhookId, body, outcome }) => ({ topic, webhookId, body, outcome })),
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    close: () => closing.abort(),
  };
}
