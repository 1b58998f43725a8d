import { z } from "zod";
import { endpointOf } from "../platform-endpoints.ts";
import { codeOf, requireClient } from "../platform-oauth.ts";
import type { Connecting, PlatformAccount, PlatformCall } from "../platform-port.ts";
import { type Grant, PlatformFault } from "../platform-request.ts";
import { apiUrl, dataOf, getAll, RATES } from "./platform-calls.ts";

const NAME = "TikTok";

/** All of catalog management. */
const ROOT_SCOPE = "9";
/** Read Business Centers, read catalogs, read and write products, read and write feeds. */
const SCOPES: readonly string[] = ["150", "900", "910", "911", "970", "971"];

const Token = z.object({ access_token: z.string().min(1), scope: z.array(z.union([z.number(), z.string()])).default([]) });

const Credentials = z.strictObject({
  access_token: z.string().trim().min(1).max(1_024).meta({ description: "A long-term access token of the application." }),
});

export const tiktokConnecting: Connecting = Object.freeze({
  authorize(settings, { state, redirectUri }) {
    const { id } = requireClient(NAME, "tiktok", settings);
    const url = new URL(endpointOf(settings, "authorize"));
    url.searchParams.set("app_id", id);
    url.searchParams.set("state", state);
    url.searchParams.set("redirect_uri", redirectUri);
    return url.href;
  },
  codeParameter: "auth_code",
  async exchange(call, { query }) {
    const json = { ...applicationBody(call), auth_code: codeOf(NAME, { ...query, code: query["auth_code"] ?? "" }) };
    const request = { method: "POST", url: apiUrl(call, "/oauth2/access_token/"), body: { json } } as const;
    const { data } = await call.ask({ ...request, rates: RATES, isRepeatable: false, isSigned: false }, dataOf(Token));
    const scopes = data.scope.map(String);
    return grantOf(data.access_token, scopes.includes(ROOT_SCOPE) ? [...new Set([...scopes, ...SCOPES])] : scopes);
  },
  credentials: Credentials,
  async accept(call, credentials) {
    const { access_token: token } = Credentials.parse(credentials);
    const request = { method: "GET", url: apiUrl(call, "/bc/get/"), query: { page: 1, page_size: 1 } } as const;
    const headers = { "access-token": token };
    await call.ask({ ...request, headers, rates: RATES, isRepeatable: true, isSigned: false }, dataOf(z.unknown()));
    return grantOf(token, []);
  },
  refresh: { instead: "TikTok's access doesn't expire. If TikTok doesn't accept it any more, connect TikTok again." },
  refreshBeforeMs: 0,
  scopes: SCOPES,
  async revoke(call, { accessToken }) {
    const json = { ...applicationBody(call), access_token: accessToken };
    const request = { method: "POST", url: apiUrl(call, "/oauth2/revoke_token/"), body: { json } } as const;
    try {
      await call.ask({ ...request, rates: RATES, isRepeatable: true, isSigned: false }, z.unknown());
    } catch (error) {
      if (!(error instanceof PlatformFault && error.code === "reauth_required")) throw error;
    }
  },
} satisfies Connecting);

function applicationBody({ settings }: PlatformCall): { readonly app_id: string; readonly secret: string } {
  const { id, secret } = requireClient(NAME, "tiktok", settings);
  return { app_id: id, secret };
}

function grantOf(accessToken: string, scopes: readonly string[]): Grant {
  return { accessToken, expiresAt: null, refreshToken: null, refreshExpiresAt: null, scopes, parts: {} };
}

const Center = z.object({ bc_info: z.object({ bc_id: z.string().min(1), name: z.string().default("") }) });

const Catalog = z.object({
  catalog_id: z.string().min(1),
  catalog_name: z.string().default(""),
  catalog_type: z.string().default(""),
  catalog_conf: z.object({ region_code: z.string().default(""), currency: z.string().default("") }).optional(),
});

/** Catalogs of all Business Centers. */
export async function tiktokAccounts(call: PlatformCall): Promise<readonly PlatformAccount[]> {
  const centers = await getAll(call, "/bc/get/", {}, { list: "list", item: Center, pageSize: 50 });
  const accounts: PlatformAccount[] = [];
  for (const { bc_info: center } of centers) {
    const query = { bc_id: center.bc_id };
    const catalogs = await getAll(call, "/catalog/get/", query, { list: "list", item: Catalog, pageSize: 50 });
    accounts.push(...catalogs.map((catalog) => accountOf(center, catalog)));
  }
  // A catalog that's shared is in the list of each center.
  return accounts.filter(({ id }, at) => accounts.findIndex((one) => one.id === id) === at);
}

function accountOf(center: z.output<typeof Center>["bc_info"], catalog: z.output<typeof Catalog>): PlatformAccount {
  const { region_code: country = "", currency = "" } = catalog.catalog_conf ?? {};
  const name = catalog.catalog_name || catalog.catalog_id;
  return {
    id: catalog.catalog_id,
    name: center.name === "" ? name : `${name} (${center.name})`,
    parts: { bc_id: center.bc_id, country, currency },
    problem:
      catalog.catalog_type === "ECOM" || catalog.catalog_type === ""
        ? null
        : `The catalog is one of type ${catalog.catalog_type}. Choose or create an e-commerce catalog.`,
  };
}
