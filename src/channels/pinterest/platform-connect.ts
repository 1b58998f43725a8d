import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { codeOf, refreshTokenOf, requireClient } from "../platform-oauth.ts";
import type { Connecting, PlatformAccount, PlatformCall, SignInAnswer } from "../platform-port.ts";
import { type Grant, PlatformFault } from "../platform-request.ts";
import { readList, reading, userRequest } from "./platform-catalog.ts";
import { PINTEREST } from "./platform-manners.ts";

const SCOPES = ["catalogs:read", "catalogs:write", "user_accounts:read"];
/** Lists ad accounts, through which others' catalogs are reached. The own catalog needs no more than the others. */
const SHARED_SCOPE = "ads:read";

const REFRESH_BEFORE_MS = 5 * 24 * 3_600_000;

const byConsent = { instead: "Sign in at Pinterest. It has no tokens to type in." };

export const pinterestConnecting: Connecting = {
  authorize(settings, { state, redirectUri }) {
    // Pinterest's consent page has a slash at the end, which configured addresses never have.
    const url = new URL(`${endpointOf(settings, "authorize")}/`);
    const { id } = requireClient(PINTEREST, "pinterest", settings);
    const scope = [...SCOPES, SHARED_SCOPE].join(",");
    const parameters = { client_id: id, redirect_uri: redirectUri, response_type: "code", scope, state };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  },
  codeParameter: "code",
  exchange,
  credentials: byConsent,
  accept: byConsent,
  refresh,
  refreshBeforeMs: REFRESH_BEFORE_MS,
  scopes: SCOPES,
  revoke: {
    instead: "Pinterest can't end a sign-in by request. Remove the application at Pinterest under Settings > Security > Connected apps.",
  },
};

function exchange(call: PlatformCall, { query, redirectUri }: SignInAnswer): Promise<Grant> {
  const code = codeOf(PINTEREST, query);
  // Applications from before 2025-09-25 get a refresh token that can be renewed only if they ask for it.
  const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, continuous_refresh: "true" };
  return requestTokens(call, form, "Pinterest didn't accept the sign-in: it was used already, or took too long. Connect Pinterest again.");
}

function refresh(call: PlatformCall, grant: Grant): Promise<Grant> {
  const form = { grant_type: "refresh_token", refresh_token: refreshTokenOf(PINTEREST, grant) };
  return requestTokens(call, form, "Pinterest no longer accepts the connection. Connect Pinterest again.");
}

const Tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string(),
  refresh_token: z.string().min(1),
  refresh_token_expires_in: z.number().positive().optional(),
});

/** Each refresh replaces the refresh token too, so none is sent twice. `refusal`: what is wrong with the code or token, if that is. */
async function requestTokens(call: PlatformCall, form: Readonly<Record<string, string>>, refusal: string): Promise<Grant> {
  const { id, secret } = requireClient(PINTEREST, "pinterest", call.settings);
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
  const request = { method: "POST", headers, body: { form }, isRepeatable: false } as const;
  const tokens = await explained(call.ask({ ...userRequest(call, "oauth/token", request), isSigned: false }, Tokens), refusal);
  const after = (seconds: number): string => new Date(call.now().getTime() + seconds * 1_000).toISOString();
  return {
    accessToken: tokens.access_token,
    expiresAt: after(tokens.expires_in),
    refreshToken: tokens.refresh_token,
    refreshExpiresAt: tokens.refresh_token_expires_in === undefined ? null : after(tokens.refresh_token_expires_in),
    scopes: tokens.scope.split(/[ ,]+/).filter((scope) => scope !== ""),
    parts: {},
  };
}

/** Refused tokens and a wrong secret get the same answer from Pinterest. */
async function explained<T>(tokens: Promise<T>, refusal: string): Promise<T> {
  try {
    return await tokens;
  } catch (error) {
    if (!(error instanceof PlatformFault) || !["refused", "reauth_required", "permission_missing"].includes(error.code)) throw error;
    const sentence = `${refusal} If that doesn't help, check PINTEREST_CLIENT_ID and PINTEREST_CLIENT_SECRET.`;
    throw new PlatformFault("reauth_required", sentence, { platformCode: error.platformCode, cause: error });
  }
}

const User = z.object({
  id: z.string().optional(),
  username: z.string(),
  account_type: z.string().default("BUSINESS"),
  business_name: z.string().nullish(),
});
const Website = z.object({ status: z.string().default("") });
const AdAccount = z.object({
  id: z.string(),
  name: z.string().default(""),
  owner: z.object({ username: z.string().default("") }).optional(),
});

/** The user's own catalog, and those of others who shared an ad account. */
export async function listAccounts(call: PlatformCall): Promise<readonly PlatformAccount[]> {
  const user = await call.ask(userRequest(call, "user_account", reading), User);
  const { id = user.username, username } = user;
  const own = { id, name: user.business_name || username, parts: {}, problem: await problemOf(call, user.account_type) };
  if (!call.grant().scopes.includes(SHARED_SCOPE)) return [own];
  const adAccounts = await readList(call, userRequest(call, "ad_accounts", reading), AdAccount);
  const shared = adAccounts.filter(({ owner }) => owner !== undefined && owner.username !== username);
  return [own, ...shared.map((one) => ({ id: one.id, name: nameOf(one), parts: { ad_account_id: one.id }, problem: null }))];
}

function nameOf({ id, name, owner }: z.output<typeof AdAccount>): string {
  const title = name === "" ? id : name;
  return owner === undefined || owner.username === "" ? title : `${title} (${owner.username})`;
}

async function problemOf(call: PlatformCall, accountType: string): Promise<string | null> {
  if (accountType !== "BUSINESS")
    return "Pinterest takes feeds of business accounts only. Convert the account under Settings > Account management.";
  const websites = await readList(call, userRequest(call, "user_account/websites", reading), Website);
  if (websites.some(({ status }) => status.toLowerCase() === "verified")) return null;
  return "The account has no verified website. Claim the shop's website at Pinterest under Settings > Claimed accounts.";
}
