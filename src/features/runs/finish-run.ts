import { type RunId, storedId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { emit } from "../events/index.ts";
import { type FileDifference, holdFirstFeed, lockFeed, tellPublished } from "../feeds/index.ts";
import { emitFindings, storeFindings } from "../findings/index.ts";
import type { Services } from "../operation.ts";
import { upsertScope } from "../scopes/index.ts";
import type { ProducedRun } from "./produce-run.ts";
import { differenceOfFiles, UNCOUNTED } from "./published-difference.ts";
import { runHeld } from "./run-events.ts";
import { markCurrencyDue } from "../channel-files/index.ts";
import { insertSyncsAfterPublish, pushingChannels } from "../syncs/index.ts";
import { completeRun, findLiveRun, findRun, publishRun, type RunRow } from "./run-queries.ts";
import { runAnswer } from "./run-shapes.ts";
import { storeRunTests } from "./run-test-queries.ts";

/** What else must happen when a run ends, in the same transaction: the extract it mirrors, the run that was asked for meanwhile. */
export type RunEnd = (shop: ShopDb, run: RunRow) => Promise<void>;

type Finishing = Pick<Services, "channels" | "clock" | "filesUrl" | "objects" | "warehouse" | "log">;

interface Finish {
  readonly row: RunRow;
  readonly produced: ProducedRun;
  readonly end: RunEnd;
}

/** Comparisons with the live run, which takes no lock: each but the first because another run was published meanwhile. */
const COMPARISONS_MAX = 3;

/** Ends a run: its row, the live pointer, the scope and all consequences in one transaction. `false`: a stale attempt, which changes nothing. */
export async function finishRun(services: Finishing, shop: ShopDb, finish: Finish): Promise<boolean> {
  for (let comparison = 1; ; comparison += 1) {
    const compared = await compareWithLive(services, shop, finish);
    const isLast = comparison === COMPARISONS_MAX;
    const ended = await transact(shop.db, (transaction) => endRun(services, { ...shop, db: transaction }, finish, { ...compared, isLast }));
    if (ended !== "outdated") return ended;
  }
}

interface Compared {
  readonly liveRunId: number | null;
  readonly difference: FileDifference;
}

/** Before the transaction: it may take a query over both files. */
async function compareWithLive(services: Finishing, shop: ShopDb, { row, produced }: Finish): Promise<Compared> {
  const { prefix, output, counts } = produced;
  const after = {
    ...row,
    output_prefix: prefix,
    output,
    included_count: counts.included,
    added_count: counts.added,
    removed_count: counts.removed,
    changed_count: counts.changed,
  };
  const before = await findLiveRun(shop, storedId("feed", row.feed_id));
  return { liveRunId: before?.id ?? null, difference: await differenceOfFiles({ ...services, shop }, { before, after }) };
}

async function endRun(
  services: Pick<Services, "channels" | "clock" | "filesUrl">,
  inside: ShopDb,
  { row, produced, end }: Finish,
  { liveRunId, difference, isLast }: Compared & { readonly isLast: boolean },
): Promise<boolean | "outdated"> {
  const id: RunId = storedId("run", row.id);
  const feedId = storedId("feed", row.feed_id);
  await holdFirstFeed(inside);
  const feed = await lockFeed(inside, feedId);
  const isCompared = feed === undefined || feed.live_run_id === liveRunId;
  if (!isCompared && !isLast) return "outdated";
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
  for (const { slug, found } of produced.channels) await storeFindings(inside, { runId: id, channel: slug, found });
  const source = { shop: inside, ...services };
  if (produced.held.length > 0) await emit(source, runHeld, runAnswer((await findRun(inside, feedId, id)) ?? completed));
  // Unless a newer one is live.
  else if (await publishRun(inside, { id, feedId, onlyForward: true })) {
    await tellPublished(source, { feedId, runId: id, difference: isCompared ? difference : UNCOUNTED });
    const channels = produced.channels.map(({ slug }) => slug);
    await emitFindings(source, { feedId, runId: id, channels });
    await insertSyncsAfterPublish(inside, { feedId, channels, pushing: pushingChannels(services.channels) });
    await markCurrencyDue(inside, feedId);
  }
  await upsertScope(inside, {
    feedId,
    definitionVersion: row.definition_version,
    extractId: row.extract_id,
    allowance: produced.allowance,
    counts: { ...produced.counts, reasons: produced.reasons, rules: produced.reasonRules },
  });
  await end(inside, completed);
  return true;
}
