import { sql } from "kysely";
import type { RunId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ExtractRow } from "./extract-queries.ts";

/** A regenerate starts when a worker takes the run it is, once; undefined where it has started, or the run is no regenerate's. */
export async function startRegenerate({ db, shopId }: ShopDb, runId: RunId): Promise<ExtractRow | undefined> {
  return db
    .updateTable("extracts")
    .from("runs")
    .set({ status: "running", started_at: sql<Date>`now()` })
    .whereRef("runs.for_extract_id", "=", "extracts.id")
    .where("runs.id", "=", runId)
    .where("extracts.shop_id", "=", shopId)
    .where("extracts.status", "=", "pending")
    .returningAll("extracts")
    .executeTakeFirst();
}
