import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { codeOf, refreshTokenOf, requestGrant, requireClient } from "../platform-oauth.ts";
import type { Connecting, PlatformAccount, PlatformCall } from "../platform-port.ts";
import { type Grant, PlatformFault, type RateLimit } from "../platform-request.ts";
import { apiOf, consentUrl, regionOf, REGIONS } from "./platform-regions.ts";

const NAME = "Amazon";

const Credentials = z.strictObject({
  refresh_token: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .meta({ description: "For a self-authorized application: Developer Console > Authorize app." }),
  selling_partner_id: z.string().trim().min(1).max(50).meta({ description: "Merchant token of the seller account." }),
  region: z.enum(REGIONS).meta({ description: "`na`: North and South America; `eu`: Europe, Middle East, Africa, India; `fe`: Far East." }),
});

export const amazonConnecting: Connecting = Object.freeze({
  authorize(settings, { state, redirectUri, country }) {
    if (settings.applicationToken === null) throw new PlatformFault("not_configured", NO_APPLICATION);
    // The application's draft is authorized with `version=beta`, which an operator adds to the address.
    const url = consentUrl(settings, regionOf(country));
    url.searchParams.set("application_id", settings.applicationToken);
    url.searchParams.set("state", state);
    url.searchParams.set("redirect_uri", redirectUri);
    return url.href;
  },
  codeParameter: "spapi_oauth_code",
  async exchange(call, { query, redirectUri, country }) {
    const code = codeOf(NAME, { ...query, code: query["spapi_oauth_code"] ?? "" });
    const seller = query["selling_partner_id"] ?? "";
    if (seller === "") throw new PlatformFault("refused", "Amazon didn't say which seller account it is. Connect Amazon again.");
    const grant = await token(call, { grant_type: "authorization_code", code, redirect_uri: redirectUri }, null);
    return { ...grant, parts: { selling_partner_id: seller, region: regionOf(country) } };
  },
  credentials: Credentials,
  async accept(call, credentials) {
    const { refresh_token: refreshToken, selling_partner_id: seller, region } = Credentials.parse(credentials);
    const parts = { selling_partner_id: seller, region };
    const given = { accessToken: "", expiresAt: null, refreshToken, refreshExpiresAt: null, scopes: [], parts };
    return renewed(call, given);
  },
  refresh: renewed,
  refreshBeforeMs: 5 * 60_000,
  scopes: [],
  revoke: { instead: "In Seller Central open Apps & Services > Manage Your Apps and choose Disable for Feedwright." },
} satisfies Connecting);

const NO_APPLICATION = "Amazon can't be connected yet. Ask the operator to set AMAZON_APPLICATION_ID.";

/** Refresh tokens don't change, so asking twice does no harm. */
async function renewed(call: PlatformCall, grant: Grant): Promise<Grant> {
  return token(call, { grant_type: "refresh_token", refresh_token: refreshTokenOf(NAME, grant) }, grant);
}

async function token(call: PlatformCall, asked: Readonly<Record<string, string>>, previous: Grant | null): Promise<Grant> {
  const { id, secret } = requireClient(NAME, "amazon", call.settings);
  const form = { ...asked, client_id: id, client_secret: secret };
  return requestGrant(call, { url: endpointOf(call.settings, "token"), form, isRepeatable: previous !== null }, previous);
}

const Participations = z.object({
  payload: z.array(
    z.object({
      marketplace: z.object({
        id: z.string().min(1),
        name: z.string(),
        countryCode: z.string(),
        defaultCurrencyCode: z.string(),
        defaultLanguageCode: z.string(),
      }),
      participation: z.object({ isParticipating: z.boolean(), hasSuspendedListings: z.boolean() }),
      storeName: z.string().default(""),
    }),
  ),
});
type Participation = z.output<typeof Participations>["payload"][number];

/** Sellers API v1. */
const PARTICIPATIONS_RATE: RateLimit = { name: "getMarketplaceParticipations", perSecond: 0.016, burst: 15, of: "account" };

/** The marketplaces of the seller account. */
export async function amazonAccounts(call: PlatformCall): Promise<readonly PlatformAccount[]> {
  const url = `${apiOf(call)}/sellers/v1/marketplaceParticipations`;
  const request = { method: "GET", url, rates: [PARTICIPATIONS_RATE], isRepeatable: true, isSigned: true } as const;
  return (await call.ask(request, Participations)).payload.map(accountOf);
}

function accountOf({ marketplace, participation, storeName }: Participation): PlatformAccount {
  return {
    id: marketplace.id,
    name: storeName === "" ? marketplace.name : `${storeName} (${marketplace.name})`,
    parts: { country: marketplace.countryCode, currency: marketplace.defaultCurrencyCode, language: marketplace.defaultLanguageCode },
    problem: problemOf(participation, marketplace.name),
  };
}

function problemOf({ isParticipating, hasSuspendedListings }: Participation["participation"], name: string): string | null {
  if (!isParticipating) return `The account doesn't sell on ${name}. Register for it in Seller Central under Inventory > Sell Globally.`;
  return hasSuspendedListings ? `Amazon has suspended listings on ${name}. Look at Account Health in Seller Central.` : null;
}
