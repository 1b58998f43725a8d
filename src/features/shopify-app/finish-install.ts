import { AppFault, signingSecrets } from "../../storefronts/shopify-app-port.ts";
import { PlainError } from "../../kernel/errors.ts";
import { consoleKey } from "../keys/index.ts";
import { makeSignInCode } from "../sessions/index.ts";
import { type AppServices, type Boundary, connectShop, requireApp, requireScopes } from "./connect-shop.ts";
import { useState } from "./install-queries.ts";
import { hashOf, isBrowserSecret, isOwnState } from "./install-state.ts";
import { shopName } from "./shop-name.ts";
import { isSignedQuery, isTimely } from "./signed-query.ts";

interface Callback extends Boundary {
  /** Of the query, decoded, in the order they came. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Of the cookie. */
  readonly browser: string | undefined;
}

/** `code` signs in to the console. */
export type InstallEnd = { readonly kind: "installed"; readonly code: string } | { readonly kind: "refused"; readonly message: string };

/** Calls to exchange the code and to ask what the shop is. */
const EXCHANGE_MS = 60_000;

const refused = (message: string): InstallEnd => ({ kind: "refused", message });
const AGAIN = "Start again: open Feedwright from the apps of your Shopify admin.";

/**
 * Ends an install: believes nothing that Shopify hasn't signed, uses the state up, exchanges the code and puts the shop into service. A process that
 * dies in between leaves an install to start again.
 */
export async function finishInstall(services: AppServices, callback: Callback): Promise<InstallEnd> {
  try {
    return await finish(services, callback);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    services.log.info({ fault: error.code, reason: error.message }, "an install from Shopify failed");
    return refused(error.message);
  }
}

async function finish(services: AppServices, callback: Callback): Promise<InstallEnd> {
  const { settings, client } = requireApp(services);
  const { pairs, browser, db } = callback;
  const of = (wanted: string) => pairs.find(([name]) => name === wanted)?.[1];
  const now = services.clock.now();
  if (!isSignedQuery(pairs, signingSecrets(settings))) return refused(`This address doesn't come from Shopify. ${AGAIN}`);
  if (!isTimely(of("timestamp"), now)) return refused(`This address is too old. ${AGAIN}`);
  const shop = shopName(of("shop"));
  if (shop === undefined) return refused(`The address names no Shopify shop. ${AGAIN}`);
  const state = of("state") ?? "";
  if (!isBrowserSecret(browser) || !isOwnState(services.secrets, state, { shop, browser, now }))
    return refused(`This browser didn't begin the installation, or began it more than ten minutes ago. ${AGAIN}`);
  const code = of("code") ?? "";
  if (code === "") return refused(`The installation was cancelled in Shopify. ${AGAIN}`);
  if (!(await useState(db, hashOf(state), shop))) return refused(`This installation was finished before. ${AGAIN}`);
  const call = { shop, signal: AbortSignal.timeout(EXCHANGE_MS) };
  const grant = await client.exchangeCode(call, code).catch((error: unknown) => {
    if (error instanceof AppFault && error.fault === "ended")
      throw new AppFault("refused", `Shopify doesn't accept this installation. ${AGAIN}`, error);
    throw error;
  });
  requireScopes(settings, shop, grant);
  const introduced = await client.introduce(call, grant);
  const { also: signInCode } = await connectShop(services, callback, {
    grant,
    shop: introduced,
    also: async (inside) => {
      const keyId = await consoleKey({ shop: inside, clock: services.clock });
      return makeSignInCode(inside.db, { id: keyId, shopId: inside.shopId }, { actor: { kind: "system" }, requestId: callback.requestId });
    },
  });
  return { kind: "installed", code: signInCode };
}
