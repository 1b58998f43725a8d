import type { FastifyInstance, FastifyRequest } from "fastify";
import type { TakeDelivery } from "../../features/shopify-webhooks/index.ts";
import { RequestError } from "../../kernel/errors.ts";
import type { LeaveLine } from "./connection-bounds.ts";
import { readBody } from "./json-body.ts";

/** Seconds after which a delivery that wasn't taken may come again. */
const RETRY_AFTER_S = "2";

/**
 * `POST /shopify/webhooks`: deliveries of Shopify. What is signed with the app's secret is taken, whatever it says; anything else is 401. Shopify's
 * come from few addresses, so what is signed doesn't wait for others of its network while it's stored: the intake bounds how many wait.
 */
export function serveShopifyDeliveries(app: FastifyInstance, take: TakeDelivery, leaveLine: LeaveLine): void {
  app.post("/shopify/webhooks", async (request, reply) => {
    const body = await readBody(request.raw);
    if (body instanceof RequestError) throw body;
    const taken = await take({
      body,
      signature: headerOf(request, "x-shopify-hmac-sha256"),
      topic: headerOf(request, "x-shopify-topic") ?? "",
      domain: (headerOf(request, "x-shopify-shop-domain") ?? "").toLowerCase(),
      webhookId: headerOf(request, "x-shopify-webhook-id") ?? "",
      triggeredAt: headerOf(request, "x-shopify-triggered-at") ?? "",
      onSigned: () => leaveLine(request.raw),
    });
    if (taken === "unsigned") throw new RequestError("unauthorized", { message: UNSIGNED });
    if (taken === "busy") return reply.code(503).header("retry-after", RETRY_AFTER_S).send();
    return reply.code(200).send();
  });
}

const UNSIGNED = "The delivery isn't signed with the secret of this installation's Shopify app.";
const HEADER_MAX = 200;

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" && value.length <= HEADER_MAX ? value : undefined;
}
