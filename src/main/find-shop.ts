import { findShopByDomain } from "../features/shops/index.ts";
import { PlainError } from "../kernel/errors.ts";
import { parseId, storedId } from "../kernel/ids.ts";
import { type Db, openShop, type ShopDb } from "../platform/postgres/postgres-port.ts";

/** The installed shop a person means by `3`, `shop_3` or its domain. */
export async function findShop(db: Db, text: string): Promise<ShopDb> {
  const id = parseId("shop", text);
  const found =
    id === undefined
      ? await findShopByDomain(db, text)
      : await db.selectFrom("shops").select("id").where("id", "=", id).where("uninstalled_at", "is", null).executeTakeFirst();
  if (found === undefined)
    throw new PlainError("shop_unknown", `There is no shop ${text}. List the installed shops with: feedwright shop list`);
  return openShop(db, storedId("shop", found.id));
}

/** The shop, an installed one, and feed a person means by `feed_3` or `3`. */
export async function findShopOfFeed(db: Db, text: string) {
  const id = parseId("feed", text);
  const found =
    id === undefined
      ? undefined
      : await db
          .selectFrom("feeds")
          .innerJoin("shops", "shops.id", "feeds.shop_id")
          .select("feeds.shop_id")
          .where("feeds.id", "=", id)
          .where("shops.uninstalled_at", "is", null)
          .executeTakeFirst();
  if (id === undefined || found === undefined)
    throw new PlainError("feed_unknown", `There is no feed ${text}. List the feeds of a shop with: feedwright feed list --shop DOMAIN`);
  return { shop: openShop(db, storedId("shop", found.shop_id)), feedId: id };
}
