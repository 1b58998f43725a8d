import { readReasonCounts, type ScopeCounts } from "../../engine/run/run-counts.ts";
import { PlainError } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { WarehouseLost, WarehouseRefused } from "../../platform/warehouse/warehouse-port.ts";
import { type FeedRow, findFeed, readDefinition } from "../feeds/index.ts";
import type { Services } from "../operation.ts";
import { findLiveSnapshot, type Snapshot } from "../snapshots/index.ts";
import { openTransform, planned } from "../transforms/index.ts";
import { type ClaimedScope, endScopeClaim, postponeScope, releaseScope } from "./scope-claims.ts";
import { upsertScope } from "./scope-queries.ts";

/** Counting a million rows takes seconds; a computation past this is stuck. */
const SCOPE_DEADLINE_MS = 5 * 60_000;

/** What DuckDB refuses it refuses again, so that such a feed waits for its next change, or long; what passes is tried again soon. */
const WAIT_S = { refused: 60, passing: 1, longest: 3_600, forGood: 10 * 365 * 24 * 3_600 } as const;

/**
 * Carries out a claimed computation over the feed as it is defined, and the snapshot there is, by then. The version is read before what it
 * numbers: where a change comes in between, the counts are marked as older than it and computed again.
 */
export async function workScope(services: Services, shop: ShopDb, claim: ClaimedScope, signal: AbortSignal): Promise<void> {
  const feedId = storedId("feed", claim.feed_id);
  const held = { feedId, attempt: claim.attempt };
  try {
    const [feed, snapshot] = [await findFeed(shop, feedId), await findLiveSnapshot(shop)];
    if (feed === undefined || snapshot === undefined) return await postponeScope(shop, held, WAIT_S.refused);
    const { counts, allowance } = await countScope(services, shop, { feed, snapshot, signal });
    await transact(shop.db, async (transaction) => {
      const inside: ShopDb = { ...shop, db: transaction };
      const of = { definitionVersion: feed.definition_version, extractId: snapshot.extractId, allowance };
      await upsertScope(inside, { feedId, ...of, counts });
      await endScopeClaim(inside, held);
    });
  } catch (error) {
    if (signal.aborted) return releaseScope(shop, held);
    const waitS = waitAfter(error, claim.tries);
    services.log.warn({ feed_id: claim.feed_id, shop_id: claim.shop_id, error: String(error), wait_s: waitS }, "scope was not computed");
    await postponeScope(shop, held, waitS);
  }
}

/** A definition that can't be planned can't be planned later either: it waits for its next change, or another snapshot. */
function waitAfter(error: unknown, tries: number): number {
  if (error instanceof PlainError) return WAIT_S.forGood;
  const refused = error instanceof WarehouseRefused || (error instanceof WarehouseLost && error.reason === "deadline");
  return Math.min(WAIT_S.longest, (refused ? WAIT_S.refused : WAIT_S.passing) * 2 ** (tries - 1));
}

async function countScope(
  services: Services,
  shop: ShopDb,
  { feed, snapshot, signal }: { readonly feed: FeedRow; readonly snapshot: Snapshot; readonly signal: AbortSignal },
): Promise<{ readonly counts: ScopeCounts; readonly allowance: number | null }> {
  const definition = await readDefinition(shop, feed);
  await using leases = new AsyncDisposableStack();
  await using scratch = await services.objects.scratch();
  await using session = await services.warehouse
    .of(shop.shopId)
    .session({ signal, folder: scratch.path, deadlineMs: SCOPE_DEADLINE_MS, rows: snapshot.facts.variants });
  const work = { feed, snapshot, definitions: [definition], session, scratch, leases, now: services.clock.now() };
  const { planOf, input, options } = await openTransform(services, shop, work);
  const { statements, reasons } = await planned(services, "scope", { plan: planOf(definition), input, options });
  await session.run(...statements);
  return { counts: readReasonCounts(await session.all(reasons)), allowance: definition.allowance };
}
