import type { RunId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { RunRow } from "./run-queries.ts";

export type RunStage = NonNullable<RunRow["stage"]>;

/** False: the claim is another's now, or the run has ended. */
export async function setRunProgress(
  { db, shopId }: ShopDb,
  run: { readonly id: RunId; readonly attempt: number; readonly stage: RunStage; readonly progress: number },
): Promise<boolean> {
  const row = await db
    .updateTable("runs")
    .set({ stage: run.stage, progress: run.progress })
    .where("shop_id", "=", shopId)
    .where("id", "=", run.id)
    .where("attempt", "=", run.attempt)
    .where("status", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
