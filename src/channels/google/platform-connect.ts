import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { codeOf, refreshTokenOf, requestGrant, requireClient } from "../platform-oauth.ts";
import type { Connecting, PlatformAccount, PlatformCall } from "../platform-port.ts";
import { allPages } from "../platform-pages.ts";
import { PlatformFault } from "../platform-request.ts";
import { askAccount, askGoogle } from "./platform-ask.ts";

const SCOPE = "https://www.googleapis.com/auth/content";

const BY_SIGN_IN = { instead: "Connect Google by signing in; it takes no credentials of other kinds." };

export const googleConnecting: Connecting = Object.freeze({
  authorize(settings, { state, redirectUri, codeChallenge }) {
    const page = new URL(endpointOf(settings, "authorize"));
    const parameters = {
      client_id: requireClient("Google", "google", settings).id,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: SCOPE,
      // Without these two a second sign-in gets no refresh token.
      access_type: "offline",
      prompt: "consent",
      ...{ state, code_challenge: codeChallenge, code_challenge_method: "S256" },
    };
    for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
    return page.href;
  },
  codeParameter: "code",
  async exchange(call, { query, redirectUri, codeVerifier }) {
    const { id, secret } = requireClient("Google", "google", call.settings);
    const form = {
      ...{ grant_type: "authorization_code", code: codeOf("Google", query), redirect_uri: redirectUri, code_verifier: codeVerifier },
      ...{ client_id: id, client_secret: secret },
    };
    return requestGrant(call, { url: tokenUrl(call), form, isRepeatable: false }, null);
  },
  credentials: BY_SIGN_IN,
  accept: BY_SIGN_IN,
  async refresh(call, grant) {
    const { id, secret } = requireClient("Google", "google", call.settings);
    const form = { grant_type: "refresh_token", refresh_token: refreshTokenOf("Google", grant), client_id: id, client_secret: secret };
    // Refresh tokens of Google stay the same, so asking twice does no harm.
    return requestGrant(call, { url: tokenUrl(call), form, isRepeatable: true }, grant);
  },
  // Access tokens last an hour.
  refreshBeforeMs: 5 * 60_000,
  scopes: [SCOPE],
  async revoke(call, { refreshToken, accessToken }) {
    const url = `${endpointOf(call.settings, "token")}/revoke`;
    const request = { method: "POST", url, body: { form: { token: refreshToken ?? accessToken } }, rates: [], isSigned: false } as const;
    try {
      await call.ask({ ...request, isRepeatable: true }, z.unknown());
    } catch (error) {
      if (!(error instanceof PlatformFault && REVOKED.includes(error.platformCode ?? ""))) throw error;
    }
  },
} satisfies Connecting);

/** What a token that Google no longer knows is answered with. */
const REVOKED: readonly string[] = ["invalid_token", "invalid_grant"];

function tokenUrl({ settings }: PlatformCall): string {
  return `${endpointOf(settings, "token")}/token`;
}

const Account = z.object({ accountId: z.string().min(1), accountName: z.string().default(""), testAccount: z.boolean().default(false) });
const Accounts = z.object({ accounts: z.array(Account).default([]), nextPageToken: z.string().optional() });

/** Google's most a page. */
const ACCOUNTS_A_PAGE = 500;
/** Each account looked into takes two calls, which agencies with hundreds of accounts can't wait for. */
const LOOKED_INTO_MAX = 50;

export async function googleAccounts(call: PlatformCall): Promise<readonly PlatformAccount[]> {
  const listed = await allPages("Google", async (pageToken) => {
    const query = { pageSize: ACCOUNTS_A_PAGE, pageToken: pageToken ?? undefined };
    const { accounts, nextPageToken } = await askGoogle(
      call,
      { method: "GET", path: "accounts/v1/accounts", query, isRepeatable: true },
      Accounts,
    );
    return { items: accounts, next: nextPageToken || null };
  });
  const accounts = new Map(listed.map((account) => [account.accountId, account]));
  return Promise.all(
    [...accounts.values()].map(async ({ accountId, accountName, testAccount }, at) => ({
      id: accountId,
      name: accountName || accountId,
      parts: {},
      problem: testAccount ? TEST_ACCOUNT : at < LOOKED_INTO_MAX ? await problemOf(call, accountId) : null,
    })),
  );
}

const TEST_ACCOUNT = "This is a test account: Google never shows its products. Choose another account to sell.";

const Homepage = z.object({ uri: z.string().default(""), claimed: z.boolean().default(false) });

const Issues = z.object({
  accountIssues: z.array(z.object({ severity: z.string().default(""), title: z.string().default("") })).default([]),
});

/** Google sends at most 100 issues a page, and the worst is what counts. */
const ISSUES_A_PAGE = 100;

/** An account that can't be looked into is listed all the same. */
async function problemOf(call: PlatformCall, accountId: string): Promise<string | null> {
  try {
    return await lookInto(call, accountId);
  } catch (error) {
    if (error instanceof PlatformFault && error.code === "permission_missing") return error.message;
    throw error;
  }
}

async function lookInto(call: PlatformCall, accountId: string): Promise<string | null> {
  const { uri, claimed } = await homepageOf(call, accountId);
  const where = "In Merchant Center, open Settings > Business info > Website";
  if (uri === "") return `The account has no website. ${where} to enter, verify and claim it.`;
  if (!claimed) return `The account's website ${uri} isn't claimed, so Google shows none of its products. ${where} to verify and claim it.`;
  const path = `accounts/v1/accounts/${accountId}/issues`;
  const request = { method: "GET", path, query: { pageSize: ISSUES_A_PAGE }, isRepeatable: true } as const;
  const { accountIssues } = await askAccount(call, accountId, request, Issues);
  const worst = accountIssues.find(({ severity }) => severity === "CRITICAL");
  return worst === undefined
    ? null
    : `Google shows none of the account's products: ${worst.title}. Look under Needs attention in Merchant Center.`;
}

async function homepageOf(call: PlatformCall, accountId: string): Promise<z.output<typeof Homepage>> {
  try {
    const path = `accounts/v1/accounts/${accountId}/homepage`;
    return await askAccount(call, accountId, { method: "GET", path, isRepeatable: true }, Homepage);
  } catch (error) {
    if (error instanceof PlatformFault && error.code === "not_found") return { uri: "", claimed: false };
    throw error;
  }
}
