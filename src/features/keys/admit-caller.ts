import type { Actor } from "../operation.ts";
import { storedId, type ShopId } from "../../kernel/ids.ts";
import { grantedScopes, type KeyKind, type Scope } from "../../kernel/scopes.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { keyHash, keyKindOf } from "./api-key.ts";
import { countCaller } from "./keys-queries.ts";
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

/** Finds and counts in one statement; none for a text that cannot be a key. `shopId` is the shop an organization key asks for. */
export async function admitCaller(db: Db, rawKey: string, shopId: ShopId | null): Promise<Caller | undefined> {
  if (keyKindOf(rawKey) === undefined) return undefined;
  const row = await countCaller(db, keyHash(rawKey), shopId);
  if (row === undefined) return undefined;
  return {
    keyId: row.id,
    kind: row.kind,
    name: row.name,
    scopes: grantedScopes(row.grants),
    organizationId: row.organization_id,
    shop: row.shop_id === null ? null : { id: storedId("shop", row.shop_id), uninstalled: row.shop_uninstalled },
    window: requestWindow(row),
  };
}

export function actorOf(caller: Caller): Actor {
  return { kind: "key", keyId: caller.keyId, keyKind: caller.kind, name: caller.name };
}
