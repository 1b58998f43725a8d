import { createHmac } from "node:crypto";
import { type ShopId, storedId } from "../../kernel/ids.ts";
import { transact } from "../../platform/postgres/postgres-port.ts";
import { signingSecrets } from "../../storefronts/shopify-app-port.ts";
import { consoleKey, CONSOLE_KEY_NAME } from "../keys/index.ts";
import { continueSession, sessionTokenOf } from "../sessions/index.ts";
import { type AppServices, type Boundary, connectShop, requireApp } from "./connect-shop.ts";
import { findEmbeddedShop } from "./install-queries.ts";
import { looksLikeJwt, readSessionToken, type SessionClaims } from "./session-token.ts";

/** Who asks from inside the Shopify admin, as Shopify vouches for it on every request. */
export interface EmbeddedCaller extends SessionClaims {
  /** As it came. */
  readonly jwt: string;
  /** Of the console's session that the person has with us: the same for all of Shopify's tokens of one sign-in there. */
  readonly sessionToken: string;
}

/** Undefined where it's no token of App Bridge's, `null` where it's one that isn't accepted. */
export function readEmbeddedCaller(services: AppServices, bearer: string): EmbeddedCaller | null | undefined {
  const { shopifyApp, clock } = services;
  if (shopifyApp === null || !looksLikeJwt(bearer)) return undefined;
  const { clientId, clientSecret } = shopifyApp;
  const claims = readSessionToken(bearer, { clientId, secrets: signingSecrets(shopifyApp), now: clock.now() });
  if (claims === undefined) return null;
  const { shop, user, session } = claims;
  const bits = createHmac("sha256", clientSecret)
    .update(`embedded session ${JSON.stringify([shop, user, session])}`)
    .digest();
  return { ...claims, jwt: bearer, sessionToken: sessionTokenOf(bits) };
}

/** From the exchange of the token to what the shop says of itself. */
const EXCHANGE_MS = 20_000;

/**
 * Opens the console's session of a person in the Shopify admin. A shop that isn't installed yet, or whose grant has ended or lacks a scope that the app
 * now asks for, is connected by exchanging the token. Throws `AppFault`.
 */
export async function openEmbeddedSession(services: AppServices, boundary: Boundary, caller: EmbeddedCaller): Promise<void> {
  const { db, openShop, requestId } = boundary;
  const shopId = (await findUsable(services, boundary, caller)) ?? (await connectByToken(services, boundary, caller));
  await transact(db, async (transaction) => {
    const shop = openShop(transaction, shopId);
    const keyId = await consoleKey({ shop, clock: services.clock });
    const holder = { keyId, kind: "merchant", name: CONSOLE_KEY_NAME, organizationId: null, shopId } as const;
    await continueSession(transaction, { holder, requestId }, caller.sessionToken);
  });
}

/** Each page of the console that's opened comes this way, and each exchange begins an extract. */
const ASKED_AGAIN_AFTER_MS = 10 * 60_000;

async function findUsable(services: AppServices, { db }: Boundary, { shop }: EmbeddedCaller): Promise<ShopId | undefined> {
  const { settings } = requireApp(services);
  const { clock } = services;
  const found = await findEmbeddedShop(db, shop);
  if (found === undefined || found.ended_at !== null) return undefined;
  const lacksScopes = settings.scopes.some((scope) => !found.scopes.includes(scope));
  // What the merchant hasn't agreed to yet, the next exchange wouldn't bring either.
  const wasAsked = clock.now().getTime() - found.updated_at.getTime() < ASKED_AGAIN_AFTER_MS;
  return lacksScopes && !wasAsked ? undefined : storedId("shop", found.id);
}

async function connectByToken(services: AppServices, boundary: Boundary, { shop: name, jwt }: EmbeddedCaller): Promise<ShopId> {
  const { client } = requireApp(services);
  const call = { shop: name, signal: AbortSignal.timeout(EXCHANGE_MS) };
  const grant = await client.exchangeSessionToken(call, jwt);
  const shop = await client.introduce(call, grant);
  const { shopId } = await connectShop(services, boundary, { grant, shop, also: async () => undefined });
  return shopId;
}
