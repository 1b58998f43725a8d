import { sql } from "kysely";
import type { ScopeCounts } from "../../engine/run/run-counts.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

export async function findScope({ db, shopId }: ShopDb, feedId: FeedId) {
  return db.selectFrom("feed_scopes").selectAll().where("shop_id", "=", shopId).where("feed_id", "=", feedId).executeTakeFirst();
}

export interface ComputedScope {
  readonly feedId: FeedId;
  /** What the counts were computed of. */
  readonly definitionVersion: number;
  readonly extractId: number;
  /** Rows the plan allowed; null for any number. */
  readonly allowance: number | null;
  readonly counts: ScopeCounts;
}

/**
 * Keeps counts, unless those there are were computed of a later definition or snapshot: a run and a computation in the background
 * may end in any order.
 */
export async function upsertScope({ db, shopId }: ShopDb, scope: ComputedScope): Promise<void> {
  const { feedId, definitionVersion, extractId, allowance, counts } = scope;
  await sql`
    insert into feed_scopes (feed_id, shop_id, definition_version, extract_id, included_count, excluded_count, total_count, reasons, reason_rules, allowance, computed_at)
    select id, shop_id, ${definitionVersion}, ${extractId}, ${counts.included}, ${counts.excluded}, ${counts.total}, ${JSON.stringify(counts.reasons)}::jsonb, ${JSON.stringify(counts.rules)}::jsonb, ${allowance}, now()
    from feeds where id = ${feedId} and shop_id = ${shopId}
    on conflict (feed_id) do update set definition_version = excluded.definition_version, extract_id = excluded.extract_id,
      included_count = excluded.included_count, excluded_count = excluded.excluded_count, total_count = excluded.total_count,
      reasons = excluded.reasons, reason_rules = excluded.reason_rules, allowance = excluded.allowance, computed_at = excluded.computed_at
    where feed_scopes.definition_version <= excluded.definition_version and feed_scopes.extract_id <= excluded.extract_id`.execute(db);
}
