import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** Extracts that one look starts: after a long standstill the rest follow a minute later. More than a minute's share of 50,000 shops. */
const STARTED_MAX = 1_000;

/** What a person has just extracted is not extracted again at once. */
const REST_MINUTES = 30;

/** Of a shop within a turn: see below. */
export const PLACE = sql`mod(shops.id * 0.6180339887498949::numeric, 1)`;

/**
 * Starts the full extracts that are due. A day has as many turns as the shop's plan says, and each shop its own place within a turn:
 * multiples of the golden ratio lie evenly however many shops there are. An extract is due when a turn has begun since the last one was
 * made, by whomever. Turns that were missed are not made up for. A CSV shop has none: its export only ever changes together with an
 * extract of it.
 *
 * That a shop is installed is asked once more of the row that is locked, which may be newer than what was seen of it.
 * Any number of workers may look at once: a shop that another one holds is passed over, and a turn has one extract by a unique index.
 * `at`: the present; null: the database's.
 */
export async function startScheduledExtracts(db: Db, at: Date | null): Promise<number> {
  const present = sql`coalesce(${at}::timestamptz, now())`;
  const started = await sql`
    with paced as (
      select shops.id, 86400.0 / plans.daily_export_count as turn_s, ${PLACE} as place
      from shops join plans on plans.code_name = shops.subscription_plan
      where shops.uninstalled_at is null and shops.subscription_status <> 'frozen' and shops.storefront <> 'csv' and plans.daily_export_count > 0
    ), placed as (
      select id, turn_s, to_timestamp((floor(extract(epoch from ${present}) / turn_s - place) + place) * turn_s) as began from paced
    ), due as (
      select shops.id, placed.began from shops join placed on placed.id = shops.id
      left join lateral (
        select created_at from extracts where extracts.shop_id = shops.id and type = 'full' order by extracts.id desc limit 1
      ) last on true
      where shops.uninstalled_at is null and (last.created_at is null or (last.created_at < placed.began and last.created_at <= ${present} - least(make_interval(mins => ${REST_MINUTES}), make_interval(secs => placed.turn_s / 2))))
        and not exists (
          select 1 from extracts where extracts.shop_id = shops.id and status in ('pending', 'running') and type <> 'delta'
        )
      order by placed.began, shops.id limit ${STARTED_MAX} for no key update of shops skip locked
    )
    insert into extracts (shop_id, type, scheduled_for, created_at) select id, 'full', began, ${present} from due
    on conflict do nothing returning id`.execute(db);
  return started.rows.length;
}
