import { PlainError } from "../../kernel/errors.ts";

/** What Shopify refuses, in the words of the merchant who has to do something about it. */

function tokenRefused(shop: string): PlainError {
  return new PlainError(
    "shopify_token_refused",
    `Shopify refused the access token of ${shop}. Create a new token in the shop's admin (Settings, Apps, Develop apps), then add the shop again with it.`,
  );
}

/** Even after it was renewed. */
export function appTokenRefused(shop: string): PlainError {
  return new PlainError(
    "shopify_access_ended",
    `Shopify refuses Feedwright's access to ${shop}. Open Feedwright in the Shopify admin of the shop to renew it.`,
  );
}

export function accessDenied(shop: string, said: string): PlainError {
  return new PlainError(
    "shopify_access_denied",
    `The access token of ${shop} can't read everything that a feed needs. Grant the app the missing scope, then extract again. Shopify says: ${said}`,
  );
}

const REFUSALS: Readonly<Record<number, readonly [code: string, sentence: (shop: string) => string]>> = {
  402: ["shopify_shop_frozen", (shop) => `Shopify has frozen ${shop} because of an unpaid bill. Extract again once the bill is paid.`],
  404: [
    "shopify_shop_unknown",
    (shop) => `Shopify has no shop ${shop}. Use the shop's myshopify.com domain, such as my-shop.myshopify.com.`,
  ],
  423: ["shopify_shop_locked", (shop) => `Shopify has locked ${shop}. Its owner must ask Shopify support to unlock it.`],
};

/** The refusal a status means for good; undefined for one that may pass. */
export function refusalOf(status: number, shop: string): PlainError | undefined {
  if (status === 401 || status === 403) return tokenRefused(shop);
  const refusal = REFUSALS[status];
  if (refusal !== undefined) return new PlainError(refusal[0], refusal[1](shop));
  const passes = status === 429 || status >= 500 || (status >= 200 && status < 300);
  return passes
    ? undefined
    : new PlainError("shopify_refused", `Shopify refused a request for ${shop} (HTTP ${status}). Extract again later.`);
}

/** What people are shown meanwhile. */
export function askedAgain(shop: string, last: string): string {
  return `Shopify isn't answering for ${shop} (last error: ${last}). Feedwright keeps asking; the published feeds stay in place.`;
}

export function unreachable(shop: string, attempts: number, last: string): PlainError {
  return new PlainError(
    "shopify_unavailable",
    `Shopify didn't answer for ${shop} after ${attempts} attempts (last error: ${last}). The published feeds stay in place. Extract again later.`,
  );
}

export function queryRefused(said: string): PlainError {
  return new PlainError(
    "shopify_query_refused",
    `Shopify rejected a query: ${said}. The published feeds stay in place. Please report this.`,
  );
}

/** Of the code of a query that may cost more points than one query may. */
export const TOO_DEAR = "shopify_query_too_dear";

export function queryTooDear(said: string): PlainError {
  return new PlainError(TOO_DEAR, `Shopify rejected a query as too large: ${said}. The published feeds stay in place. Please report this.`);
}

export function answerNotUnderstood(shop: string, cause: unknown): PlainError {
  return new PlainError(
    "shopify_answer_unknown",
    `Shopify's answer for ${shop} has a form that this version of Feedwright doesn't know. The published feeds stay in place. Please report this.`,
    cause,
  );
}
