import type { PlatformSettings } from "./platform-request.ts";

/**
 * Where each platform is reached, and which version of its API is called: the only place that says so. `CHANNEL_ENDPOINTS` replaces single URLs.
 * Checked against the platforms' published descriptions on 2026-11-22.
 */
export const PLATFORM_ENDPOINTS = Object.freeze({
  google: {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com",
    api: "https://merchantapi.googleapis.com",
  },
  meta: {
    authorize: "https://www.facebook.com/v26.0/dialog/oauth",
    api: "https://graph.facebook.com/v26.0",
  },
  microsoft: {
    authorize: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    customers: "https://clientcenter.api.bingads.microsoft.com/CustomerManagement/v13",
    campaigns: "https://campaign.api.bingads.microsoft.com/CampaignManagement/v13",
    content: "https://content.api.bingads.microsoft.com/shopping/v9.1",
    statuses: "https://content.api.ads.microsoft.com/v9.1",
  },
  pinterest: {
    authorize: "https://www.pinterest.com/oauth",
    api: "https://api.pinterest.com/v5",
  },
  tiktok: {
    authorize: "https://business-api.tiktok.com/portal/auth",
    api: "https://business-api.tiktok.com/open_api/v1.3",
  },
  amazon: {
    authorizeNorthAmerica: "https://sellercentral.amazon.com/apps/authorize/consent",
    authorizeEurope: "https://sellercentral-europe.amazon.com/apps/authorize/consent",
    authorizeFarEast: "https://sellercentral-japan.amazon.com/apps/authorize/consent",
    token: "https://api.amazon.com/auth/o2/token",
    northAmerica: "https://sellingpartnerapi-na.amazon.com",
    europe: "https://sellingpartnerapi-eu.amazon.com",
    farEast: "https://sellingpartnerapi-fe.amazon.com",
  },
  openai: { api: "https://api.openai.com/v1" },
  snapchat: {
    authorize: "https://accounts.snapchat.com/login/oauth2/authorize",
    token: "https://accounts.snapchat.com/login/oauth2/access_token",
    api: "https://adsapi.snapchat.com/v1",
  },
} satisfies Record<string, Readonly<Record<string, string>>>);

/** A platform's base URL by its name above. */
export function endpointOf({ endpoints }: Pick<PlatformSettings, "endpoints">, name: string): string {
  const url = endpoints[name];
  if (url === undefined) throw new Error(`there is no endpoint called ${name}`);
  return url;
}
