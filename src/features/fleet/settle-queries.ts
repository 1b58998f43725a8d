import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/postgres/postgres-port.ts";

/** What has become of a change in a shop since it was made: the runs that show it. */
export interface SettledTarget {
  readonly id: number;
  readonly extract_status: "pending" | "running" | "completed" | "failed" | "cancelled" | null;
  readonly extract_error: string | null;
  /** A run that shows it was published, whatever came after it. */
  readonly went_live: boolean;
  /** A run that could still show it, or will start when another ends. */
  readonly is_coming: boolean;
  readonly run_id: number | null;
  readonly run_status: "running" | "completed" | "failed" | null;
  readonly publication: "live" | "held" | "superseded" | "discarded" | "none" | null;
  readonly error_details: string | null;
  readonly held_reasons: unknown;
}

/**
 * For every target whose change was made, or whose run is held. Only runs that have read the changed definition, or the run or extract that was
 * asked for, count; of an extract those of all active feeds, the worst first.
 */
export async function listUnsettled({ db, organizationId }: OrganizationDb, changeId: number): Promise<readonly SettledTarget[]> {
  const shows = sql`runs.shop_id = t.shop_id and (t.feed_id is null or runs.feed_id = t.feed_id)
    and runs.definition_version >= coalesce(t.definition_version, 0) and runs.id >= coalesce(t.run_id, 0)
    and runs.extract_id >= coalesce(t.extract_id, 0)`;
  const { rows } = await sql<SettledTarget>`
    select t.id, extracts.status as extract_status, extracts.error_details as extract_error,
      case when t.feed_id is not null then exists (select from runs where ${shows} and publication in ('live', 'superseded'))
        else not exists (
          select from feeds where feeds.shop_id = t.shop_id and feeds.active
            and not exists (select from runs where ${shows} and runs.feed_id = feeds.id and publication in ('live', 'superseded'))
        ) end as went_live,
      exists (
        select from feeds left join runs on runs.feed_id = feeds.id and runs.status = 'running'
        where feeds.shop_id = t.shop_id and (t.feed_id is null or feeds.id = t.feed_id) and (feeds.rerun_requested or runs.id is not null)
      ) as is_coming,
      shown.id as run_id, shown.status as run_status, shown.publication, shown.error_details, shown.held_reasons
    from fleet_change_targets t
    left join extracts on extracts.id = t.extract_id and extracts.shop_id = t.shop_id
    left join lateral (
      select runs.* from runs where ${shows} and runs.publication not in ('live', 'superseded')
      order by (runs.status = 'failed') desc, (runs.publication = 'held') desc, runs.id desc limit 1
    ) shown on true
    where t.organization_id = ${organizationId} and t.change_id = ${changeId} and t.status in ('applied', 'held')`.execute(db);
  return rows;
}
