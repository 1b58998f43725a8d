import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { forgetSnapshot, listExpiredSnapshots } from "./old-extract-queries.ts";

/** The row forgets the snapshot before its objects go, so that nobody is sent to what is being removed. */
export async function removeExpiredSnapshots({ objects, retention }: Pick<Services, "objects" | "retention">, shop: ShopDb): Promise<void> {
  for (const expired of await listExpiredSnapshots(shop, retention)) {
    await forgetSnapshot(shop, expired.id);
    await objects.remove(expired.snapshot_prefix);
  }
}
