import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import type { AdmitCaller, Caller, CountAddress, RequestWindow } from "../../features/keys/index.ts";
import type { AnyOperation } from "../../features/operation.ts";
import { mayCall } from "../../kernel/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import { formatId, type OrganizationId, parseId, type ShopId, storedId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Metrics } from "../../platform/telemetry/telemetry-port.ts";
import type { Stranger } from "../files/find-feed-file.ts";
import type { Noted } from "../noted.ts";
import { clientNetwork } from "./client-network.ts";
import { invalidQuery, type QueryString, readQueryString, SHOP_ID } from "./query-string.ts";
import { type Limited, limitHeaders, type RateLimits } from "./rate-limit.ts";
import type { EmbeddedCaller } from "../../features/shopify-app/index.ts";
import type { EmbeddedCallers } from "./embedded-callers.ts";
import type { SessionCookie } from "./session-cookie.ts";

/**
 * Who asks, and for whom. Faults are reported in this order: 401, 429, kind of key, shop, scope.
 * A caller that passes has a key with the operation's scope for exactly the tenant in the answer.
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
export interface Doorkeeper extends EmbeddedCallers {
  readonly db: Db;
  readonly admitCaller: AdmitCaller;
  /** The same by the token of a session. */
  readonly admitSession: AdmitCaller;
  readonly countAddress: CountAddress;
  /** Whether a credential is a valid one; counts nothing. */
  readonly exists: Readonly<Record<Credential["kind"], (text: string) => Promise<boolean>>>;
  /** Credentials that were valid a moment ago, by their hash: nobody has to ask for them whether they exist. */
  readonly admitted: Noted<true>;
  /** Whoever is far past a limit. */
  readonly pastLimits: Noted<Limited>;
  /** Begins the refusal of one of them. */
  readonly refusalTurn: () => Promise<void>;
  readonly cookie: SessionCookie;
  readonly rateLimits: RateLimits;
  readonly metrics: Metrics;
}

interface Credentials {
  readonly headers: IncomingHttpHeaders;
  readonly query: QueryString;
  readonly address: string;
  readonly requestId: string;
}

/** Address: the network of the connection's, or of the one that a trusted proxy names. */
export function credentialsOf({ headers, url, ip, id }: FastifyRequest): Credentials {
  return { headers, query: readQueryString(url), address: clientNetwork(ip), requestId: id };
}

/** What a request is admitted by: a key as it was presented, or the token of a session that stands for one. */
export interface Credential {
  readonly kind: "key" | "session";
  readonly text: string;
  /** For a session inside the Shopify admin, which has no cookie: who it is, on Shopify's word. */
  readonly embedded?: EmbeddedCaller;
}

/** Whoever holds a valid key or session. */
export interface Found {
  readonly caller: Caller;
  readonly credential: Credential;
}

/** The same with the headers that tell how many more requests the key may send. */
export interface Admitted extends Found {
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts the request. Throws `rate_limited`, and without a valid key or session `unauthorized`; both carry the same headers. */
export async function admit(doorkeeper: Doorkeeper, credentials: Credentials): Promise<Admitted> {
  const credential = presented(doorkeeper, credentials);
  await refusePastLimits(doorkeeper, credential, credentials);
  const found = await findCaller(doorkeeper, credential, credentials);
  if (found === undefined) throw new RequestError("unauthorized", { headers: await countStranger(doorkeeper, credentials) });
  noteAdmitted(doorkeeper, nameOf(found.credential));
  return { ...found, headers: standing(doorkeeper, found) };
}

/**
 * Throws `rate_limited` for whoever is far past a limit without counting that once more: refusing a flood must cost less than serving. From an
 * address like that only valid credentials pass, and whether they are is looked up for many at once.
 */
export async function refusePastLimits(
  doorkeeper: Doorkeeper,
  credential: Credential | undefined,
  { address }: Pick<Credentials, "address">,
): Promise<void> {
  if (credential !== undefined) await refuseNoted(doorkeeper, nameOf(credential));
  if (doorkeeper.pastLimits.get(address) === undefined) return;
  if (credential === undefined || !(await isCredential(doorkeeper, credential))) await refuseNoted(doorkeeper, address);
}

/** One that was valid a moment ago counts as one: if it has been revoked since, admission says so. */
async function isCredential({ admitted, exists }: Doorkeeper, credential: Credential): Promise<boolean> {
  return admitted.get(nameOf(credential)) !== undefined || exists[credential.kind](credential.text);
}

const ADMITTED_SECONDS = 60;

function noteAdmitted({ admitted }: Doorkeeper, who: string): void {
  if (admitted.get(who) === undefined) admitted.note(who, true, ADMITTED_SECONDS);
}

async function refuseNoted(doorkeeper: Doorkeeper, who: string): Promise<void> {
  const noted = doorkeeper.pastLimits.get(who);
  if (noted === undefined) return;
  await doorkeeper.refusalTurn();
  const { value: limited, secondsLeft } = noted;
  limit(doorkeeper, { limited, who, window: { requests: Number.MAX_SAFE_INTEGER, secondsLeft } });
}

/** Counts the request of a caller that there is, whatever is left to it; a request of nobody is not counted. */
export async function findCaller(
  { admitCaller, admitSession, openEmbedded }: Doorkeeper,
  credential: Credential | undefined,
  { query, requestId }: Pick<Credentials, "query" | "requestId">,
): Promise<Found | undefined> {
  if (credential === undefined) return undefined;
  const asked = askedShop(query);
  const admitted = credential.kind === "key" ? admitCaller : admitSession;
  const admit = () => admitted(credential.text, asked.kind === "shop" ? asked.shopId : null);
  let caller = await admit();
  if (credential.embedded !== undefined && (caller === undefined || caller.shop?.uninstalled === true)) {
    await openEmbedded(credential.embedded, requestId);
    caller = await admit();
  }
  return caller === undefined ? undefined : { caller, credential };
}

/** An `Authorization` header is what a request is judged by, whatever it says; without one the cookie of a session, where that counts. */
export function presented({ cookie, readEmbedded }: Doorkeeper, { headers }: Credentials): Credential | undefined {
  if (headers.authorization !== undefined) {
    const text = bearer(headers.authorization);
    const embedded = text === undefined ? undefined : readEmbedded(text);
    if (embedded === undefined) return credentialOf("key", text);
    return embedded === null ? undefined : { kind: "session", text: embedded.sessionToken, embedded };
  }
  return credentialOf("session", cookie.read(headers));
}

function credentialOf(kind: Credential["kind"], text: string | undefined): Credential | undefined {
  return text === undefined ? undefined : { kind, text };
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

/** Counts a request without a valid key or session. Throws `rate_limited`. */
export async function countStranger(doorkeeper: Doorkeeper, { address }: Pick<Credentials, "address">): Promise<Admitted["headers"]> {
  if (doorkeeper.rateLimits.anonymous === 0) return {};
  await refuseNoted(doorkeeper, address);
  const window = await doorkeeper.countAddress(address);
  return limit(doorkeeper, { limited: "anonymous", who: address, window });
}

/** For routes whose address is the credential. */
export function strangerOf(doorkeeper: Doorkeeper, { ip }: FastifyRequest): Stranger {
  const address = clientNetwork(ip);
  return { isPastLimit: doorkeeper.pastLimits.get(address) !== undefined, count: () => countStranger(doorkeeper, { address }) };
}

/** Of a caller, by its own limit and by the one it shares. Throws `rate_limited`. */
export function standing(doorkeeper: Doorkeeper, found: Found): Admitted["headers"] {
  const { window, ownerWindow } = found.caller;
  const who = nameOf(found.credential);
  const { own, shared } = limitsOf(found);
  const headers = limit(doorkeeper, { limited: own, who, window });
  if (ownerWindow !== null) limit(doorkeeper, { limited: shared, who, window: ownerWindow });
  return headers;
}

interface LimitsOfCaller {
  readonly own: Limited;
  readonly shared: Limited;
}

/** A session has limits of its own, so that a person at the console and the programs of the same key don't use up each other's. */
export function limitsOf({ caller: { kind }, credential }: Found): LimitsOfCaller {
  if (credential.kind === "session") return { own: "session", shared: "sessions" };
  return { own: kind, shared: kind === "merchant" ? "shop" : "organization_keys" };
}

interface Counted {
  readonly limited: Limited;
  readonly who: string;
  readonly window: RequestWindow;
}

/** Throws `rate_limited`, counts that it did, and keeps in mind who sends on regardless. */
function limit({ rateLimits, pastLimits, metrics }: Doorkeeper, { limited, who, window }: Counted): Admitted["headers"] {
  const most = rateLimits[limited] ?? 0;
  try {
    return limitHeaders(limited, most, window);
  } catch (error) {
    metrics.count("http_rate_limited_total", { key: limited });
    if (window.requests > FAR_PAST * most && pastLimits.get(who) === undefined)
      // A second is rounded up: nobody is refused past the window's end.
      pastLimits.note(who, limited, window.secondsLeft - 1);
    throw error;
  }
}

/** As a multiple of the limit. Up to there every request is counted, so that what a key was used for is known of clients that stop when they are told. */
const FAR_PAST = 2;

/** The hash alone is kept in mind. */
function nameOf({ kind, text }: Credential): string {
  return createHash("sha256").update(`${kind} ${text}`).digest("base64");
}

/** Whether a caller's kind of key and scopes allow an operation, whatever the shop. */
export function mayUse({ keyKind, ownKeyOnly, scope }: AnyOperation, { kind, organizationId, scopes }: Caller): boolean {
  const isDelegate = keyKind === "merchant" && kind === "organization" && !ownKeyOnly;
  if (kind !== keyKind && !isDelegate) return false;
  return (!ownKeyOnly || organizationId === null) && scopes.has(scope);
}

/** Refuses a caller that acts for no shop, as operations of a shop do. */
export function requireShop(caller: Caller, query: QueryString): void {
  if (caller.kind === "admin") throw wrongKind("Agents act for a shop. Use a merchant key or an organization key.");
  const asked = askedShop(query);
  if (caller.kind === "merchant") ownShop(caller, asked);
  else connectedShop(caller, asked);
}

export function authorise(operation: AnyOperation, caller: Caller, query: QueryString): Authorised {
  const tenant = settledTenant(operation, caller, query);
  if (!mayCall(operation, caller.scopes)) {
    throw new RequestError("insufficient_scope", { message: `The key lacks the scope ${operation.scope}. Use a key that has it.` });
  }
  return { caller, tenant };
}

/** The kind comes first: a shop is asked for by merchant and organization keys, everything else by a key of its own kind. */
function settledTenant(operation: AnyOperation, caller: Caller, query: QueryString): Tenant {
  const { keyKind, effect, ownKeyOnly } = operation;
  const isDelegate = keyKind === "merchant" && caller.kind === "organization" && !ownKeyOnly;
  if (caller.kind !== keyKind && !isDelegate) throw wrongKind(`This operation needs a key of kind ${keyKind}, not ${caller.kind}.`);
  if (ownKeyOnly && caller.organizationId !== null)
    throw wrongKind("This operation needs a key that the merchant created. This key was created by an organization.");
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

function bearer(authorization: string): string | undefined {
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1];
}

type AskedShop =
  | { readonly kind: "none" }
  | { readonly kind: "shop"; readonly shopId: ShopId }
  | { readonly kind: "fault"; readonly message: string };

function askedShop(query: QueryString): AskedShop {
  const [text, second] = query.pairs.filter(([name]) => name === SHOP_ID).map(([, value]) => value);
  if (text === undefined) return { kind: "none" };
  if (second !== undefined) return { kind: "fault", message: "The query parameter shop_id is given more than once. Send it once." };
  const shopId = parseId("shop", text);
  return shopId === undefined ? { kind: "fault", message: "shop_id must be the id of a shop." } : { kind: "shop", shopId };
}

type CallerShop = NonNullable<Caller["shop"]>;

function ownShop({ shop }: Caller, asked: AskedShop): CallerShop {
  if (asked.kind === "fault") throw invalidQuery(SHOP_ID, asked.message);
  if (shop === null) throw new RequestError("internal_error", { cause: "a merchant key without its shop" });
  if (asked.kind === "none" || asked.shopId === shop.id) return shop;
  throw wrongKind(`This merchant key works only for ${formatId("shop", shop.id)}. Leave shop_id out, or use an organization key.`);
}

function connectedShop({ shop }: Caller, asked: AskedShop): CallerShop {
  if (asked.kind === "fault") throw invalidQuery(SHOP_ID, asked.message);
  if (asked.kind === "none")
    throw invalidQuery(SHOP_ID, "An organization key needs the query parameter shop_id. Set it to the shop you want to act for.");
  if (shop === null) throw new RequestError("shop_not_connected");
  return shop;
}

function wrongKind(message: string): RequestError {
  return new RequestError("wrong_key_kind", { message });
}
