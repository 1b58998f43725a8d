import type { ObjectStore } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/**
 * How one attempt at a run or an extract ended. `held`: completed, but stopped by the publish guard. `released`: given back, to be tried
 * again. `lost`: cancelled, or another worker's by then, so nothing of it counts.
 */
export interface WorkEnd<Done extends "completed" | "held"> {
  readonly outcome: Done | "failed" | "released" | "lost";
  /** Of the output or the snapshot; 0 where there is none. */
  readonly rows: number;
}

export const LOST: WorkEnd<never> = Object.freeze({ outcome: "lost", rows: 0 });

/**
 * Removes what an attempt that lost its claim has stored, if its shop was erased meanwhile: nothing else knows of files that came after the shop's objects
 * were removed. Otherwise they stay, because they may be live: the attempt's last transaction may have been committed although its answer was lost.
 */
export async function removeIfErased(objects: ObjectStore, shop: ShopDb, prefix: string): Promise<void> {
  const there = await shop.db.selectFrom("shops").select("id").where("id", "=", shop.shopId).executeTakeFirst();
  if (there === undefined) await objects.remove(prefix);
}
