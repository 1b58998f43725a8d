import { sql } from "kysely";
import type { MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { MetafieldList } from "./metafield-list.ts";

/** What the shop's merchant wants of its metafields. */
export interface MetafieldChoice {
  /** An export's metafields are columns whatever is wanted. */
  readonly storefront: "csv" | "shopify";
  /** In the order that names their columns; null: nobody has said. */
  readonly wanted: readonly MetafieldIdentity[] | null;
}

export async function findMetafieldChoice({ db, shopId }: ShopDb): Promise<MetafieldChoice> {
  const shop = await db.selectFrom("shops").select(["storefront", "metafields"]).where("id", "=", shopId).executeTakeFirstOrThrow();
  return { storefront: shop.storefront, wanted: shop.metafields === null ? null : MetafieldList.parse(shop.metafields) };
}

export async function storeMetafieldList({ db, shopId }: ShopDb, wanted: MetafieldChoice["wanted"]): Promise<void> {
  await db
    .updateTable("shops")
    .set({ metafields: wanted === null ? null : JSON.stringify(wanted), updated_at: sql<Date>`now()` })
    .where("id", "=", shopId)
    .execute();
}
