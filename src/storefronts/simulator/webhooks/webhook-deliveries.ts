import { setTimeout as wait } from "node:timers/promises";
import { createDeliveryChances, type DeliveryFate } from "./delivery-fate.ts";
import { type DeliverySigner, type HandMadeDelivery, type SignedDelivery, signedDelivery } from "./signed-delivery.ts";
import type { WebhookSubscription, WebhookSubscriptions } from "./webhook-subscriptions.ts";

/** Sends a delivery; answers the HTTP status, and rejects where there's no answer. */
export type SendDelivery = (
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<number>;

interface SentDelivery {
  readonly topic: string;
  readonly webhookId: string;
  readonly body: string;
  readonly outcome: "delivered" | "failed" | "dropped" | "waiting";
}

export interface WebhookDeliveries {
  /** Something has happened: every subscription to the topic gets a delivery. */
  emit(topic: string, body: object): void;
  /** To the address of the app's configuration, as the compliance topics are sent. Answers the HTTP status. Retries while the app answers 503. */
  send(delivery: HandMadeDelivery): Promise<number>;
  /** Sends the last deliveries again, byte by byte. Answers the statuses. Retries while the app answers 503. */
  replay(count: number): Promise<readonly number[]>;
  setFate(fate: DeliveryFate | null): void;
  /** No delivery is sent meanwhile; those that would have been are lost. */
  setSilent(isSilent: boolean): void;
  sent(): readonly SentDelivery[];
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
  close(): void;
}

interface Parts extends DeliverySigner {
  readonly subscriptions: WebhookSubscriptions;
  /** Null: deliveries are lost. */
  readonly deliver: SendDelivery | null;
  /** Before the first repetition; each further one waits twice as long. Shopify repeats over four hours. */
  readonly retryMs: number;
}

/** Shopify: repetitions of one delivery, and failures in a row after which a subscription is deleted. */
const RETRIES_MAX = 8;
const REMEMBERED_MAX = 2_000;
const BUSY = 503;

interface Entry {
  readonly topic: string;
  readonly url: string;
  readonly signed: SignedDelivery;
  outcome: SentDelivery["outcome"];
}

export function createWebhookDeliveries(parts: Parts): WebhookDeliveries {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  const history: Entry[] = [];
  const chances = createDeliveryChances();
  const remember = (entry: Entry): Entry => {
    history.push(entry);
    if (history.length > REMEMBERED_MAX) history.shift();
    return entry;
  };
  const begin = (subscription: WebhookSubscription, topic: string, body: object): void => {
    const { isDropped, isDoubled, delayMs } = chances.next();
    const signed = signedDelivery(parts, { topic, body });
    const entry = remember({ topic, url: subscription.uri, signed, outcome: isDropped ? "dropped" : "waiting" });
    if (isDropped) return;
    const sending = (async () => {
      if (delayMs > 0) await wait(delayMs, undefined, { signal: closing.signal });
      await persist(parts, { subscription, entry, signal: closing.signal });
      if (isDoubled) await statusOf(parts, entry.url, signed);
    })()
      .catch(() => undefined)
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  };
  const statusWhenTaken = async (url: string, signed: SignedDelivery): Promise<number> => {
    for (let retry = 0; ; retry += 1) {
      const status = await statusOf(parts, url, signed);
      if (status !== BUSY || retry === RETRIES_MAX) return status;
      await wait(parts.retryMs * 2 ** retry, undefined, { signal: closing.signal });
    }
  };
  return {
    emit(topic, body) {
      const named = topic.replace("/", "_").toUpperCase();
      for (const subscription of parts.subscriptions.list()) if (subscription.topic === named) begin(subscription, topic, body);
    },
    async send(delivery) {
      const url = parts.subscriptions.list()[0]?.uri ?? history.at(-1)?.url;
      if (url === undefined) return 0;
      const signed = signedDelivery(parts, delivery);
      remember({ topic: delivery.topic, url, signed, outcome: "delivered" });
      return statusWhenTaken(url, signed);
    },
    replay(count) {
      const last = history.filter(({ outcome }) => outcome === "delivered").slice(-count);
      return Promise.all(last.map(({ url, signed }) => statusWhenTaken(url, signed)));
    },
    setFate: (fate) => chances.setFate(fate),
    setSilent: (isSilent) => chances.setSilent(isSilent),
    sent: () => history.map(({ topic, signed: { webhookId, body }, outcome }) => ({ topic, webhookId, body, outcome })),
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    close: () => closing.abort(),
  };
}

/** 0: there was no answer. */
async function statusOf({ deliver }: Parts, url: string, { headers, body }: SignedDelivery): Promise<number> {
  return deliver === null ? 0 : deliver(url, { headers, body }).catch(() => 0);
}

interface Persisting {
  readonly subscription: WebhookSubscription;
  readonly entry: Entry;
  readonly signal: AbortSignal;
}

/** Until it's taken, or has failed for good. */
async function persist(parts: Parts, { subscription, entry, signal }: Persisting): Promise<void> {
  for (let retry = 0; retry <= RETRIES_MAX; retry += 1) {
    if (retry > 0) await wait(parts.retryMs * 2 ** (retry - 1), undefined, { signal });
    const status = await statusOf(parts, subscription.uri, entry.signed);
    if (status < 200 || status >= 300) continue;
    entry.outcome = "delivered";
    subscription.failures = 0;
    return;
  }
  entry.outcome = "failed";
  subscription.failures += 1;
  if (subscription.failures >= RETRIES_MAX) parts.subscriptions.remove(subscription.id);
}
