import { z } from "zod";
import { applicationOf, endpointOf } from "../platform-application.ts";
import type { Connecting, PlatformAccount, PlatformCall } from "../platform-port.ts";
import { type Grant, PlatformFault, type RateLimit } from "../platform-request.ts";
import { apiOf, consentUrl, type Region, regionOf, REGIONS } from "./platform-regions.ts";

const NAME = "Amazon";

/** Login with Amazon. `refresh_token` comes with the first token only. */
const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive(), refresh_token: z.string().min(1).optional() });

const Credentials = z.strictObject({
  refresh_token: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .meta({ description: "Of a self-authorized application: Developer Console > Authorize app." }),
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
    const seller = query["selling_partner_id"] ?? "";
    if (seller === "") throw new PlatformFault("refused", "Amazon didn't say which seller account it is. Connect Amazon again.");
    const form = { grant_type: "authorization_code", code: query["spapi_oauth_code"] ?? "", redirect_uri: redirectUri };
    const answer = await token(call, form, false);
    if (answer.refresh_token === undefined) throw new PlatformFault("refused", "Amazon gave no lasting access. Connect Amazon again.");
    return grantOf(call, answer, { refreshToken: answer.refresh_token, seller, region: regionOf(country) });
  },
  credentials: Credentials,
  async accept(call, credentials) {
    const { refresh_token: refreshToken, selling_partner_id: seller, region } = Credentials.parse(credentials);
    return grantOf(call, await renewed(call, refreshToken), { refreshToken, seller, region });
  },
  async refresh(call, grant) {
    if (grant.refreshToken === null)
      throw new PlatformFault("reauth_required", "The connection has no lasting access. Connect Amazon again.");
    const answer = await renewed(call, grant.refreshToken);
    return { ...grant, ...accessOf(call, answer), refreshToken: answer.refresh_token ?? grant.refreshToken };
  },
  refreshBeforeMs: 5 * 60_000,
  scopes: [],
  revoke: { instead: "In Seller Central open Apps & Services > Manage Your Apps and choose Disable for Feedwright." },
} satisfies Connecting);

const NO_APPLICATION = "Amazon can't be connected yet. Ask the operator to set AMAZON_APPLICATION_ID.";

interface Seller {
  readonly refreshToken: string;
  readonly seller: string;
  readonly region: Region;
}

function grantOf(call: PlatformCall, answer: z.output<typeof Token>, { refreshToken, seller, region }: Seller): Grant {
  return {
    ...accessOf(call, answer),
    refreshToken,
    refreshExpiresAt: null,
    scopes: [],
    parts: { selling_partner_id: seller, region },
  };
}

function accessOf({ now }: PlatformCall, { access_token: accessToken, expires_in: seconds }: z.output<typeof Token>) {
  return { accessToken, expiresAt: new Date(now().getTime() + seconds * 1_000).toISOString() };
}

/** Refresh tokens don't change, so asking twice does no harm. */
const renewed = (call: PlatformCall, refreshToken: string): Promise<z.output<typeof Token>> =>
  token(call, { grant_type: "refresh_token", refresh_token: refreshToken }, true);

function token(call: PlatformCall, form: Readonly<Record<string, string>>, isRepeatable: boolean): Promise<z.output<typeof Token>> {
  const { clientId, clientSecret } = applicationOf(call.settings, NAME);
  const body = { form: { ...form, client_id: clientId, client_secret: clientSecret } };
  return call.ask({ method: "POST", url: endpointOf(call.settings, "token"), body, rates: [], isRepeatable, isSigned: false }, Token);
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
