import { PlainError } from "../../kernel/errors.ts";
import type { Introduction, ShopAccess } from "../storefront-port.ts";
import { adminClient } from "./admin-client.ts";
import { readableParts, scopesToAsk } from "./catalog-parts.ts";
import { ORDINARY_PACE } from "./pace.ts";
import { askLanguages, askShop } from "./shop-context.ts";
import { sealedConfig, shopAddress } from "./shopify-config.ts";
import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";

/** Impatient: a person is waiting. */
const ASK_DEADLINE_MS = 30_000;
const COUNTRY_UNKNOWN = "US";

interface Introducing {
  readonly secrets: Secrets;
  readonly egress: Pick<Egress, "fetch">;
  readonly log: Logger;
  readonly allowLoopback?: boolean;
  readonly version?: string;
}

/** Asks Shopify what the shop is, so that a wrong domain or token is told at once. */
export async function introduceShop(
  { secrets, egress, log, version, allowLoopback = false }: Introducing,
  access: Extract<ShopAccess, { kind: "shopify" }>,
  signal: AbortSignal,
): Promise<Introduction> {
  const address = shopAddress(access.shop);
  if (address.isLoopback && !allowLoopback) throw loopbackRefused(access.shop);
  const token = access.token.trim();
  // Nobody else asks for a shop that is not installed yet.
  const budget = { take: async () => 0, report: async () => undefined };
  const pace = { ...ORDINARY_PACE, retryMaxMs: 2_000, silentAfterMs: ASK_DEADLINE_MS };
  const client = adminClient({ ...address, token, version }, { egress, budget, pace, log, signal });
  const shop = await askShop(client);
  const missing = missingParts(address.shop, readableParts(shop.scopes).missingScopes);
  const languages = await askLanguages(client, shop.scopes);
  return {
    shop: {
      domain: shop.platformDomain,
      name: shop.name,
      currency: shop.currency,
      country: shop.country ?? COUNTRY_UNKNOWN,
      languages,
      scopes: [...shop.scopes].toSorted(),
    },
    config: sealedConfig(secrets, address, token),
    missing,
    undo: async () => undefined,
  };
}

function loopbackRefused(shop: string): PlainError {
  return new PlainError(
    "invalid_param",
    `${shop} is on this machine, which is only allowed for development. Set ALLOW_PRIVATE_WEBHOOKS=1, or add the shop on the command line.`,
  );
}

/** Without the products there is no feed; without the rest there is one that knows less, and the person should know that now. */
function missingParts(shop: string, missing: readonly string[]): string | null {
  if (missing.length === 0) return null;
  const needed = `Grant the app these Admin API scopes, install it again and use its new token: ${scopesToAsk().join(", ")}.`;
  if (missing.includes("read_products"))
    throw new PlainError("shopify_access_denied", `The access token of ${shop} can't read products. ${needed}`);
  return `The access token can't read everything (missing: ${missing.join(", ")}), so that data is left out. ${needed}`;
}
