import type { ExtractId } from "../../kernel/ids.ts";
import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findExtract } from "./extract-queries.ts";

/**
 * Removes what an attempt that lost its claim has stored, if the extract was cancelled, has failed, or was erased with its shop: nothing else
 * knows of files that came after. Otherwise they stay: another attempt removes them when it completes, and they are live if this one
 * completed although the answer to its last transaction was lost.
 */
export async function removeLostFiles(
  objects: ObjectStore,
  shop: ShopDb,
  { id, prefix }: { readonly id: ExtractId; readonly prefix: string },
): Promise<void> {
  const extract = await findExtract(shop, id);
  if (extract === undefined || extract.status === "cancelled" || extract.status === "failed") await objects.remove(prefix);
}
