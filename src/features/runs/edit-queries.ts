import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { RunRow } from "./run-queries.ts";

/** Edits that are looked at: more rows than these nobody changes by hand between two runs. */
const EDITS_MAX = 5_000;

export interface RunsBetween {
  readonly feedId: FeedId;
  readonly before: RunRow;
  readonly after: RunRow;
}

/** Rows of the feed with a cell that was changed after the version that one run read, up to the other's. */
export async function listCellEdits({ db, shopId }: ShopDb, { feedId, before, after }: RunsBetween): Promise<readonly number[]> {
  const [first, last] = [before.definition_version, after.definition_version].toSorted((one, other) => one - other);
  const { rows } = await sql<{ readonly row_id: number }>`
    select distinct row_id from cell_changes
    where shop_id = ${shopId} and feed_id = ${feedId} and version > ${first} and version <= ${last} limit ${EDITS_MAX}`.execute(db);
  return rows.map(({ row_id: id }) => id);
}

/** Overrides of the shop that were set between the runs. Those that were removed aren't known any more. */
export async function listOverrideEdits(
  { db, shopId }: ShopDb,
  { before, after }: RunsBetween,
): Promise<readonly { readonly row_id: number; readonly feed_column: string }[]> {
  const [first, last] = [before.started_at, after.started_at].toSorted((one, other) => Number(one) - Number(other));
  const { rows } = await sql<{ readonly row_id: number; readonly feed_column: string }>`
    select row_id, feed_column from product_overrides
    where shop_id = ${shopId} and updated_at > ${first ?? null} and updated_at <= ${last ?? null} limit ${EDITS_MAX}`.execute(db);
  return rows;
}
