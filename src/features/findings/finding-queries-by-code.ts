import { sql } from "kysely";
import type { FeedId, RunId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** What a run has found for a channel with one check. */
export interface FoundByCode {
  readonly channel: string;
  readonly nth: number;
  /** Rows of it that are muted one by one. */
  readonly muted_rows: readonly number[];
}

interface Asked {
  readonly feedId: FeedId;
  readonly runId: RunId;
  readonly code: string;
  /** Null: of any channel. */
  readonly channel: string | null;
}

/** A run's findings with a code. Those that are muted as a whole aren't among them. */
export async function listFindingsByCode({ db, shopId }: ShopDb, { feedId, runId, code, channel }: Asked): Promise<readonly FoundByCode[]> {
  const { rows } = await sql<FoundByCode>`
    select findings.channel, findings.nth, array(
      select row_id from finding_mutes muted where muted.feed_id = runs.feed_id and muted.channel = findings.channel and muted.code = findings.code
        and (muted.field is null or muted.field = findings.field) and muted.row_id is not null
    ) as muted_rows
    from findings join runs on runs.id = findings.run_id
    where findings.shop_id = ${shopId} and runs.shop_id = ${shopId} and runs.feed_id = ${feedId} and runs.id = ${runId}
      and findings.code = ${code} and (${channel}::text is null or findings.channel = ${channel})
      and not exists (
        select from finding_mutes muted where muted.feed_id = runs.feed_id and muted.channel = findings.channel and muted.code = findings.code
          and (muted.field is null or muted.field = findings.field) and muted.row_id is null
      )
    order by findings.channel, findings.nth`.execute(db);
  return rows;
}
