import { type Selectable, sql } from "kysely";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";

export type MarkKind = Database["catalog_marks"]["kind"];
export type Mark = Pick<Selectable<Database["catalog_marks"]>, "kind" | "subject_id" | "seq">;

/** A product that is reported all the time lets others go first for so long after it was read. */
const REST_SECONDS = 10;

/** What has waited longest first, so that nothing waits for ever. */
export async function readMarks({ db, shopId }: ShopDb, most: number): Promise<readonly Mark[]> {
  const { rows } = await sql<Mark>`
    select marks.kind, marks.subject_id, marks.seq from catalog_marks marks
    left join product_readings readings
      on readings.shop_id = marks.shop_id and readings.product_id = marks.subject_id and marks.kind = 'product'
    where marks.shop_id = ${shopId}
    order by greatest(marks.marked_at, readings.read_at + make_interval(secs => ${REST_SECONDS})), marks.seq limit ${most}`.execute(db);
  return rows;
}

/** Not counted past `most`. */
export async function countMarks({ db, shopId }: ShopDb, most: number): Promise<number> {
  const some = db.selectFrom("catalog_marks").select("seq").where("shop_id", "=", shopId).limit(most);
  const counted = await db
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return counted.count;
}

/** Takes back marks that have been read. One that was reported again meanwhile has another number, and stays. */
export async function removeMarks({ db, shopId }: ShopDb, marks: readonly Mark[]): Promise<void> {
  await sql`
    delete from catalog_marks using unnest(${marks.map(({ kind }) => kind)}::text[], ${marks.map((mark) => mark.subject_id)}::bigint[], ${marks.map(({ seq }) => seq)}::bigint[]) as read (kind, subject_id, seq)
    where catalog_marks.shop_id = ${shopId} and catalog_marks.kind = read.kind and catalog_marks.subject_id = read.subject_id and catalog_marks.seq = read.seq`.execute(
    db,
  );
}

/** Takes back what a full extract has read. Null: there was no mark when it began. */
export async function removeMarksThrough({ db, shopId }: ShopDb, seq: number | null): Promise<void> {
  if (seq !== null) await db.deleteFrom("catalog_marks").where("shop_id", "=", shopId).where("seq", "<=", seq).execute();
}

export async function forgetMarks(shop: ShopDb): Promise<void> {
  await shop.db.deleteFrom("catalog_marks").where("shop_id", "=", shop.shopId).execute();
  await settleQueue(shop, { failed: false });
}

/** After a delta that failed the next one waits: half a minute at first, half an hour at most. */
const REST_MIN_S = 30;
const REST_MAX_S = 1_800;

/**
 * Tells the shop's queue what waits now. Marks are removed before, as they are made before the queue is told of them: so nobody waits for another
 * in turn. The row is locked by the first statement, and whoever marks tells the row last, so the second one sees every mark that it won't be told of.
 */
export async function settleQueue({ db, shopId }: ShopDb, { failed }: { readonly failed: boolean }): Promise<void> {
  await db.selectFrom("delta_queues").select("shop_id").where("shop_id", "=", shopId).forUpdate().execute();
  const rest = sql<Date>`now() + make_interval(secs => least(${REST_MAX_S}, ${REST_MIN_S} * 2 ^ least(failures, 10)))`;
  await db
    .updateTable("delta_queues")
    .set({
      first_marked_at: sql<Date>`(select min(marked_at) from catalog_marks where shop_id = ${shopId})`,
      ...(failed ? { not_before: rest, failures: sql<number>`failures + 1` } : { not_before: sql<Date>`'-infinity'`, failures: 0 }),
    })
    .where("shop_id", "=", shopId)
    .execute();
}
