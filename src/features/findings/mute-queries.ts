import { type Selectable } from "kysely";
import type { FeedId } from "../../kernel/ids.ts";
import type { Database, ShopDb } from "../../platform/postgres/postgres-port.ts";

export type MuteRow = Selectable<Database["finding_mutes"]>;

interface OfChannel {
  readonly feedId: FeedId;
  readonly channel: string;
}

const mutesOf = ({ db, shopId }: ShopDb, { feedId, channel }: OfChannel) =>
  db.selectFrom("finding_mutes").where("shop_id", "=", shopId).where("feed_id", "=", feedId).where("channel", "=", channel);

export async function listMutes(shop: ShopDb, of: OfChannel, page: { readonly limit: number; readonly offset: number }) {
  const [rows, counted] = await Promise.all([
    mutesOf(shop, of).selectAll().orderBy("id").limit(page.limit).offset(page.offset).execute(),
    mutesOf(shop, of)
      .select((select) => select.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: counted.total };
}

export async function findMute(shop: ShopDb, of: OfChannel, id: number): Promise<MuteRow | undefined> {
  return mutesOf(shop, of).selectAll().where("id", "=", id).executeTakeFirst();
}

/** Those of single rows, which are taken out of counts one by one. */
export async function findRowMutes(shop: ShopDb, of: OfChannel) {
  const rows = await mutesOf(shop, of).select(["code", "field", "row_id"]).where("row_id", "is not", null).execute();
  return rows.flatMap(({ row_id: rowId, ...mute }) => (rowId === null ? [] : [{ ...mute, rowId }]));
}

/** Of all the feed's channels. */
export async function countMutes({ db, shopId }: ShopDb, feedId: FeedId): Promise<number> {
  const counted = await db
    .selectFrom("finding_mutes")
    .select((select) => select.fn.countAll<number>().as("total"))
    .where("shop_id", "=", shopId)
    .where("feed_id", "=", feedId)
    .executeTakeFirstOrThrow();
  return counted.total;
}

export interface NewMute {
  readonly code: string;
  readonly field: string | null;
  readonly rowId: number | null;
  readonly note: string | null;
}

/** Undefined: there is the same one already. */
export async function insertMute(
  { db, shopId }: ShopDb,
  { feedId, channel }: OfChannel,
  { code, field, rowId, note }: NewMute,
): Promise<MuteRow | undefined> {
  return db
    .insertInto("finding_mutes")
    .values({ shop_id: shopId, feed_id: feedId, channel, code, field, row_id: rowId, note })
    .onConflict((conflict) => conflict.columns(["feed_id", "channel", "code", "field", "row_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function deleteMute({ db, shopId }: ShopDb, id: number): Promise<void> {
  await db.deleteFrom("finding_mutes").where("shop_id", "=", shopId).where("id", "=", id).execute();
}
