import { findHeldFirstRun } from "../features/runs/index.ts";
import { type FeedId, formatId, storedId } from "../kernel/ids.ts";
import type { ShopDb } from "../platform/postgres/postgres-port.ts";

/** The held run that keeps a feed from its first file, as in `run_3`. */
export async function findHeldRunId(shop: ShopDb, feedId: FeedId): Promise<string | null> {
  const held = await findHeldFirstRun(shop, feedId);
  return held === undefined ? null : formatId("run", storedId("run", held.id));
}

/** What a list shows instead of the URL of a feed that has no file. */
export function whyUnpublished(heldRunId: string | null): string {
  return heldRunId === null ? "(not published yet)" : `(not published: ${heldRunId} is held)`;
}
