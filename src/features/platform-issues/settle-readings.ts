import { isSupported } from "../../channels/platform-port.ts";
import { type ShopId, storedId } from "../../kernel/ids.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { Services } from "../operation.ts";
import { readingsPrefix } from "./store-items.ts";
import { deleteReading, listEndedReadings, planReadings } from "./reading-queries.ts";

/** Plans readings of new assignments, and removes those of assignments and connections that are gone. */
export async function settleReadings(
  { channels, objects }: Pick<Services, "channels" | "objects">,
  db: Db,
  open: (db: Db, shop: ShopId) => ShopDb,
): Promise<void> {
  const readable = channels.filter(({ platform }) => isSupported(platform.itemStatuses)).map(({ slug }) => slug);
  await planReadings(db, readable);
  for (const row of await listEndedReadings(db)) {
    await objects.remove(readingsPrefix(row));
    await deleteReading(open(db, storedId("shop", row.shop_id)), row.id);
  }
}
