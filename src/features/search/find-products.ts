import { NAMED_BY, productsNamed } from "../../engine/run/product-search.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ShopCall } from "../operation.ts";
import { findLiveSnapshot, SOURCE_FILE } from "../snapshots/index.ts";
import type { Hit } from "./search-shapes.ts";

/** The forms in which ids of products and rows are seen: ours, an item's in a feed file, Shopify's. */
const ID = /^(?:prod_|shopify_[A-Za-z]{2}_[0-9]+_|gid:\/\/[\w/]+\/)?([1-9][0-9]{0,15})$/;

/** Products of the live snapshot that the text names; none where there is no catalog yet. */
export async function findProducts({ shop, objects, warehouse }: ShopCall, text: string, limit: number): Promise<readonly Hit[]> {
  const snapshot = await findLiveSnapshot(shop);
  if (snapshot === undefined) return [];
  await using source = await objects.local(`${snapshot.prefix}${SOURCE_FILE}`);
  const id = Number(ID.exec(text)?.[1] ?? Number.NaN);
  const named = { text, id: Number.isSafeInteger(id) ? id : null };
  const rows = await warehouse.of(shop.shopId).query(productsNamed({ file: source.path, columns: snapshot.facts.columns }, named, limit));
  return rows.map((row) => {
    const matched = NAMED_BY[Number(row["rank"])] ?? "title";
    return {
      isExact: matched !== "title",
      answer: {
        object: "search_hit",
        kind: "product",
        id: formatId("prod", storedId("prod", Number(row["row_id"]))),
        title: String(row["title"] ?? ""),
        detail: [row["sku"], row["handle"]].map((value) => String(value ?? "")).find((value) => value !== "") ?? null,
        feed_id: null,
        matched,
      },
    };
  });
}
