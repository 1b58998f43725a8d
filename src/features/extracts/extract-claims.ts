import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { Tried } from "../runs/index.ts";
import type { ExtractRow } from "./extract-queries.ts";

export interface ClaimedExtract extends Tried {
  readonly id: number;
  readonly shop_id: number;
  readonly attempt: number;
  /** What the extract brings in place of the shop's own; null where it brings nothing. */
  readonly storefront_config: ExtractRow["storefront_config"];
  /** Null: somebody asked for it. */
  readonly scheduled_for: Date | null;
}

export interface ExtractChoice {
  /** The worker has enough to do, so an extract that has just come in is left to one that has nothing, if there is one. */
  readonly isBusy?: boolean;
}

/** Workers look for work every two seconds; one that isn't heard of for longer isn't waited for. */
const LOOKED_WITHIN_S = 3;

/** A shop that asks for one extract after another comes behind the others, scheduled ones too. */
const JUST_SERVED_S = 600;

/**
 * Takes the next full extract that waits, or whose worker fell silent; those that people asked for first, unless their shop's last one has only just begun.
 * A shop has one at a time by a unique index, so what waits is one row of a shop at most; whether the shop was just served is asked of one after
 * another, until one was not. In a transaction, claims take turns.
 */
export async function claimExtract(
  db: Db,
  worker: string,
  silentAfterS: number,
  { isBusy = false }: ExtractChoice = {},
): Promise<ClaimedExtract | undefined> {
  const waits = sql`type = 'full' and (status = 'pending' or (status = 'running' and (beat_at is null or beat_at < now() - make_interval(secs => ${silentAfterS}))))`;
  const recent = sql`now() - make_interval(secs => ${LOOKED_WITHIN_S})`;
  const idleWorker = sql`
    select from workers where workers.id <> ${worker} and workers.beat_at > ${recent}
      and not exists (select from extracts held where held.status = 'running' and held.claimed_by = workers.id)
      and not exists (select from runs held where held.status = 'running' and held.claimed_by = workers.id)`;
  const ours = isBusy ? sql`(created_at < ${recent} or not exists (${idleWorker}))` : sql`true`;
  const inTurn = sql`
    select id, shop_id from extracts where ${waits} and ${ours} order by scheduled_for is not null, id offset 0`;
  const justServed = sql`exists (
    select 1 from extracts served where served.shop_id = waiting.shop_id and served.type = 'full' and served.id <> waiting.id
      and served.started_at > now() - make_interval(secs => ${JUST_SERVED_S}))`;
  await sql`select pg_advisory_xact_lock(hashtextextended('feedwright claim extract', 0))`.execute(db);
  const claimed = await sql<ClaimedExtract>`
    update extracts set status = 'running', attempt = attempt + 1, beat_at = now(), claimed_by = ${worker}, started_at = coalesce(started_at, now()),
      marks_through = coalesce(marks_through, (select max(seq) from catalog_marks where catalog_marks.shop_id = extracts.shop_id)),
      error_code = null, error_details = null
    where id = coalesce(
      (select id from (${inTurn}) waiting where not ${justServed} limit 1),
      (select id from (${inTurn}) waiting limit 1)
    ) and ${waits}
    returning id, shop_id, attempt, attempt - handed_back - room_waits as tries, room_waits, storefront_config, scheduled_for`.execute(db);
  return claimed.rows[0];
}
