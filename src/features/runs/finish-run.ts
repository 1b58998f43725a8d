import { type RunId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { lockFeed } from "../feeds/index.ts";
import { upsertScope } from "../scopes/index.ts";
import type { ProducedRun } from "./produce-run.ts";
import { completeRun, publishRun, type RunRow } from "./run-queries.ts";
import { storeRunTests } from "./run-test-queries.ts";

/** What else must happen when a run ends, in the same transaction: the extract it mirrors, the run that was asked for meanwhile. */
export type RunEnd = (shop: ShopDb, run: RunRow) => Promise<void>;

/** Ends a run: its row, the live pointer, the scope and all consequences in one transaction; a stale attempt changes nothing. */
export async function finishRun(
  shop: ShopDb,
  { row, produced, end }: { readonly row: RunRow; readonly produced: ProducedRun; readonly end: RunEnd },
): Promise<void> {
  const id: RunId = storedId("run", row.id);
  const feedId = storedId("feed", row.feed_id);
  await shop.db.transaction().execute(async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    await lockFeed(inside, feedId);
    const completed = await completeRun(inside, {
      id,
      attempt: row.attempt,
      prefix: produced.prefix,
      output: produced.output,
      counts: produced.counts,
      held: produced.held,
      definition: produced.definition,
      lineage: produced.lineage,
      unmatched: produced.unmatched,
    });
    if (completed === undefined) return;
    if (produced.tests !== null) await storeRunTests(inside, id, produced.tests);
    if (produced.held.length === 0) await publishRun(inside, { id, feedId, onlyForward: true });
    await upsertScope(inside, {
      feedId,
      definitionVersion: row.definition_version,
      extractId: row.extract_id,
      counts: { ...produced.counts, reasons: produced.reasons },
    });
    await end(inside, completed);
  });
}
