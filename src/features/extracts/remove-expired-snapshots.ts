import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { forgetSnapshot, listExpiredSnapshots } from "./old-extract-queries.ts";

/** The row forgets the snapshot before its objects go, so that nobody is sent to what is being removed. */
export async function removeExpiredSnapshots({ objects }: Pick<Services, "objects">, shop: ShopDb): Promise<void> {
  for (const expired of await listExpiredSnapshots(shop)) {
    await forgetSnapshot(shop, expired.id);
    await objects.remove(expired.snapshot_prefix);
  }
}
