import { type Caller, findCaller } from "../../features/keys/index.ts";
import type { AnyOperation } from "../../features/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import { formatId, parseId, type ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { RateLimit } from "./pipeline-hooks.ts";
import { invalidQuery, type QueryString, SHOP_ID } from "./query-string.ts";

/**
 * Who asks, and for which shop. The order of faults is the contract's ("Common"): 401, 429, kind of key, shop, scope.
 * Whoever passes holds a key with the operation's scope for exactly the shop in the answer.
 */
export interface Authorised {
  readonly caller: Caller;
  readonly shopId: ShopId;
}

interface Credentials {
  readonly authorization: string | undefined;
  readonly query: QueryString;
  readonly address: string;
}

/** Answers the caller and the headers the rate limit wants sent. */
export async function admit(db: Db, limit: RateLimit, credentials: Credentials) {
  const rawKey = bearer(credentials.authorization);
  const asked = askedShop(credentials.query);
  const caller = rawKey === undefined ? undefined : await findCaller(db, rawKey, asked.kind === "shop" ? asked.shopId : null);
  const headers = await limit.admit(caller ?? null, credentials.address);
  if (caller === undefined) throw new RequestError("unauthorized");
  return { caller, headers };
}

export function authorise(operation: AnyOperation, caller: Caller, query: QueryString): Authorised {
  const shop = settledShop(operation, caller, askedShop(query));
  if (operation.effect === "write" && shop.uninstalled) throw new RequestError("shop_inactive");
  if (!caller.scopes.has(operation.scope)) {
    throw new RequestError("insufficient_scope", { message: `The key lacks the scope ${operation.scope}.` });
  }
  return { caller, shopId: shop.id };
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

function settledShop(operation: AnyOperation, caller: Caller, asked: AskedShop): CallerShop {
  if (caller.kind === "merchant") return ownShop(caller, asked);
  if (caller.kind === "organization") return connectedShop(caller, asked);
  throw wrongKind(`This operation takes a ${operation.keyKind} key, not one of kind ${caller.kind}.`);
}

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
