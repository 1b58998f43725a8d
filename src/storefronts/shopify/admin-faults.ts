import { PlainError } from "../../kernel/errors.ts";

/** What Shopify refuses, in the words of the merchant who has to do something about it. */

function tokenRefused(shop: string): PlainError {
  return new PlainError(
    "shopify_token_refused",
    `Shopify refused the access token of ${shop}. Make a new one in the shop's admin (Settings, Apps, Develop apps) and add the shop again with it.`,
  );
}

export function accessDenied(shop: string, said: string): PlainError {
  return new PlainError(
    "shopify_access_denied",
    `The access token of ${shop} may not read everything that a feed needs. Grant the app the missing scope and extract again. Shopify says: ${said}`,
  );
}

const REFUSALS: Readonly<Record<number, readonly [code: string, sentence: (shop: string) => string]>> = {
  402: ["shopify_shop_frozen", (shop) => `Shopify has frozen ${shop} because of an unpaid bill. Extract again once the bill is paid.`],
  404: ["shopify_shop_unknown", (shop) => `Shopify knows no shop ${shop}. Give its myshopify.com domain, as in my-shop.myshopify.com.`],
  423: ["shopify_shop_locked", (shop) => `Shopify has locked ${shop}. Its owner has to ask Shopify's support to unlock it.`],
};

/** The refusal a status means for good; undefined for one that may pass. */
export function refusalOf(status: number, shop: string): PlainError | undefined {
  if (status === 401 || status === 403) return tokenRefused(shop);
  const refusal = REFUSALS[status];
  if (refusal !== undefined) return new PlainError(refusal[0], refusal[1](shop));
  const passes = status === 429 || status >= 500 || (status >= 200 && status < 300);
  return passes ? undefined : new PlainError("shopify_refused", `Shopify refused a request of ours for ${shop} (HTTP ${status}).`);
}

export function unreachable(shop: string, attempts: number, last: string): PlainError {
  return new PlainError(
    "shopify_unavailable",
    `Shopify did not answer for ${shop} (${attempts} attempts; at last: ${last}). The published feeds stay as they are; extract again later.`,
  );
}

export function queryRefused(said: string): PlainError {
  return new PlainError(
    "shopify_query_refused",
    `Shopify did not take a query of ours: ${said}. Please report this; the published feeds stay as they are.`,
  );
}

export function answerNotUnderstood(shop: string, cause: unknown): PlainError {
  return new PlainError(
    "shopify_answer_unknown",
    `Shopify answered for ${shop} in a way that this Feedwright does not know. Please report this; the published feeds stay as they are.`,
    cause,
  );
}
