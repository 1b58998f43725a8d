import { type AppServices, requireApp } from "./connect-shop.ts";
import { isBrowserSecret, newBrowserSecret, newState } from "./install-state.ts";
import { shopName } from "./shop-name.ts";

export interface InstallBegun {
  /** Shopify's page where the merchant agrees. */
  readonly url: string;
  /** What the browser's cookie keeps. */
  readonly browser: string;
}

/** Where Shopify sends the merchant back; it's in the app's settings there, so it never changes. */
const callbackUrl = (publicUrl: string): string => `${publicUrl}/shopify/callback`;

/** Undefined for what isn't the name of a shop. A browser that is installing another shop, too, keeps its cookie. */
export function beginInstall(
  services: AppServices,
  { shop, browser }: { readonly shop: string | undefined; readonly browser: string | undefined },
): InstallBegun | undefined {
  const { settings } = requireApp(services);
  const name = shopName(shop);
  if (name === undefined) return undefined;
  const secret = isBrowserSecret(browser) ? browser : newBrowserSecret();
  const url = new URL(`${settings.simulatorUrl ?? `https://${name}`}/admin/oauth/authorize`);
  url.searchParams.set("client_id", settings.clientId);
  url.searchParams.set("scope", settings.scopes.join(","));
  url.searchParams.set("redirect_uri", callbackUrl(services.publicUrl));
  url.searchParams.set("state", newState(services.secrets, { shop: name, browser: secret }, services.clock.now()));
  return { url: url.href, browser: secret };
}
