import { sql } from "kysely";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { ShopState } from "../../storefronts/storefront-port.ts";

/** What the platform says of the shop now takes the place of what it said before. Languages that our access no longer tells stay as they were. */
export async function keepShopState({ db, shopId }: ShopDb, { timeZone, scopes, languages, markets }: ShopState): Promise<void> {
  await db
    .updateTable("shops")
    .set({
      time_zone: timeZone,
      access_scopes: [...scopes],
      markets: markets === null ? null : JSON.stringify(markets),
      ...(languages === null ? {} : { primary_locale: languages.primary, languages: [...languages.published] }),
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", shopId)
    .execute();
}

/** The languages of a shop that comes from an export: its own, and those its translations are in. A platform says them itself. */
export async function keepLanguages({ db, shopId }: ShopDb, locales: readonly string[]): Promise<void> {
  const others = sql`${[...locales]}::text[]`;
  await db
    .updateTable("shops")
    .set({ languages: sql<string[]>`array_prepend(primary_locale, array_remove(${others}, primary_locale))`, updated_at: sql<Date>`now()` })
    .where("id", "=", shopId)
    .where("storefront", "=", "csv")
    .execute();
}
