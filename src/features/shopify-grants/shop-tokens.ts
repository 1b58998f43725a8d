import { setTimeout as sleep } from "node:timers/promises";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { AppFault, type AppGrant } from "../../storefronts/shopify-app-port.ts";
import type { ShopTokens } from "../../storefronts/storefront-port.ts";
import type { Services } from "../operation.ts";
import { claimRenewal, endGrant, findGrant, releaseRenewal, storeRenewed } from "./grant-queries.ts";
import { openGrant, sealGrant } from "./sealed-grant.ts";

export type TokenServices = Pick<Services, "secrets" | "clock" | "log" | "shopifyClient">;

/** So that a token outlives the request it's sent with, and clocks that differ. */
const RENEW_BEFORE_MS = 5 * 60_000;
/** A renewal is one request of 15 seconds, asked three times at most; a process that died in it keeps others waiting no longer. */
const CLAIM_SECONDS = 60;
const LOOK_EVERY_MS = 100;
const ATTEMPTS_MAX = 3;
const RETRY_MS = 500;

interface Held {
  readonly grant: AppGrant;
  readonly version: number;
  readonly domain: string;
}

/**
 * The access token of a shop that installed the app. A token that ends soon is renewed: by one of all calls in all processes, while the others wait
 * for what it stores. Shopify lets the previous refresh token be used until the next one is, so an answer that got lost is asked for again.
 */
export function openShopTokens(services: TokenServices, shop: ShopDb): ShopTokens {
  let held: Held | undefined;
  const renewed = async (isOutdated: (grant: AppGrant) => boolean, signal: AbortSignal): Promise<string> => {
    for (;;) {
      signal.throwIfAborted();
      held = await readGrant(services, shop);
      if (!isOutdated(held.grant)) return held.grant.accessToken;
      if (await claimRenewal(shop, held.version, CLAIM_SECONDS)) break;
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
    held = await renew(services, shop, { held, signal });
    return held.grant.accessToken;
  };
  return {
    async current(signal) {
      const endsSoon = (grant: AppGrant) => isEnding(grant, services.clock.now());
      if (held !== undefined && !endsSoon(held.grant)) return held.grant.accessToken;
      return renewed(endsSoon, signal);
    },
    renew: (refused, signal) => renewed((grant) => grant.accessToken === refused, signal),
  };
}

/**
 * Exchanges a token that doesn't expire for one that does; nothing happens to any other. The claim is the one of renewals, so one process asks. Rejects if
 * there is no other token: the one there is then still stands. False: somebody else is renewing it.
 */
export async function exchangeLasting(services: TokenServices, shop: ShopDb, signal: AbortSignal): Promise<boolean> {
  const held = await readGrant(services, shop);
  if (!isLasting(held.grant)) return true;
  if (!(await claimRenewal(shop, held.version, CLAIM_SECONDS))) return false;
  try {
    await storeNext(services, shop, { held, signal });
    return true;
  } catch (error) {
    await releaseRenewal(shop, held.version).catch(() => undefined);
    throw error;
  }
}

const isLasting = ({ kind, expiresAt, refreshToken }: AppGrant): boolean =>
  kind === "offline" && expiresAt === null && refreshToken === null;

function isEnding({ expiresAt }: AppGrant, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - RENEW_BEFORE_MS <= now.getTime();
}

async function readGrant({ secrets }: TokenServices, shop: ShopDb): Promise<Held> {
  const row = await findGrant(shop);
  if (row === undefined) throw new AppFault("ended", "Feedwright isn't installed in this shop. Install it from Shopify.");
  if (row.ended_at !== null) throw reopen(row.domain);
  try {
    return { grant: openGrant(secrets, shop.shopId, row.grant_sealed), version: row.grant_version, domain: row.domain };
  } catch (error) {
    throw new AppFault("ended", `The stored access to ${row.domain} can't be decrypted. Open Feedwright in the Shopify admin.`, error);
  }
}

interface Renewing {
  readonly held: Held;
  readonly signal: AbortSignal;
}

/** Stores the next pair before anybody uses it. Whoever dies before that leaves the pair before, which Shopify exchanges once more. */
async function storeNext(services: TokenServices, shop: ShopDb, { held, signal }: Renewing): Promise<Held> {
  const asked = await refreshed(services, { held, signal });
  // An answer without a scope or a refresh token leaves the ones there are.
  const grant = {
    ...asked,
    scopes: asked.scopes.length === 0 ? held.grant.scopes : asked.scopes,
    refreshToken: asked.refreshToken ?? held.grant.refreshToken,
  };
  await storeRenewed(shop, held.version, { sealed: sealGrant(services.secrets, shop.shopId, grant), scopes: grant.scopes });
  services.log.info({ shop_id: shop.shopId }, "renewed the access token of a Shopify shop");
  return { grant, version: held.version + 1, domain: held.domain };
}

async function renew(services: TokenServices, shop: ShopDb, { held, signal }: Renewing): Promise<Held> {
  const { domain, version } = held;
  try {
    return await storeNext(services, shop, { held, signal });
  } catch (error) {
    if (error instanceof AppFault && error.fault === "ended") {
      await endGrant(shop, version);
      services.log.warn({ shop_id: shop.shopId, reason: error.message }, "Shopify no longer accepts a shop's grant");
      throw reopen(domain, error);
    }
    await releaseRenewal(shop, version).catch(() => undefined);
    throw error;
  }
}

async function refreshed({ shopifyClient }: TokenServices, { held: { grant, domain }, signal }: Renewing): Promise<AppGrant> {
  if (shopifyClient === null)
    throw new AppFault("refused", `${domain} needs the Shopify app. Set SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET.`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await shopifyClient.refresh({ shop: domain, signal }, grant);
    } catch (error) {
      const mayPass = error instanceof AppFault && error.fault === "unavailable";
      if (!mayPass || attempt === ATTEMPTS_MAX) throw error;
      await sleep(RETRY_MS * attempt, undefined, { signal });
    }
  }
}

function reopen(domain: string, cause?: unknown): AppFault {
  return new AppFault(
    "ended",
    `Shopify no longer accepts Feedwright's access to ${domain}. Open Feedwright in the Shopify admin of the shop to renew it.`,
    cause,
  );
}
