import { snapshotDifference } from "../../engine/source/snapshot-diff.ts";
import type { ExtractId } from "../../kernel/ids.ts";
import { ObjectDamaged, ObjectMissing, type ObjectStore } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { WarehouseRefused, type WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { findLiveSnapshot, type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";

/** What a new snapshot brought, against the one it takes the place of. */
export interface Imported {
  /** The snapshot that was compared with; null where the shop had none. */
  readonly base: ExtractId | null;
  /** Null where the files of that snapshot could not be read: a new one must not fail because the one before is damaged. */
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number } | null;
}

const UNREADABLE = [ObjectDamaged, ObjectMissing, WarehouseRefused] as const;

/** Compares a snapshot that was just stored with the live one. */
export async function countImported(
  { objects, session }: { readonly objects: ObjectStore; readonly session: WarehouseSession },
  shop: ShopDb,
  made: Pick<Snapshot, "prefix" | "facts">,
): Promise<Imported> {
  const live = await findLiveSnapshot(shop);
  if (live === undefined) return { base: null, counts: { added: made.facts.variants, removed: 0, changed: 0 } };
  await using leases = new AsyncDisposableStack();
  try {
    const local = async (prefix: string): Promise<string> =>
      leases.use(await objects.local(`${prefix}${SOURCE_FILE}`, { recheck: true })).path;
    const before = { file: await local(live.prefix), columns: live.facts.columns };
    const after = { file: await local(made.prefix), columns: made.facts.columns };
    const [row] = await session.all(snapshotDifference(before, after));
    const count = (name: string): number => Number(row?.[name]);
    return { base: live.extractId, counts: { added: count("added"), removed: count("removed"), changed: count("changed") } };
  } catch (error) {
    if (!UNREADABLE.some((kind) => error instanceof kind)) throw error;
    return { base: live.extractId, counts: null };
  }
}
