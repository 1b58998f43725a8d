import type { Actor } from "../operation.ts";
import { storedId, type ShopId } from "../../kernel/ids.ts";
import { grantedScopes, type KeyKind, type Scope } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { keyHash, keyKindOf } from "./api-key.ts";
import { type CallerRow, countCallers } from "./keys-queries.ts";
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

interface Waiting {
  readonly admitted: (caller: Caller | undefined) => void;
  readonly failed: (error: unknown) => void;
}

export function admitCallers(db: Db): AdmitCaller {
  return admitTogether(
    (rawKey) => keyKindOf(rawKey) !== undefined,
    (rawKey, shopId, coming) => countCallers(db, keyHash(rawKey), shopId, coming),
  );
}

/** So many requests with the same, in one statement. */
type CountTogether = (presented: string, shopId: ShopId | null, coming: number) => Promise<CallerRow | undefined>;

/** What the texts are that `isPossible` lets pass, `count` knows. */
export function admitTogether(isPossible: (presented: string) => boolean, count: CountTogether): AdmitCaller {
  /** By key and shop, while any of their requests is being counted: those that wait. */
  const lanes = new Map<string, Waiting[]>();
  const countAll = async (lane: Waiting[], presented: string, shopId: ShopId | null): Promise<void> => {
    while (lane.length > 0) {
      const together = lane.splice(0);
      try {
        const row = await count(presented, shopId, together.length);
        const callers = row === undefined ? [] : callersOf(row, together.length);
        together.forEach(({ admitted }, at) => admitted(callers[at]));
      } catch (error) {
        for (const { failed } of together) failed(error);
      }
    }
    lanes.delete(laneOf(presented, shopId));
  };
  return (presented, shopId) => {
    if (!isPossible(presented)) return Promise.resolve(undefined);
    return new Promise((admitted, failed) => {
      const lane = lanes.get(laneOf(presented, shopId)) ?? [];
      lane.push({ admitted, failed });
      if (lanes.has(laneOf(presented, shopId))) return;
      lanes.set(laneOf(presented, shopId), lane);
      void countAll(lane, presented, shopId);
    });
  };
}

const laneOf = (presented: string, shopId: ShopId | null): string => `${presented} ${shopId}`;

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
  return Array.from({ length: requests }, (_, at) => ({
    ...caller,
    window: requestWindow({ ...row, requests: row.requests - (requests - 1 - at) }),
  }));
}

export function actorOf(caller: Caller): Actor {
  return { kind: "key", keyId: caller.keyId, keyKind: caller.kind, name: caller.name, organizationId: caller.organizationId };
}
