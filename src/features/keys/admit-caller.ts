import { askedTogether } from "../../kernel/asked-together.ts";
import type { Actor } from "../operation.ts";
import { storedId, type ShopId } from "../../kernel/ids.ts";
import { grantedScopes, type KeyKind, type Scope } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { isKeyText, keyHash } from "./api-key.ts";
import { type CallerRow, countCallers, type KeyLimits } from "./keys-queries.ts";
import { type RequestWindow, requestWindow } from "./request-window.ts";

/** Who holds a valid key, and the shop it may act for in this request. */
export interface Caller {
  readonly keyId: number;
  readonly kind: KeyKind;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The organization whose key it is, or whose key made it: a merchant key of an organization's making is no word of the merchant's. */
  readonly organizationId: number | null;
  /** A merchant key's own shop; for an organization key the shop asked for, when connected; else null. */
  readonly shop: { readonly id: ShopId; readonly uninstalled: boolean } | null;
  /** The key's minute, with this request. */
  readonly window: RequestWindow;
  /** That of all merchant keys of its shop, or of all keys of its organization; null for an admin key. */
  readonly ownerWindow: RequestWindow | null;
}

/**
 * Finds and counts the caller of a request by what it presents: a key, or a session that stands for one; none for a text that cannot be
 * either. `shopId` is the shop an organization key asks for.
 *
 * Requests of a key are counted one after another, because the count is exact. Those that come while others of the same key are being
 * counted are counted together by the next statement: each still has a place of its own in the minute, and none is admitted by a
 * statement that began before it came, so what was revoked by then is refused.
 */
export type AdmitCaller = (presented: string, shopId: ShopId | null) => Promise<Caller | undefined>;

/** What the limits are matters to those that keys share: what a key's own refuses isn't counted there. */
const NO_KEY_LIMITS: KeyLimits = { merchant: 0, organization: 0 };

export function admitCallers(db: Db, limits = NO_KEY_LIMITS): AdmitCaller {
  return admitTogether(isKeyText, (rawKey, shopId, coming) => countCallers(db, keyHash(rawKey), { shopId, coming, limits }));
}

/** So many requests with the same, in one statement. */
type CountTogether = (presented: string, shopId: ShopId | null, coming: number) => Promise<CallerRow | undefined>;

/** What the texts are that `isPossible` lets pass, `count` knows. */
export function admitTogether(isPossible: (presented: string) => boolean, count: CountTogether): AdmitCaller {
  const admitted = askedTogether<Presented, Caller | undefined>({
    laneOf: ({ presented, shopId }) => `${presented} ${shopId}`,
    async answer(asked) {
      const [{ presented, shopId } = NOBODY] = asked;
      const row = await count(presented, shopId, asked.length);
      return row === undefined ? asked.map(() => undefined) : callersOf(row, asked.length);
    },
  });
  return async (presented, shopId) => (isPossible(presented) ? admitted({ presented, shopId }) : undefined);
}

interface Presented {
  readonly presented: string;
  readonly shopId: ShopId | null;
}

const NOBODY: Presented = { presented: "", shopId: null };

/** In the order in which the requests came. */
function callersOf(row: CallerRow, requests: number): readonly Caller[] {
  const caller = {
    keyId: row.id,
    kind: row.kind,
    name: row.name,
    scopes: grantedScopes(row.grants),
    organizationId: row.organization_id,
    shop: row.shop_id === null ? null : { id: storedId("shop", row.shop_id), uninstalled: row.shop_uninstalled },
  };
  return Array.from({ length: requests }, (_, at) => {
    const window = requestWindow({ ...row, requests: row.requests - (requests - 1 - at) });
    return { ...caller, window, ownerWindow: ownerWindow(row, at) };
  });
}

/** None for a request that the key's own limit refuses. */
function ownerWindow(row: CallerRow, at: number): RequestWindow | null {
  const { owner_counted: counted, owner_requests: requests, owner_seconds_left: secondsLeft } = row;
  if (requests === null || secondsLeft === null || at >= counted) return null;
  return { requests: requests - (counted - 1 - at), secondsLeft };
}

export function actorOf(caller: Pick<Caller, "keyId" | "kind" | "name" | "organizationId">): Actor {
  return { kind: "key", keyId: caller.keyId, keyKind: caller.kind, name: caller.name, organizationId: caller.organizationId };
}
