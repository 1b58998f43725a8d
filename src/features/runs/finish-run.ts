import { type FeedId, type RunId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { emit, type EventSource } from "../events/index.ts";
import { holdFirstFeed, lockFeed, tellPublished } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { upsertScope } from "../scopes/index.ts";
import type { ProducedRun } from "./produce-run.ts";
import { differenceOfFiles } from "./published-difference.ts";
import { runHeld } from "./run-events.ts";
import { completeRun, findLiveRun, findRun, publishRun, type RunRow } from "./run-queries.ts";
import { runAnswer } from "./run-shapes.ts";
import { storeRunTests } from "./run-test-queries.ts";

/** What else must happen when a run ends, in the same transaction: the extract it mirrors, the run that was asked for meanwhile. */
export type RunEnd = (shop: ShopDb, run: RunRow) => Promise<void>;

/** Ends a run: its row, the live pointer, the scope and all consequences in one transaction. `false`: a stale attempt, which changes nothing. */
export async function finishRun(
  services: Pick<Services, "clock" | "filesUrl" | "objects" | "warehouse" | "log">,
  shop: ShopDb,
  { row, produced, end }: { readonly row: RunRow; readonly produced: ProducedRun; readonly end: RunEnd },
): Promise<boolean> {
  const id: RunId = storedId("run", row.id);
  const feedId = storedId("feed", row.feed_id);
  return shop.db.transaction().execute(async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    await holdFirstFeed(inside);
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
    if (completed === undefined) return false;
    if (produced.tests !== null) await storeRunTests(inside, id, produced.tests);
    const source = { shop: inside, ...services };
    if (produced.held.length > 0) await emit(source, runHeld, runAnswer((await findRun(inside, feedId, id)) ?? completed));
    else await publish(source, { feedId, completed });
    await upsertScope(inside, {
      feedId,
      definitionVersion: row.definition_version,
      extractId: row.extract_id,
      allowance: produced.allowance,
      counts: { ...produced.counts, reasons: produced.reasons },
    });
    await end(inside, completed);
    return true;
  });
}

/** Makes the run the live one, unless a newer one is, and emits that. */
async function publish(
  source: EventSource & Pick<Services, "filesUrl" | "objects" | "warehouse" | "log">,
  { feedId, completed }: { readonly feedId: FeedId; readonly completed: RunRow },
): Promise<void> {
  const id = storedId("run", completed.id);
  const before = await findLiveRun(source.shop, feedId);
  if (!(await publishRun(source.shop, { id, feedId, onlyForward: true }))) return;
  await tellPublished(source, { feedId, runId: id, difference: await differenceOfFiles(source, { before, after: completed }) });
}
