import { bestOfProducts, loadNames, loadTitles, NAMED_BY, productsNamed } from "../../engine/run/product-search.ts";
import { name, sql } from "../../engine/sql/fragment.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ShopCall } from "../operation.ts";
import { resident } from "../products/index.ts";
import { findLiveSnapshot, SOURCE_FILE } from "../snapshots/index.ts";
import type { Hit } from "./search-shapes.ts";

/** The forms in which ids of products and rows are seen: ours, an item's in a feed file, Shopify's. */
const ID = /^(?:prod_|shopify_[A-Za-z]{2}_[0-9]+_|gid:\/\/[\w/]+\/)?([1-9][0-9]{0,15})$/;

/** Rows whose names a child keeps from one search to the next; those of more would push out everything else it keeps. */
const RESIDENT_ROWS_MAX = 300_000;

/** Products of the live snapshot that the text names; none where there is no catalog yet. */
export async function findProducts({ shop, objects, warehouse }: ShopCall, text: string, limit: number): Promise<readonly Hit[]> {
  const snapshot = await findLiveSnapshot(shop);
  if (snapshot === undefined) return [];
  await using source = await objects.local(`${snapshot.prefix}${SOURCE_FILE}`);
  const id = Number(ID.exec(text)?.[1] ?? Number.NaN);
  const named = { text, id: Number.isSafeInteger(id) ? id : null };
  const load = loadNames({ file: source.path, columns: snapshot.facts.columns });
  const tables = snapshot.facts.variants > RESIDENT_ROWS_MAX ? null : { names: resident(load), titles: resident(loadTitles(load)) };
  const among =
    tables === null
      ? { names: sql`(${load})`, titles: sql`(${loadTitles(load)})` }
      : { names: name(tables.names.name), titles: name(tables.titles.name) };
  const statement = productsNamed(among, named, limit);
  const rows = await warehouse.of(shop.shopId).query(statement, { resident: tables === null ? [] : [tables.names, tables.titles] });
  return bestOfProducts(rows, limit).map((row) => {
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
