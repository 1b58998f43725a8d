import type { FastifyRequest } from "fastify";
import { type AdmitCaller, type Caller, countAddress } from "../../features/keys/index.ts";
import type { AnyOperation } from "../../features/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import { formatId, type OrganizationId, parseId, type ShopId, storedId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";
import { clientNetwork } from "./client-network.ts";
import { invalidQuery, type QueryString, readQueryString, SHOP_ID } from "./query-string.ts";
import { limitHeaders, type RateLimits } from "./rate-limit.ts";

/**
 * Who asks, and for whom. The order of faults is the contract's ("Common"): 401, 429, kind of key, shop, scope.
 * Whoever passes holds a key with the operation's scope for exactly the tenant in the answer.
 */
export interface Authorised {
  readonly caller: Caller;
  readonly tenant: Tenant;
}

/** Whose rows a request is about, as its operation's kind of key says. */
export type Tenant =
  | { readonly kind: "merchant"; readonly shopId: ShopId }
  | { readonly kind: "organization"; readonly organizationId: OrganizationId }
  | { readonly kind: "admin" };

/** What requests are admitted by. */
export interface Doorkeeper {
  readonly db: Db;
  readonly admitCaller: AdmitCaller;
  readonly secrets: Secrets;
  readonly rateLimits: RateLimits;
}

interface Credentials {
  readonly authorization: string | undefined;
  readonly query: QueryString;
  readonly address: string;
}

/** Address: the connection's, or the one that a trusted proxy names. */
export function credentialsOf({ headers, url, ip }: FastifyRequest): Credentials {
  return { authorization: headers.authorization, query: readQueryString(url), address: ip };
}

/** Whoever sent a valid key, with the headers that tell how many more requests it may send. */
export interface Admitted {
  readonly caller: Caller;
  /** The key as it was presented. */
  readonly rawKey: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts the request. Throws `rate_limited`, and without a valid key `unauthorized`; both carry the same headers. */
export async function admit(doorkeeper: Doorkeeper, credentials: Credentials): Promise<Admitted> {
  const rawKey = bearer(credentials.authorization);
  const asked = askedShop(credentials.query);
  const caller = rawKey === undefined ? undefined : await doorkeeper.admitCaller(rawKey, asked.kind === "shop" ? asked.shopId : null);
  if (rawKey === undefined || caller === undefined)
    throw new RequestError("unauthorized", { headers: await strangerHeaders(doorkeeper, credentials.address) });
  return { caller, rawKey, headers: limitHeaders(caller.kind, doorkeeper.rateLimits[caller.kind], caller.window) };
}

/** For a request without a route: it needs no key, but it counts. Throws `rate_limited`; whatever else goes wrong is not worth more than a 404. */
export async function countUnrouted(doorkeeper: Doorkeeper, credentials: Credentials): Promise<Admitted["headers"]> {
  try {
    return (await admit(doorkeeper, credentials)).headers;
  } catch (thrown) {
    if (!(thrown instanceof RequestError)) return {};
    if (thrown.code === "rate_limited") throw thrown;
    return thrown.headers;
  }
}

async function strangerHeaders({ db, secrets, rateLimits }: Doorkeeper, address: string): Promise<Admitted["headers"]> {
  if (rateLimits.anonymous === 0) return {};
  return limitHeaders("anonymous", rateLimits.anonymous, await countAddress(db, secrets, clientNetwork(address)));
}

export function authorise(operation: AnyOperation, caller: Caller, query: QueryString): Authorised {
  const tenant = settledTenant(operation, caller, query);
  if (!caller.scopes.has(operation.scope)) {
    throw new RequestError("insufficient_scope", { message: `The key lacks the scope ${operation.scope}.` });
  }
  return { caller, tenant };
}

/** The kind comes first: a shop is asked for by merchant and organization keys, everything else by a key of its own kind. */
function settledTenant(operation: AnyOperation, caller: Caller, query: QueryString): Tenant {
  const { keyKind, effect, ownKeyOnly } = operation;
  const isDelegate = keyKind === "merchant" && caller.kind === "organization" && !ownKeyOnly;
  if (caller.kind !== keyKind && !isDelegate)
    throw wrongKind(`This operation takes a key of kind ${keyKind}, not one of kind ${caller.kind}.`);
  if (ownKeyOnly && caller.organizationId !== null)
    throw wrongKind("This operation takes a key that the merchant made; this one was made by an organization.");
  if (keyKind === "admin") return { kind: "admin" };
  if (keyKind === "organization") return { kind: "organization", organizationId: ownOrganization(caller) };
  const asked = askedShop(query);
  const shop = caller.kind === "merchant" ? ownShop(caller, asked) : connectedShop(caller, asked);
  if (effect === "write" && shop.uninstalled) throw new RequestError("shop_inactive");
  return { kind: "merchant", shopId: shop.id };
}

function ownOrganization({ organizationId }: Caller): OrganizationId {
  if (organizationId === null) throw new RequestError("internal_error", { cause: "an organization key without its organization" });
  return storedId("org", organizationId);
}

function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? "")?.[1];
}

type AskedShop =
  | { readonly kind: "none" }
  | { readonly kind: "shop"; readonly shopId: ShopId }
  | { readonly kind: "fault"; readonly message: string };

function askedShop(query: QueryString): AskedShop {
  const [text, second] = query.pairs.filter(([name]) => name === SHOP_ID).map(([, value]) => value);
  if (text === undefined) return { kind: "none" };
  if (second !== undefined) return { kind: "fault", message: "The query parameter shop_id is given more than once." };
  const shopId = parseId("shop", text);
  return shopId === undefined ? { kind: "fault", message: "shop_id must be the number of a shop." } : { kind: "shop", shopId };
}

type CallerShop = NonNullable<Caller["shop"]>;

function ownShop({ shop }: Caller, asked: AskedShop): CallerShop {
  if (asked.kind === "fault") throw invalidQuery(SHOP_ID, asked.message);
  if (shop === null) throw new RequestError("internal_error", { cause: "a merchant key without its shop" });
  if (asked.kind === "none" || asked.shopId === shop.id) return shop;
  throw wrongKind(`This merchant key acts for ${formatId("shop", shop.id)} only. Leave shop_id out, or use an organization key.`);
}

function connectedShop({ shop }: Caller, asked: AskedShop): CallerShop {
  if (asked.kind === "fault") throw invalidQuery(SHOP_ID, asked.message);
  if (asked.kind === "none")
    throw invalidQuery(SHOP_ID, "An organization key needs the query parameter shop_id to say which shop it acts for.");
  if (shop === null) throw new RequestError("shop_not_connected");
  return shop;
}

function wrongKind(message: string): RequestError {
  return new RequestError("wrong_key_kind", { message });
}
