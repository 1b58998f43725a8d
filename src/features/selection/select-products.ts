import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { keepStep } from "../changes/index.ts";
import { findSelection, storeSelection } from "./selection-queries.ts";

/** Makes these the products of a manual feed, whose lock the caller holds. Answers whether anything differs; then the caller calls `changeDefinition`. */
export async function selectProducts(shop: ShopDb, feedId: FeedId, productIds: readonly number[]): Promise<boolean> {
  const present = await findSelection(shop, feedId);
  if (present.length === productIds.length && productIds.every((product, at) => product === present[at])) return false;
  await storeSelection(shop, feedId, productIds);
  const [before, after] = [new Set(present), new Set(productIds)];
  const added = productIds.filter((id) => !before.has(id));
  await keepStep(shop, { kind: "selection", feed_id: feedId, added, removed: present.filter((id) => !after.has(id)) });
  return true;
}
