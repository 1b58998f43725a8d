import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { codeOf, requireClient } from "../platform-oauth.ts";
import type { Connecting, PlatformAccount, PlatformCall, SignInAnswer } from "../platform-port.ts";
import { type Grant, PlatformFault, type PlatformRequest } from "../platform-request.ts";
import { graphList, reading, userRequest } from "./platform-graph.ts";
import { META, signed } from "./platform-manners.ts";

const SCOPES = ["catalog_management", "business_management"];

/** Meta's long-lived tokens last 60 days and are exchanged for new ones while they do; there are no refresh tokens. */
const LONG_LIVED_S = 5_183_944;
const REFRESH_BEFORE_MS = 10 * 24 * 3_600_000;

/** How a grant came about: a token that was typed in is its owner's to renew and to delete. */
const TYPED_IN = "typed_in";

export const metaConnecting: Connecting = {
  authorize(settings, { state, redirectUri }) {
    const url = new URL(endpointOf(settings, "authorize"));
    const { id } = requireClient(META, "meta", settings);
    const parameters = { client_id: id, redirect_uri: redirectUri, state, response_type: "code", scope: SCOPES.join(",") };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  },
  codeParameter: "code",
  exchange,
  credentials: z.strictObject({
    access_token: z
      .string()
      .regex(/^[\x21-\x7E]{20,1000}$/)
      .meta({ description: "Access token of a system user, with catalog_management and business_management." }),
  }),
  accept,
  refresh,
  refreshBeforeMs: REFRESH_BEFORE_MS,
  scopes: SCOPES,
  revoke,
};

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().optional() });

async function exchange(call: PlatformCall, answer: SignInAnswer): Promise<Grant> {
  const code = codeOf(META, answer.query);
  // The first token lasts an hour or two.
  const { access_token } = await call.ask(tokenRequest(call, { redirect_uri: answer.redirectUri, code }, false), Token);
  return exchangeToken(call, access_token);
}

async function refresh(call: PlatformCall, grant: Grant): Promise<Grant> {
  if (grant.parts["origin"] === TYPED_IN)
    throw new PlatformFault(
      "reauth_required",
      "Meta no longer accepts the system user's token. Generate a new one in Business settings and connect Meta again.",
    );
  return exchangeToken(call, grant.accessToken);
}

async function exchangeToken(call: PlatformCall, token: string): Promise<Grant> {
  const asked = { grant_type: "fb_exchange_token", fb_exchange_token: token };
  const { access_token, expires_in = LONG_LIVED_S } = await call.ask(tokenRequest(call, asked, true), Token);
  return {
    accessToken: access_token,
    expiresAt: new Date(call.now().getTime() + expires_in * 1_000).toISOString(),
    refreshToken: null,
    refreshExpiresAt: null,
    scopes: await grantedScopes(call, access_token),
    parts: {},
  };
}

function tokenRequest(call: PlatformCall, query: Readonly<Record<string, string>>, isRepeatable: boolean): PlatformRequest {
  const { id: client_id, secret: client_secret } = requireClient(META, "meta", call.settings);
  const request = { method: "GET", query: { client_id, client_secret, ...query }, isRepeatable } as const;
  return { ...userRequest(call, "oauth/access_token", request), isSigned: false };
}

async function accept(call: PlatformCall, { access_token: token = "" }: Readonly<Record<string, string>>): Promise<Grant> {
  const scopes = await grantedScopes(call, token).catch(refuseToken);
  return { accessToken: token, expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes, parts: { origin: TYPED_IN } };
}

/** Nothing was connected yet that could be connected again. */
function refuseToken(error: unknown): never {
  if (!(error instanceof PlatformFault && error.code === "reauth_required")) throw error;
  const sentence = "Meta doesn't accept the token. Generate one for a system user in Business settings, and copy all of it.";
  throw new PlatformFault("refused", sentence, { cause: error });
}

const Permission = z.object({ permission: z.string(), status: z.string() });

/** Users may decline single permissions. */
async function grantedScopes(call: PlatformCall, token: string): Promise<readonly string[]> {
  const permissions = await graphList(
    call,
    withToken(call, token, userRequest(call, "me/permissions", reading)),
    Permission,
    "permission,status",
  );
  return permissions.filter(({ status }) => status === "granted").map(({ permission }) => permission);
}

/** For a token that isn't the connection's yet, or not any more. */
function withToken({ settings }: PlatformCall, token: string, request: PlatformRequest): PlatformRequest {
  const { headers = {}, query = {} } = signed(token, settings);
  return { ...request, headers: { ...request.headers, ...headers }, query: { ...request.query, ...query }, isSigned: false };
}

async function revoke(call: PlatformCall, { accessToken, parts }: Grant): Promise<void> {
  if (parts["origin"] === TYPED_IN) return;
  const request = withToken(call, accessToken, userRequest(call, "me/permissions", { method: "DELETE", isRepeatable: true }));
  try {
    await call.ask(request, z.unknown());
  } catch (error) {
    if (!(error instanceof PlatformFault && error.code === "reauth_required")) throw error;
  }
}

const Business = z.object({ id: z.string(), name: z.string().default("") });
const Catalog = z.object({ id: z.string(), name: z.string().default(""), vertical: z.string().default("commerce") });
const CATALOG_FIELDS = "id,name,vertical";

/** Catalogs that the user was given, and those that the user's businesses own or were given. */
export async function listAccounts(call: PlatformCall): Promise<readonly PlatformAccount[]> {
  const accounts = new Map<string, PlatformAccount>();
  for (const business of await graphList(call, userRequest(call, "me/businesses", reading), Business, "id,name"))
    for (const edge of ["owned_product_catalogs", "client_product_catalogs"])
      await addCatalogs(call, accounts, { path: `${business.id}/${edge}`, business: business.name });
  await addCatalogs(call, accounts, { path: "me/assigned_product_catalogs", business: "" });
  return [...accounts.values()];
}

async function addCatalogs(
  call: PlatformCall,
  accounts: Map<string, PlatformAccount>,
  { path, business }: { readonly path: string; readonly business: string },
): Promise<void> {
  for (const { id, name, vertical } of await graphList(call, userRequest(call, path, reading), Catalog, CATALOG_FIELDS)) {
    const title = name === "" ? id : name;
    const account = { id, name: business === "" ? title : `${title} (${business})`, parts: {}, problem: problemOf(vertical) };
    if (!accounts.has(id)) accounts.set(id, account);
  }
}

/** Catalogs of flights or hotels take other files. */
function problemOf(vertical: string): string | null {
  return vertical === "commerce" ? null : `This catalog is for ${vertical}, not for products. Choose one of the type Ecommerce.`;
}
