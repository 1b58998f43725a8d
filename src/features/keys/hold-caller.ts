import { RequestError } from "../../kernel/errors.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Caller } from "./admit-caller.ts";
import { holdConnection, holdKey, isUninstalled } from "./keys-queries.ts";

/**
 * The first thing a change does in its transaction: until that ends, whoever asked stays who it was. Admitting a request and changing
 * something are two moments. A revocation that commits between them is seen here and the request refused; a later one waits for the
 * change. So once a revocation is answered, by whatever surface, no request with the key has an effect any more; and the same goes for
 * the end of an organization's connection to the shop, which is held first, because ending one locks in this order. Whether the shop is
 * uninstalled is asked last: uninstalling locks connections and keys, so who passes here is done before it.
 */
export async function holdCaller(
  db: Db,
  { keyId, organizationId }: Pick<Caller, "keyId" | "organizationId">,
  shopId: ShopId | null,
): Promise<void> {
  if (organizationId !== null && shopId !== null && !(await holdConnection(db, shopId, organizationId)))
    throw new RequestError("shop_not_connected");
  if (!(await holdKey(db, keyId))) throw new RequestError("unauthorized");
  if (shopId !== null && (await isUninstalled(db, shopId))) throw new RequestError("shop_inactive");
}
