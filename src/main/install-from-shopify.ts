import { text } from "node:stream/consumers";
import type { App } from "../app.ts";
import { PlainError } from "../kernel/errors.ts";
import type { ShopInstallation } from "../features/shops/index.ts";
import { adminClient } from "../storefronts/shopify/admin-client.ts";
import { readableParts, scopesToAsk } from "../storefronts/shopify/catalog-parts.ts";
import { ORDINARY_PACE } from "../storefronts/shopify/pace.ts";
import { askLocales, askShop } from "../storefronts/shopify/shop-context.ts";
import { sealedConfig, type ShopAddress, shopAddress } from "../storefronts/shopify/shopify-config.ts";
import { openCommandApp } from "./command-app.ts";
import { installAndPublish } from "./install-and-publish.ts";

export interface ShopifyToInstall {
  /** `-`: on standard input, so that it stands in no history and no list of processes. */
  readonly token: string;
  readonly country?: string;
  readonly name?: string;
  readonly json: boolean;
}

/** Asks Shopify what the shop is, before anything is installed: a wrong domain or token is told at once. */
export async function installFromShopify(shopify: string, { token: typed, json, ...options }: ShopifyToInstall): Promise<void> {
  const address = shopAddress(shopify);
  const token = typed === "-" ? (await text(process.stdin)).trim() : typed;
  await using app = await openCommandApp();
  const wanted = await installationOf(app, address, token);
  await installAndPublish(app, { ...wanted, ...options }, { json, undo: async () => undefined });
}

/** Impatient: a person is waiting. */
const ASK_DEADLINE_MS = 30_000;
const LOCALE_SCOPES = ["read_locales", "read_markets_home"];
const COUNTRY_UNKNOWN = "US";

/** Without the products there is no feed; without the rest there is one that knows less, and the person should know that now. */
function checkScopes(shop: string, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const needed = `Give the app these Admin API scopes, install it again and use its new token: ${scopesToAsk().join(", ")}.`;
  if (missing.includes("read_products"))
    throw new PlainError("shopify_access_denied", `The access token of ${shop} may not read products. ${needed}`);
  process.stderr.write(`The access token may not read everything (missing: ${missing.join(", ")}); that part is left out. ${needed}\n`);
}

async function installationOf({ services }: App, address: ShopAddress, token: string): Promise<ShopInstallation> {
  // Nobody else asks for a shop that is not installed yet.
  const budget = { take: async () => 0, report: async () => undefined };
  const pace = { ...ORDINARY_PACE, retryMaxMs: 2_000, silentAfterMs: ASK_DEADLINE_MS };
  const client = adminClient({ ...address, token }, { budget, pace, log: services.log, signal: AbortSignal.timeout(4 * ASK_DEADLINE_MS) });
  const shop = await askShop(client);
  checkScopes(address.shop, readableParts(shop.scopes).missingScopes);
  const languages = LOCALE_SCOPES.some((scope) => shop.scopes.has(scope)) ? await askLocales(client) : undefined;
  return {
    domain: shop.platformDomain,
    name: shop.name,
    currency: shop.currency,
    country: shop.country ?? COUNTRY_UNKNOWN,
    ...(languages === undefined ? {} : { primaryLocale: languages.primary, languages: languages.published }),
    storefront: "shopify",
    storefrontConfig: sealedConfig(services.secrets, address, token),
  };
}
