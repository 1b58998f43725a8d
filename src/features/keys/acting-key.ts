import { grantedScopes } from "../../kernel/scopes.ts";
import { type ShopId, storedId } from "../../kernel/ids.ts";
import type { OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import type { Caller } from "./admit-caller.ts";
import { findOrganizationKey } from "./keys-queries.ts";

/**
 * The caller that work goes on for after the request that asked for it: a key of the organization, with the scopes it has now, and the shop if the
 * organization is still connected to it. Undefined once the key is revoked. Nothing is counted: the request was.
 */
export async function findActingKey({ db, organizationId }: OrganizationDb, keyId: number, shopId: ShopId): Promise<Caller | undefined> {
  const row = await findOrganizationKey(db, { organizationId, keyId, shopId });
  if (row === undefined) return undefined;
  return {
    keyId: row.id,
    kind: "organization",
    name: row.name,
    scopes: grantedScopes(row.grants),
    organizationId,
    shop: row.shop_id === null ? null : { id: storedId("shop", row.shop_id), uninstalled: row.uninstalled_at !== null },
    window: { requests: 0, secondsLeft: 0 },
    ownerWindow: null,
  };
}
