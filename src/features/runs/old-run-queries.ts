import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** Runs of a feed that are told of however old they are: at 24 a day, six weeks of them. */
const KEPT_OF_FEED = 1_000;

/** Shops by number: those behind `after`, `through` included. */
export interface ShopRange {
  readonly after: number;
  readonly through: number;
  /** How long what left nothing is told of. */
  readonly historyDays: number;
}

/**
 * Forgets runs that left nothing, because they failed or their files have been removed. The live run and those a person still has to decide
 * on have their files, so they stay. A feed with few runs costs one look into an index; the bounds are materialized, or PostgreSQL may
 * look for one anew with every row. Answers how many.
 */
export async function deleteOldRuns(db: Db, { after, through, historyDays }: ShopRange, rowsMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with kept as materialized (
      select feeds.id as feed_id, feeds.live_run_id, last.id as last_id from feeds
      cross join lateral (select id from runs where runs.feed_id = feeds.id order by id desc offset ${KEPT_OF_FEED - 1} limit 1) last
      where feeds.shop_id > ${after} and feeds.shop_id <= ${through}
    )
    delete from runs where id = any(array(
      select runs.id from kept
      join runs on runs.feed_id = kept.feed_id and runs.id < kept.last_id
      where runs.id is distinct from kept.live_run_id
        and (runs.status = 'failed' or runs.expired_at is not null) and runs.publication not in ('live', 'held')
        and runs.created_at < now() - make_interval(days => ${historyDays})
      order by runs.id limit ${rowsMax} for update of runs skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
