import type { ShopDb } from "../../platform/postgres/postgres-port.ts";

/** The shop's name in addresses of its admin; null: it has no admin we know. */
export type ShopAdmin = string | null;

const MYSHOPIFY = /^(?:https:\/\/)?([a-z0-9][a-z0-9-]*)\.myshopify\.com$/;

export async function findShopAdmin({ db, shopId }: ShopDb): Promise<ShopAdmin> {
  const shop = await db
    .selectFrom("shops")
    .select(["storefront", "storefront_config", "domain"])
    .where("id", "=", shopId)
    .executeTakeFirstOrThrow();
  if (shop.storefront !== "shopify") return null;
  const { origin } = shop.storefront_config;
  return MYSHOPIFY.exec(typeof origin === "string" ? origin : "")?.[1] ?? MYSHOPIFY.exec(shop.domain)?.[1] ?? null;
}

/** A variant in the admin. The ids are the platform's. */
export function adminUrlOf(
  admin: ShopAdmin,
  { product_id: product, row_id: row }: { readonly product_id: string; readonly row_id: string },
) {
  return admin === null ? null : `https://admin.shopify.com/store/${admin}/products/${product}/variants/${row}`;
}
