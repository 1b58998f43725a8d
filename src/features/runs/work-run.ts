import { storedId, type RunId } from "../../kernel/ids.ts";
import { PlainError } from "../../kernel/errors.ts";
import { ObjectDamaged } from "../../platform/objects/objects-port.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { emit } from "../events/index.ts";
import { type FeedRow, findFeed } from "../feeds/index.ts";
import { setUnmatchedKeys } from "../lookups/index.ts";
import type { Services } from "../operation.ts";
import { finishRun, type RunEnd } from "./finish-run.ts";
import { type ClaimedRun, releaseRun } from "./run-claims.ts";
import { runFailed } from "./run-events.ts";
import { beginAttempt, failRun, type RunRow } from "./run-queries.ts";
import { runAnswer } from "./run-shapes.ts";
import { removeExpiredRuns, removeLostAttempts } from "./retention.ts";
import { RUN_ATTEMPTS_MAX, runPrefix } from "./run.ts";
import type { RunStage } from "./progress-queries.ts";
import { produceRun } from "./produce-run.ts";
import { STAGE_STARTS, tellStage } from "./tell-progress.ts";
import { LOST, removeIfErased, type WorkEnd } from "./work-end.ts";
import { failureReason, retryOf, uninstalledShop } from "./work-failure.ts";

export interface RunWork {
  readonly signal: AbortSignal;
  /** How far it has come, in percent, at a few of its steps. */
  readonly progress?: (run: RunRow, percent: number) => Promise<void>;
  readonly end: RunEnd;
}

/**
 * Carries out a claimed run: produce the files below a key of this attempt, store them, then end it in one transaction that
 * compares the attempt. A worker that lost its claim writes into a folder nobody reads.
 */
export async function workRun(
  services: Services,
  shop: ShopDb,
  claim: ClaimedRun,
  options: RunWork,
): Promise<WorkEnd<"completed" | "held">> {
  const id = storedId("run", claim.id);
  const log = services.log.child({ run_id: claim.id, shop_id: claim.shop_id, attempt: claim.attempt });
  let ended: WorkEnd<"completed" | "held"> | undefined;
  try {
    if (claim.tries > RUN_ATTEMPTS_MAX)
      throw new PlainError(
        "worker_lost",
        `The run crashed its worker ${RUN_ATTEMPTS_MAX} times, so Feedwright gave up. Run the feed again.`,
      );
    const { row, feed } = await begin(shop, id, claim.attempt);
    const reach = async (stage: RunStage): Promise<void> => {
      await tellStage({ shop, clock: services.clock }, row, stage);
      if (stage !== "transforming") await options.progress?.(row, STAGE_STARTS[stage]);
    };
    await reach("transforming");
    const produced = await produceRun(services, shop, { row, feed, signal: options.signal, reach });
    const finished = await finishRun(services, shop, { row, produced, end: options.end });
    if (!finished) return await lostRun({ services, shop, claim });
    ended = { outcome: produced.held.length > 0 ? "held" : "completed", rows: produced.counts.total };
    // Outside the run's end: a table that is being replaced must not wait for it, nor it for the table.
    for (const { table, keys } of produced.unmatched) await setUnmatchedKeys(shop, table, keys);
    const { included, excluded } = produced.counts;
    log.info({ included, excluded, held: produced.held.length }, "run completed");
    if (produced.held.length > 0) {
      const reasons = produced.held.map(({ code, message }) => ({ code, message }));
      log.warn({ feed_id: feed.id, reasons }, "run is held; the last published file is still served");
    }
    await removeLostAttempts(services, claim);
    await removeExpiredRuns(services, shop, storedId("feed", feed.id));
    return ended;
  } catch (error) {
    const badly = await runEndedBadly({ services, shop, claim, id, options, error });
    // What goes wrong after a run's end is tidying up.
    return ended ?? badly;
  }
}

/**
 * The run and the feed it reads. A run waits for its worker, and the feed may change meanwhile: the run is of the version it finds, which
 * is read before all that it numbers.
 */
async function begin(shop: ShopDb, id: RunId, attempt: number): Promise<{ readonly row: RunRow; readonly feed: FeedRow }> {
  const { feed_id: feedId, uninstalled_at: uninstalledAt } = await shop.db
    .selectFrom("runs")
    .innerJoin("shops", "shops.id", "runs.shop_id")
    .select(["runs.feed_id", "shops.uninstalled_at"])
    .where("runs.shop_id", "=", shop.shopId)
    .where("runs.id", "=", id)
    .executeTakeFirstOrThrow();
  if (uninstalledAt !== null) throw uninstalledShop();
  const feed = await findFeed(shop, storedId("feed", feedId));
  if (feed === undefined) throw new PlainError("feed_removed", "The feed was removed during the run.");
  const row = await beginAttempt(shop, { id, attempt, definitionVersion: feed.definition_version });
  if (row === undefined) throw new Error("lost the claim before the work began");
  return { row, feed };
}

interface BadEnd {
  readonly services: Services;
  readonly shop: ShopDb;
  readonly claim: ClaimedRun;
  readonly id: RunId;
  readonly options: RunWork;
  readonly error: unknown;
}

export const SNAPSHOT_DAMAGED = Object.freeze({
  code: "snapshot_damaged",
  details:
    "The stored snapshot of the catalog is damaged, so the run didn't use it. The published file stays in place. Feedwright extracts the shop again automatically, at most once an hour.",
});

/** A snapshot can be pulled from the platform again; nothing else that a run reads can. */
function readsDamagedSnapshot(error: unknown, shopId: number): boolean {
  return error instanceof ObjectDamaged && error.key.startsWith(`shops/${shopId}/extracts/`);
}

/** A stopping worker, or a failure that passes, gives the claim back; any other ends the run with its reason. */
async function runEndedBadly(end: BadEnd): Promise<WorkEnd<never>> {
  const { services, shop, claim, id, options, error } = end;
  const retry = options.signal.aborted ? "stopping" : retryOf(error, claim, RUN_ATTEMPTS_MAX);
  services.log.warn({ run_id: claim.id, attempt: claim.attempt, error: String(error), again: retry !== "never" }, "run did not complete");
  if (retry !== "never") return (await releaseRun(shop, id, claim.attempt, retry)) ? { outcome: "released", rows: 0 } : lostRun(end);
  const { code, details } = readsDamagedSnapshot(error, claim.shop_id) ? SNAPSHOT_DAMAGED : failureReason(error, "run");
  const failed = await transact(shop.db, async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    const row: RunRow | undefined = await failRun(inside, { id, attempt: claim.attempt, code, details });
    if (row === undefined) return false;
    await emit({ shop: inside, clock: services.clock }, runFailed, runAnswer(row));
    await options.end(inside, row);
    return true;
  });
  if (!failed) return lostRun(end);
  await services.objects.remove(runPrefix(claim.shop_id, claim.id));
  return { outcome: "failed", rows: 0 };
}

async function lostRun({ services, shop, claim }: Pick<BadEnd, "services" | "shop" | "claim">): Promise<WorkEnd<never>> {
  await removeIfErased(services.objects, shop, runPrefix(claim.shop_id, claim.id));
  return LOST;
}
