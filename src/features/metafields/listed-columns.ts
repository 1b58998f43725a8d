import { plainName } from "../../engine/source/metafield-names.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findMetafieldChoice } from "./metafield-queries.ts";

/** Columns that the next extract will bring, so that they can be named before it has. An export brings its own whatever is listed. */
export async function listedColumns(shop: ShopDb): Promise<readonly string[]> {
  const { storefront, wanted } = await findMetafieldChoice(shop);
  return storefront === "csv" ? [] : (wanted ?? []).map(plainName);
}
