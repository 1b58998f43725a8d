import { type ShopId, storedId } from "../../kernel/ids.ts";
import { type Db, type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { AppFault, type AppGrant, type AppShop, type ShopifyAppSettings, type ShopifyClient } from "../../storefronts/shopify-app-port.ts";
import { recordAudit } from "../audit/index.ts";
import { insertExtractUnlessOther } from "../extracts/index.ts";
import { CONSOLE_KEY_NAME } from "../keys/index.ts";
import type { Services } from "../operation.ts";
import { storeGrant } from "../shopify-grants/index.ts";
import { installShop } from "../shops/index.ts";
import { findShopOf, lockInstall, reconnectShop, storePlatformId } from "./install-queries.ts";

export type AppServices = Pick<Services, "secrets" | "clock" | "log" | "queue" | "publicUrl" | "shopifyApp" | "shopifyClient">;

export interface Boundary {
  readonly db: Db;
  readonly openShop: (db: Db, shopId: ShopId) => ShopDb;
  readonly requestId: string;
}

export interface Connected {
  readonly shopId: ShopId;
  /** Not continued from an earlier install. */
  readonly isNew: boolean;
}

/** `storefront_config` of a shop that installed our app; its token is with its grant. */
const APP_CONFIG = { app: true } as const;

/** The app that is configured. Throws where there is none. */
export function requireApp({ shopifyApp, shopifyClient }: Pick<AppServices, "shopifyApp" | "shopifyClient">): {
  readonly settings: ShopifyAppSettings;
  readonly client: ShopifyClient;
} {
  if (shopifyApp === null || shopifyClient === null)
    throw new AppFault(
      "refused",
      "This installation isn't an app of Shopify. Its operator has to set SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET.",
    );
  return { settings: shopifyApp, client: shopifyClient };
}

/**
 * Puts a shop into service with what its merchant has granted: everything of a new shop in one transaction, or the new grant of one that's known.
 * Shopify's grant is the proof that whoever asks may act for the shop, so a shop that was added by a token or an export is continued, too. `also`
 * belongs to the same transaction.
 */
export async function connectShop<T>(
  services: AppServices,
  { db, openShop, requestId }: Boundary,
  { grant, shop, also }: { readonly grant: AppGrant; readonly shop: AppShop; readonly also: (inside: ShopDb) => Promise<T> },
): Promise<Connected & { readonly also: T }> {
  return transact(db, async (transaction) => {
    await lockInstall(transaction, shop.platformId);
    const found = await findShopOf(transaction, shop);
    const shopId =
      found === undefined
        ? await installNew(services, transaction, { shop, openShop })
        : await continueKnown(services, transaction, { found, shop, openShop });
    const inside = openShop(transaction, shopId);
    await storeGrant(services, inside, grant);
    await recordAudit(transaction, {
      shopId,
      action: found === undefined ? "shop.installed" : "shop.reconnected",
      actor: { kind: "system" },
      facts: { answer: { data: { domain: shop.domain, platform: "shopify", scopes: grant.scopes } } },
      secrets: [],
      requestId,
    });
    return { shopId, isNew: found === undefined, also: await also(inside) };
  });
}

interface Opening {
  readonly shop: AppShop;
  readonly openShop: Boundary["openShop"];
}

async function installNew(services: AppServices, db: Db, { shop, openShop }: Opening): Promise<ShopId> {
  const { domain, name, currency, country, timeZone, languages, scopes, platformId } = shop;
  const isCharged = services.shopifyApp !== null && services.shopifyApp.billing.mode !== "off";
  const { shopId } = await installShop(
    services,
    db,
    {
      ...{ domain, name, currency, country, timeZone, accessScopes: scopes, storefront: "shopify", storefrontConfig: APP_CONFIG },
      ...(languages === null ? {} : { primaryLocale: languages.primary, languages: languages.published }),
      ...(isCharged ? { plan: "free" } : {}),
      keyName: CONSOLE_KEY_NAME,
    },
    { openShop },
  );
  await storePlatformId(db, shopId, platformId);
  return shopId;
}

interface Continuing extends Opening {
  readonly found: NonNullable<Awaited<ReturnType<typeof findShopOf>>>;
}

async function continueKnown({ queue }: AppServices, db: Db, { found, shop, openShop }: Continuing): Promise<ShopId> {
  // Prices of the catalog there is would get the name of another currency.
  if (found.currency !== shop.currency)
    throw new AppFault(
      "refused",
      `${shop.domain} sells in ${shop.currency}, but its feeds here are in ${found.currency}. Ask the operator of this installation to remove the shop, then install it again.`,
    );
  await reconnectShop(db, found.id, { ...shop, config: APP_CONFIG });
  const shopId = storedId("shop", found.id);
  const extract = await insertExtractUnlessOther(openShop(db, shopId));
  if (extract !== undefined) await queue.enqueue(db, "extract.look", { extract_id: extract.id });
  return shopId;
}

/** Throws for a grant that lacks a scope of those that were asked for. */
export function requireScopes({ scopes: wanted }: ShopifyAppSettings, shop: string, { scopes }: AppGrant): void {
  const missing = wanted.filter((scope) => !scopes.includes(scope));
  if (missing.length === 0) return;
  throw new AppFault(
    "refused",
    `${shop} granted fewer scopes than Feedwright needs (missing: ${missing.join(", ")}). Install Feedwright again and allow everything it asks for.`,
  );
}
