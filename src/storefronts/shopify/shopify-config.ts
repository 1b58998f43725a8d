import { z } from "zod";
import { PlainError } from "../../kernel/errors.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import type { ShopifyAppSettings } from "../shopify-app-port.ts";
import type { StorefrontShop } from "../storefront-port.ts";
import type { AdminTarget } from "./admin-client.ts";

/** `storefront_config` of a Shopify shop: our app, whose token is kept with its grant; where the shop is and its sealed token; or the sample shop. */
const StoredConfig = z.union([
  z.object({ app: z.literal(true) }),
  z.object({ origin: z.string(), token: z.string() }),
  z.object({ sample: z.literal(true) }),
]);

export interface ShopAddress {
  /** As people call it. */
  readonly shop: string;
  readonly origin: string;
  /** A simulator on this machine. */
  readonly isLoopback: boolean;
}

const MYSHOPIFY = /^[a-z0-9][a-z0-9-]{0,99}\.myshopify\.com$/;
/** Only a simulator on this very machine is reached without encryption. */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/;

/** Where a shop is asked: its myshopify.com domain, or the address of a simulator on this machine. */
export function shopAddress(text: string): ShopAddress {
  const typed = text.trim().toLowerCase().replace(/\/+$/, "");
  if (LOOPBACK.test(typed)) return { shop: typed.replace("http://", ""), origin: typed, isLoopback: true };
  const domain = typed.replace(/^https:\/\//, "").replace(/\/admin$/, "");
  if (MYSHOPIFY.test(domain)) return { shop: domain, origin: `https://${domain}`, isLoopback: false };
  throw new PlainError(
    "invalid_param",
    `${text} isn't a Shopify shop. Use the myshopify.com domain from the address of the shop's admin, such as my-shop.myshopify.com.`,
  );
}

export interface SealedConfig {
  readonly origin: string;
  readonly token: string;
}

/** The context a token is sealed with: a token copied to another shop's row does not open. */
export const tokenContext = (origin: string): string => `shopify-token:${origin}`;

export function sealedConfig(secrets: Secrets, { origin }: ShopAddress, token: string): SealedConfig {
  return { origin, token: secrets.seal(tokenContext(origin), token) };
}

interface TargetServices {
  readonly secrets: Secrets;
  readonly sample: () => Promise<AdminTarget>;
  readonly app?: ShopifyAppSettings | null;
}

/** `sample` answers where the sample shop is, for an installation that has one. */
export async function targetOf(
  { secrets, sample, app = null }: TargetServices,
  { config, domain, tokens }: Pick<StorefrontShop, "config" | "domain" | "tokens">,
): Promise<AdminTarget> {
  const stored = StoredConfig.parse(config);
  if ("app" in stored) {
    if (tokens === undefined) throw new Error(`the token of ${domain} is missing`);
    return { shop: domain, origin: app?.simulatorUrl ?? `https://${domain}`, token: tokens };
  }
  if ("sample" in stored) return sample();
  const { origin, token } = stored;
  return { shop: origin.replace(/^https?:\/\//, ""), origin, token: secrets.open(tokenContext(origin), token) };
}
