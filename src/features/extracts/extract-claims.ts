import { sql } from "kysely";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import type { ExtractRow } from "./extract-queries.ts";

export interface ClaimedExtract {
  readonly id: number;
  readonly shop_id: number;
  readonly attempt: number;
  /** Attempts that nobody handed back: what the bound on attempts counts. */
  readonly tries: number;
  /** What the extract brings in place of the shop's own; null where it brings nothing. */
  readonly storefront_config: ExtractRow["storefront_config"];
  /** Null: somebody asked for it. */
  readonly scheduled_for: Date | null;
}

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
  barred: readonly number[] = [],
): Promise<ClaimedExtract | undefined> {
  const waits = sql`type = 'full' and (status = 'pending' or (status = 'running' and (beat_at is null or beat_at < now() - make_interval(secs => ${silentAfterS}))))`;
  const inTurn = sql`
    select id, shop_id from extracts where ${waits} and shop_id <> all (${barred}::bigint[]) order by scheduled_for is not null, id offset 0`;
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
    returning id, shop_id, attempt, attempt - handed_back as tries, storefront_config, scheduled_for`.execute(db);
  return claimed.rows[0];
}
