import { sql } from "kysely";
import type { ExtractId, FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** A list that is never empty is a list that SQL takes. */
const NO_ROW = -1;

/** What the shop says of one feed column of a row, in every feed. */
export interface Override {
  readonly rowId: number;
  readonly column: string;
  readonly value: string;
}

/** The overrides of some rows. */
export async function listOverrides({ db, shopId }: ShopDb, rowIds: readonly number[]): Promise<readonly Override[]> {
  return db
    .selectFrom("product_overrides")
    .select(["row_id as rowId", "feed_column as column", "value"])
    .where("shop_id", "=", shopId)
    .where("row_id", "in", [NO_ROW, ...rowIds])
    .orderBy("row_id")
    .orderBy("feed_column")
    .execute();
}

/** A title or type is searched and sorted by as much of it as any channel shows, and more. */
const COMPARED_CHARACTERS = 500;

/** One column of all overrides, as far as lists compare it. */
export async function listOverridesOfColumn({ db, shopId }: ShopDb, column: string): Promise<readonly Omit<Override, "column">[]> {
  return db
    .selectFrom("product_overrides")
    .select(["row_id as rowId", sql<string>`left(value, ${COMPARED_CHARACTERS})`.as("value")])
    .where("shop_id", "=", shopId)
    .where("feed_column", "=", column)
    .orderBy("row_id")
    .execute();
}

/** Rows with an override, or with a cell of this feed. */
export async function listEditedRows({ db, shopId }: ShopDb, feedId: FeedId): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("product_overrides")
    .select("row_id")
    .where("shop_id", "=", shopId)
    .union(db.selectFrom("cells").select("row_id").where("shop_id", "=", shopId).where("feed_id", "=", feedId))
    .orderBy("row_id")
    .execute();
  return rows.map(({ row_id: rowId }) => rowId);
}

/** By the shop's feeds, which is how the index finds them. */
export async function listCellsOfRows({ db, shopId }: ShopDb, feedIds: readonly number[], rowIds: readonly number[]) {
  return db
    .selectFrom("cells")
    .select(["feed_id as feedId", "row_id as rowId", "source_column as column", "value"])
    .where("shop_id", "=", shopId)
    .where("feed_id", "in", [NO_ROW, ...feedIds])
    .where("row_id", "in", [NO_ROW, ...rowIds])
    .orderBy("feed_id")
    .orderBy("row_id")
    .orderBy("source_column")
    .execute();
}

/** What an override shall be; null clears it. */
export interface OverrideChange {
  readonly rowId: number;
  readonly column: string;
  readonly value: string | null;
}

/**
 * Writes and clears overrides, each named once, however many, in one statement. Only what differs is touched. Answers the rows of
 * those that did.
 */
export async function changeOverrides({ db, shopId }: ShopDb, changes: readonly OverrideChange[]): Promise<readonly number[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<{ readonly row_id: number }>`
    with differing as materialized (
      select wanted.row_id, wanted.feed_column, wanted.value
      from unnest(
        ${changes.map(({ rowId }) => rowId)}::bigint[], ${changes.map(({ column }) => column)}::text[],
        ${changes.map(({ value }) => value)}::text[]
      ) as wanted (row_id, feed_column, value)
      left join product_overrides as present
        on present.shop_id = ${shopId} and present.row_id = wanted.row_id and present.feed_column = wanted.feed_column
      where present.value is distinct from wanted.value
    ), written as (
      insert into product_overrides (shop_id, row_id, feed_column, value)
      select ${shopId}, row_id, feed_column, value from differing where value is not null
      on conflict (shop_id, row_id, feed_column) do update set value = excluded.value, updated_at = now()
    ), cleared as (
      delete from product_overrides using differing
      where product_overrides.shop_id = ${shopId} and product_overrides.row_id = differing.row_id
        and product_overrides.feed_column = differing.feed_column and differing.value is null
    )
    select distinct row_id from differing order by row_id`.execute(db);
  return rows.map(({ row_id: rowId }) => rowId);
}

/** Index-only, and asked for only behind a change. */
export async function countOverrides({ db, shopId }: ShopDb): Promise<number> {
  const { total } = await db
    .selectFrom("product_overrides")
    .select((select) => select.fn.countAll<number>().as("total"))
    .where("shop_id", "=", shopId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Where the rows of an extract come from, and when they were pulled. */
/** Whether the feed says something of its own of a column: by a mapping, or by an active rule that writes it. */
export async function feedWrites({ db, shopId }: ShopDb, feedId: FeedId, column: string): Promise<boolean> {
  const { rows } = await sql`
    select from feeds f where f.id = ${feedId} and f.shop_id = ${shopId} and (
      f.mappings ? ${column}
      or exists (select from rules r where r.feed_id = f.id and r.shop_id = f.shop_id and r.active and lower(r.definition->>'target') = ${column})
    )`.execute(db);
  return rows.length > 0;
}

export async function findOrigin({ db, shopId }: ShopDb, extractId: ExtractId) {
  return db
    .selectFrom("extracts")
    .innerJoin("shops", "shops.id", "extracts.shop_id")
    .select(["shops.storefront", "extracts.completed_at"])
    .where("extracts.shop_id", "=", shopId)
    .where("extracts.id", "=", extractId)
    .executeTakeFirst();
}
