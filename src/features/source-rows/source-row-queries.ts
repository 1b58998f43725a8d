import { sql } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** Rows with a cell of the feed. */
export async function listRowsWithCells({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("cells")
    .select("row_id")
    .distinct()
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .orderBy("row_id")
    .execute();
  return rows.map(({ row_id: rowId }) => rowId);
}

/** Everything that a list's rows and values depend on, except for the edits shown with them. */
export interface ListedState {
  /** Version of the feed's definition; each change of a cell makes a new one. */
  readonly version: number;
  /** Where the live snapshot's objects are; null before the shop's first extract. */
  readonly snapshot: string | null;
  /** Where the live run's are; null while the feed has none. */
  readonly run: string | null;
  /** The metafields that the shop has chosen, as JSON. */
  readonly metafields: string | null;
  /** Average size of a snapshot row as CSV, in bytes; null if unknown. */
  readonly rowBytes: number | null;
  /** Whether the feed has any cell or the shop any override. If not, pages skip the query for edits. */
  readonly edited: boolean;
}

/** Undefined where the shop has no such feed. One statement, because every page of a scroll asks it. */
export async function findListedState({ db, shopId }: ShopDb, feedId: FeedId): Promise<ListedState | undefined> {
  const { rows } = await sql<ListedState>`
    select f.definition_version as version, e.snapshot_prefix as snapshot, r.output_prefix as run, s.metafields::text as metafields,
      (e.csv_bytes / nullif(e.product_count, 0))::float8 as "rowBytes",
      exists (select 1 from cells c where c.shop_id = s.id and c.feed_id = f.id)
        or exists (select 1 from product_overrides o where o.shop_id = s.id) as edited
    from feeds f join shops s on s.id = f.shop_id
      left join extracts e on e.id = s.live_extract_id
      left join runs r on r.id = f.live_run_id
    where f.id = ${feedId} and f.shop_id = ${shopId}`.execute(db);
  return rows[0];
}

/** A cell of the feed, with its value, or the feed column of an override. */
export interface RowEdit {
  readonly rowId: number;
  readonly kind: "cell" | "override";
  readonly column: string;
  readonly value: string | null;
}

/** The edits of some rows, ordered by column. */
export async function listRowEdits({ db, shopId }: ShopDb, feedId: FeedId, rowIds: readonly number[]): Promise<readonly RowEdit[]> {
  const among = sql`any(${[...rowIds]}::bigint[])`;
  const { rows } = await sql<RowEdit>`
    select row_id as "rowId", 'cell' as kind, source_column as "column", value
    from cells where shop_id = ${shopId} and feed_id = ${feedId} and row_id = ${among}
    union all
    select row_id, 'override', feed_column, null from product_overrides where shop_id = ${shopId} and row_id = ${among}
    order by "column"`.execute(db);
  return rows;
}
