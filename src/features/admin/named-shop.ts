import { z } from "zod";
import { type ShopId, ShopIdText } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { AdminChange } from "../operation.ts";
import { findShopView, type ShopView } from "../shops/index.ts";

/** `{id}` of a shop in a path. */
export const ShopPath = z.strictObject({ id: ShopIdText });

export interface NamedShop {
  readonly shop: ShopDb;
  readonly view: ShopView;
}

/** The shop an admin's path names. What is done to it stands in the shop's own audit log too. */
export async function namedShop(call: AdminChange & Refuse<"resource_not_found">, { id }: { readonly id: ShopId }): Promise<NamedShop> {
  const shop = call.openShop(id);
  const view = (await findShopView(shop)) ?? call.fail("resource_not_found");
  call.concern(id);
  return { shop, view };
}
