import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { codeOf, refreshTokenOf, requestGrant, requireClient } from "../platform-oauth.ts";
import { allPages } from "../platform-pages.ts";
import type { Connecting, PlatformAccount, PlatformCall } from "../platform-port.ts";
import { ACCOUNT_CALLS } from "./platform-manners.ts";

const API_SCOPE = "https://ads.microsoft.com/msads.manage";
/** Without the second there's no refresh token. */
const SCOPE = `${API_SCOPE} offline_access`;

const BY_SIGN_IN = { instead: "Connect Microsoft by signing in; it takes no credentials of other kinds." };

export const microsoftConnecting: Connecting = Object.freeze({
  authorize(settings, { state, redirectUri, codeChallenge }) {
    const page = new URL(endpointOf(settings, "authorize"));
    const { id } = requireClient("Microsoft", "microsoft", settings);
    const parameters = {
      ...{ client_id: id, response_type: "code", redirect_uri: redirectUri, scope: SCOPE, state },
      ...{ code_challenge: codeChallenge, code_challenge_method: "S256" },
    };
    for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
    return page.href;
  },
  codeParameter: "code",
  async exchange(call, { query, redirectUri, codeVerifier }) {
    const { id, secret } = requireClient("Microsoft", "microsoft", call.settings);
    const form = {
      ...{ grant_type: "authorization_code", code: codeOf("Microsoft", query), redirect_uri: redirectUri, code_verifier: codeVerifier },
      ...{ client_id: id, client_secret: secret, scope: SCOPE },
    };
    return requestGrant(call, { url: endpointOf(call.settings, "token"), form, isRepeatable: false }, null);
  },
  credentials: BY_SIGN_IN,
  accept: BY_SIGN_IN,
  async refresh(call, grant) {
    const { id, secret } = requireClient("Microsoft", "microsoft", call.settings);
    const form = {
      ...{ grant_type: "refresh_token", refresh_token: refreshTokenOf("Microsoft", grant) },
      ...{ client_id: id, client_secret: secret, scope: SCOPE },
    };
    // Each refresh gives a new refresh token, and the former goes on to work, so asking twice does no harm.
    return requestGrant(call, { url: endpointOf(call.settings, "token"), form, isRepeatable: true }, grant);
  },
  // Access tokens last an hour.
  refreshBeforeMs: 5 * 60_000,
  scopes: [API_SCOPE],
  revoke: {
    instead:
      "Microsoft has no call to end access. Feedwright has deleted its tokens; to take the access back at Microsoft too, remove the application under Privacy > App access of the Microsoft account.",
  },
} satisfies Connecting);

const User = z.object({ User: z.object({ Id: z.coerce.string() }) });

const AdAccount = z.object({ Id: z.coerce.string(), ParentCustomerId: z.coerce.string() });
const AdAccounts = z.object({ Accounts: z.array(AdAccount).nullish() });

const Store = z.object({
  Id: z.coerce.string(),
  Name: z.string().default(""),
  IsActive: z.boolean().default(true),
  IsProductAdsEnabled: z.boolean().default(true),
});
const Stores = z.object({ BMCStores: z.array(Store).nullish() });

/** Ours; Microsoft takes up to 1,000. */
const ACCOUNTS_A_PAGE = 100;

/** Stores of all customers that the user works for, each once. */
export async function microsoftAccounts(call: PlatformCall): Promise<readonly PlatformAccount[]> {
  const customers = endpointOf(call.settings, "customers");
  const user = await askAccounts(call, { url: `${customers}/User/Query`, json: { UserId: null } }, User);
  const accounts = await allPages("Microsoft", async (after) => {
    const index = Number(after ?? "0");
    const json = {
      Predicates: [{ Field: "UserId", Operator: "Equals", Value: user.User.Id }],
      PageInfo: { Index: index, Size: ACCOUNTS_A_PAGE },
    };
    const items = (await askAccounts(call, { url: `${customers}/Accounts/Search`, json }, AdAccounts)).Accounts ?? [];
    return { items, next: items.length < ACCOUNTS_A_PAGE ? null : String(index + 1) };
  });
  const byCustomer = new Map(accounts.map((account) => [account.ParentCustomerId, account]));
  const stores = new Map<string, PlatformAccount>();
  for (const account of byCustomer.values()) for (const store of await storesOf(call, account)) stores.set(store.id, store);
  return [...stores.values()];
}

async function storesOf(call: PlatformCall, account: z.output<typeof AdAccount>): Promise<readonly PlatformAccount[]> {
  const parts = { customerId: account.ParentCustomerId, customerAccountId: account.Id };
  const url = `${endpointOf(call.settings, "campaigns")}/BMCStores/QueryByCustomerId`;
  const { BMCStores: stores } = await askAccounts(call, { url, json: {}, headers: customerHeaders(parts) }, Stores);
  return (stores ?? []).map((store) => ({ id: store.Id, name: store.Name || store.Id, parts, problem: problemOf(store) }));
}

/** Which customer a call is made for. */
export function customerHeaders(parts: PlatformAccount["parts"]): Readonly<Record<string, string>> {
  return { CustomerId: parts["customerId"] ?? "", CustomerAccountId: parts["customerAccountId"] ?? "" };
}

function problemOf({ IsActive, IsProductAdsEnabled }: z.output<typeof Store>): string | null {
  const where = "In Microsoft Advertising, open Tools > Merchant Center";
  if (!IsActive) return `The store isn't active, so Microsoft takes no products. ${where} and look at the store's status and verified URL.`;
  return IsProductAdsEnabled ? null : `Product ads are off for the store. ${where} and look at the store's settings.`;
}

interface AccountsRequest {
  readonly url: string;
  readonly json: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Version 13 reads by POST. */
function askAccounts<T>(call: PlatformCall, { json, ...rest }: AccountsRequest, answer: z.ZodType<T>): Promise<T> {
  return call.ask({ method: "POST", ...rest, body: { json }, rates: [ACCOUNT_CALLS], isRepeatable: true, isSigned: true }, answer);
}
