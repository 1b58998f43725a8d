import { type ExtractId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { readSnapshotFacts, type Snapshot } from "./snapshot.ts";

/** The snapshot everything of the shop reads now. */
export async function findLiveSnapshot({ db, shopId }: ShopDb): Promise<Snapshot | undefined> {
  const row = await db
    .selectFrom("shops")
    .innerJoin("extracts", "extracts.id", "shops.live_extract_id")
    .select(["extracts.id", "extracts.snapshot_prefix", "extracts.snapshot"])
    .where("shops.id", "=", shopId)
    .executeTakeFirst();
  return row === undefined ? undefined : snapshotOf(row);
}

export async function findSnapshot({ db, shopId }: ShopDb, extractId: ExtractId): Promise<Snapshot | undefined> {
  const row = await db
    .selectFrom("extracts")
    .select(["id", "snapshot_prefix", "snapshot"])
    .where("shop_id", "=", shopId)
    .where("id", "=", extractId)
    .executeTakeFirst();
  return row === undefined ? undefined : snapshotOf(row);
}

function snapshotOf(row: {
  readonly id: number;
  readonly snapshot_prefix: string | null;
  readonly snapshot: unknown;
}): Snapshot | undefined {
  if (row.snapshot_prefix === null) return undefined;
  return { extractId: storedId("ext", row.id), prefix: row.snapshot_prefix, facts: readSnapshotFacts(row.snapshot) };
}
