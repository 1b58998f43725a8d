import { sql } from "kysely";
import type { ExtractId } from "../../kernel/ids.ts";
import { statesBefore } from "../../kernel/lifecycle.ts";
import type { Db, ShopDb } from "../../platform/postgres/postgres-port.ts";
import { EXTRACT, EXTRACT_STATUSES } from "../extracts/index.ts";
import type { DeltaPace } from "../../kernel/delta-pace.ts";

/** Deltas that one look starts; the rest follow with the next one. */
const STARTED_MAX = 200;

/**
 * Starts the deltas that are due: the shop has been quiet for a while, or has waited long enough. A shop with any extract under way waits for its
 * end. Any number of workers may look at once. Answers how many.
 */
export async function startDueDeltas(db: Db, { quietMs, waitMaxMs }: DeltaPace): Promise<number> {
  const started = await sql`
    insert into extracts (shop_id, type)
    select queues.shop_id, 'delta' from delta_queues queues join shops on shops.id = queues.shop_id
    where queues.first_marked_at is not null and queues.not_before <= now()
      and (queues.last_marked_at <= now() - make_interval(secs => ${quietMs / 1_000}) or queues.first_marked_at <= now() - make_interval(secs => ${waitMaxMs / 1_000}))
      and shops.uninstalled_at is null and shops.live_extract_id is not null and shops.subscription_status <> 'frozen'
      and not exists (select 1 from extracts where extracts.shop_id = queues.shop_id and extracts.status in ('pending', 'running'))
    order by queues.first_marked_at limit ${STARTED_MAX}
    on conflict do nothing returning id`.execute(db);
  return started.rows.length;
}

export interface ClaimedDelta {
  readonly id: number;
  readonly shop_id: number;
  readonly attempt: number;
  /** Attempts that nobody handed back: what the bound on attempts counts. */
  readonly tries: number;
}

/** One that waits, or whose worker fell silent. A full extract of the shop takes its place, so nothing is begun beside one. */
const claimable = (silentAfterS: number) => sql`type = 'delta'
  and (status = 'pending' or (status = 'running' and (beat_at is null or beat_at < now() - make_interval(secs => ${silentAfterS}))))
  and not exists (select 1 from extracts other where other.shop_id = extracts.shop_id and other.type = 'full' and other.status in ('pending', 'running'))`;

/** The one that was asked for first. A shop has one at a time by a unique index, whose entries are all that is read. */
export async function claimDelta(
  db: Db,
  worker: string,
  silentAfterS: number,
  barred: readonly number[] = [],
): Promise<ClaimedDelta | undefined> {
  const claimed = await sql<ClaimedDelta>`
    update extracts set status = 'running', attempt = attempt + 1, beat_at = now(), claimed_by = ${worker}, started_at = coalesce(started_at, now()),
      error_code = null, error_details = null
    where id = (
      select id from extracts where ${claimable(silentAfterS)} and shop_id <> all (${barred}::bigint[]) order by id + 0 limit 1 for update skip locked
    ) returning id, shop_id, attempt, attempt - handed_back as tries`.execute(db);
  return claimed.rows[0];
}

export async function deltasWaiting(db: Db, silentAfterS: number): Promise<boolean> {
  const found = await sql<{
    readonly waiting: boolean;
  }>`select exists (select 1 from extracts where ${claimable(silentAfterS)}) as waiting`.execute(db);
  return found.rows[0]?.waiting ?? false;
}

/** Ends a delta that brings nothing: a full extract takes its place. False: a stale attempt. */
export async function withdrawDelta(
  { db, shopId }: ShopDb,
  { id, attempt }: { readonly id: ExtractId; readonly attempt: number },
): Promise<boolean> {
  const row = await db
    .updateTable("extracts")
    .set({ status: "cancelled" })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "in", [...statesBefore(EXTRACT, "cancel", EXTRACT_STATUSES)])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a delta that found everything as it was. False: a stale attempt. */
export async function completeIdleDelta(
  { db, shopId }: ShopDb,
  { id, attempt, productCount }: { readonly id: ExtractId; readonly attempt: number; readonly productCount: number },
): Promise<boolean> {
  const row = await db
    .updateTable("extracts")
    .set({ status: "completed", progress: 100, product_count: productCount, completed_at: sql`now()` })
    .where("shop_id", "=", shopId)
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "in", [...statesBefore(EXTRACT, "done", EXTRACT_STATUSES)])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A shop whose changes are of all products, or too many, extracts in full no more often than this. */
const FULL_EVERY_MINUTES = 10;

export async function hasJustExtracted({ db, shopId }: ShopDb): Promise<boolean> {
  const found = await db
    .selectFrom("extracts")
    .select("id")
    .where("shop_id", "=", shopId)
    .where("type", "=", "full")
    .where("created_at", ">", sql<Date>`now() - make_interval(mins => ${FULL_EVERY_MINUTES})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
