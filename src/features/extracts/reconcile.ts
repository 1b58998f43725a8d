import { z } from "zod";
import { productNumbers } from "../../engine/source/dynamic-owners.ts";
import { differingRows } from "../../engine/source/snapshot-diff.ts";
import { ObjectDamaged, ObjectMissing, type ObjectStore } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { WarehouseRefused, type WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { readMarks } from "../marks/index.ts";
import { findLiveSnapshot, type Snapshot, SOURCE_FILE } from "../snapshots/index.ts";

/** What a scheduled extract found that reports of the platform should have brought before. */
export const Differences = z.strictObject({
  added: z.int().meta({ description: "Rows that no report announced." }),
  removed: z.int().meta({ description: "Rows that are gone without a report." }),
  changed: z.int().meta({ description: "Rows that changed without a report." }),
  samples: z
    .array(z.strictObject({ row_id: z.string(), change: z.enum(["added", "removed", "changed"]) }))
    .meta({ description: "Some of these rows." }),
});
export type Differences = z.output<typeof Differences>;

/** Of each kind. */
const SAMPLES = 5;
const MARKS_MAX = 10_000;
const UNREADABLE = [ObjectDamaged, ObjectMissing, WarehouseRefused] as const;

interface Reconciling {
  readonly objects: ObjectStore;
  readonly session: WarehouseSession;
}

/** Compares a snapshot that was just stored with the live one, but for products that are known to have changed and wait to be read. Null: nothing to compare with. */
export async function reconcile(
  { objects, session }: Reconciling,
  shop: ShopDb,
  made: Pick<Snapshot, "prefix" | "facts">,
): Promise<Differences | null> {
  const live = await findLiveSnapshot(shop);
  if (live === undefined || !(await isReported(shop))) return null;
  const marks = await readMarks(shop, MARKS_MAX);
  // What stock or a collection is marked for isn't known by its products, so all that is left is a guess.
  if (marks.some(({ kind }) => kind !== "product")) return null;
  await using leases = new AsyncDisposableStack();
  try {
    const local = async (prefix: string): Promise<string> => leases.use(await objects.local(`${prefix}${SOURCE_FILE}`)).path;
    const before = { file: await local(live.prefix), columns: live.facts.columns };
    const after = { file: await local(made.prefix), columns: made.facts.columns };
    const known = productNumbers(marks.map((mark) => String(mark.subject_id)));
    const rows = await session.all(differingRows(before, after, { known, samples: SAMPLES }));
    const found = rows.map((row) => ({ change: String(row["change"]), rows: Number(row["rows"]), ids: String(row["ids"]).split(",") }));
    const count = (change: string): number => found.find((one) => one.change === change)?.rows ?? 0;
    const samples = found.flatMap(({ change, ids }) => ids.map((id) => ({ row_id: id, change })));
    return Differences.parse({ added: count("added"), removed: count("removed"), changed: count("changed"), samples });
  } catch (error) {
    if (!UNREADABLE.some((kind) => error instanceof kind)) throw error;
    return null;
  }
}

/** Whether the platform reports the shop's changes at all. */
async function isReported({ db, shopId }: ShopDb): Promise<boolean> {
  const found = await db
    .selectFrom("shops")
    .select("id")
    .where("id", "=", shopId)
    .where("subscriptions_checked_at", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}
