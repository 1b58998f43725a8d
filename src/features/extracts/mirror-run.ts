import { storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { RunRow } from "../runs/index.ts";
import { findFeed } from "../feeds/index.ts";
import { mirrorRunEnd, setExcludedCount } from "./extract-queries.ts";

/** What the end of a run means to extracts: a regenerate ends with its run, and the primary feed's exclusions are its extract's. */
export async function mirrorRun(shop: ShopDb, run: RunRow): Promise<void> {
  const completed = run.status === "completed";
  if (run.for_extract_id !== null) {
    await mirrorRunEnd(shop, {
      id: storedId("ext", run.for_extract_id),
      completed,
      included: run.included_count,
      excluded: run.excluded_count,
      errorCode: run.error_code,
      errorDetails: run.error_details,
    });
  }
  if (!completed || run.excluded_count === null) return;
  const feed = await findFeed(shop, storedId("feed", run.feed_id));
  if (feed?.feed_type === "primary") await setExcludedCount(shop, storedId("ext", run.extract_id), run.excluded_count);
}
