import { sql } from "kysely";
import type { JobQueue } from "../../platform/jobs/jobs-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type RunRow, SNAPSHOT_DAMAGED } from "../runs/index.ts";
import { findExtractInProgress, lockShop } from "./extract-queries.ts";
import { startExtract } from "./request-extract.ts";

/** A disk that damages whatever is written to it must not have the shop extract round and round. */
const REST_MINUTES = 60;

/** What the end of a run means to a snapshot that it found damaged: the shop extracts again, unless it already does or just has. */
export async function replaceDamagedSnapshot(shop: ShopDb, queue: JobQueue, run: RunRow): Promise<void> {
  if (run.error_code !== SNAPSHOT_DAMAGED.code) return;
  const { live_extract_id: liveId, uninstalled_at: uninstalledAt } = await lockShop(shop);
  if (liveId !== run.extract_id || uninstalledAt !== null) return;
  if ((await findExtractInProgress(shop)) !== undefined || (await wasDamagedBefore(shop, run))) return;
  await startExtract(shop, queue);
}

/** Whether another run has set off the same within the rest. */
async function wasDamagedBefore({ db, shopId }: ShopDb, run: RunRow): Promise<boolean> {
  const found = await db
    .selectFrom("runs")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("id", "<>", run.id)
    .where("error_code", "=", SNAPSHOT_DAMAGED.code)
    .where("completed_at", ">", sql<Date>`now() - make_interval(mins => ${REST_MINUTES})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
