import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** The shop's active feeds, with what each aims at. */
export async function listAims({ db, shopId }: ShopDb) {
  return db
    .selectFrom("feeds")
    .select(["id", "feed_type", "target_market", "locale"])
    .where("shop_id", "=", shopId)
    .where("active", "=", true)
    .orderBy("id")
    .execute();
}

export async function findLanguages({ db, shopId }: ShopDb) {
  return db.selectFrom("shops").select(["primary_locale", "languages"]).where("id", "=", shopId).executeTakeFirstOrThrow();
}
