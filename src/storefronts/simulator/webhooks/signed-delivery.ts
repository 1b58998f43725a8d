import { createHmac, randomUUID } from "node:crypto";

/** A delivery as Shopify signs it. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly webhookId: string;
}

export interface DeliverySigner {
  readonly shopDomain: string;
  readonly clientSecret: string;
  readonly version: string;
  readonly now: () => Date;
}

export interface HandMadeDelivery {
  readonly topic: string;
  readonly body: object;
  /** Replaces the shop's own. */
  readonly domain?: string | undefined;
  readonly webhookId?: string | undefined;
  /** Signed with something else than the app's secret, or not at all. */
  readonly forged?: "wrong_secret" | "unsigned" | undefined;
}

export function signedDelivery({ shopDomain, clientSecret, version, now }: DeliverySigner, given: HandMadeDelivery): SignedDelivery {
  const { topic, body: content, domain = shopDomain, webhookId = randomUUID(), forged } = given;
  const body = JSON.stringify(content);
  const secret = forged === "wrong_secret" ? `${clientSecret}-forged` : clientSecret;
  const signature = createHmac("sha256", secret).update(body).digest("base64");
  const headers = {
    "content-type": "application/json",
    "x-shopify-topic": topic,
    "x-shopify-shop-domain": domain,
    "x-shopify-webhook-id": webhookId,
    "x-shopify-event-id": randomUUID(),
    "x-shopify-triggered-at": now().toISOString(),
    "x-shopify-api-version": version,
    ...(forged === "unsigned" ? {} : { "x-shopify-hmac-sha256": signature }),
  };
  return { headers, body, webhookId };
}
