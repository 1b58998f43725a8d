import type { Sql } from "../../kernel/sql.ts";
import { name, sql } from "../sql/fragment.ts";
import { nfc } from "../sql/text-sql.ts";
import { GOOGLE_CATEGORIES, mapCategories } from "../taxonomy/google-categories.ts";
import { RAW_FACT_TYPES, RAW_IMAGE_TYPES } from "./raw-tables.ts";
import { readBetween, recordsOf, type SnapshotInput, writeBetween } from "./snapshot-input.ts";
import { describedProducts, gatherPictures, productFacts, productIds, sortedProducts } from "./snapshot-products.ts";
import { sortParts } from "./sorted-parts.ts";
import { describedVariants, sortedVariants, variantFacts } from "./snapshot-variants.ts";

/**
 * From records to products and variants in feed order, with their ids.
 *
 * A catalog may be larger than the memory limit, so there are few wide passes, one statement after another: records are
 * described as they are read, ids, counts, images and facts are found in narrow tables, and columns are sorted in parts. A join
 * before a sort may lose the order. Lists and maps become text before, because nested values take a multiple of their size in
 * a sort. What is sorted goes into tables, which spill where sorting into a file does not.
 */

/** What `sortRecords` leaves: views of products and variants in feed order, in NFC, and the products' ids by key in `product_ids`. */
export const PRODUCTS = sql`products_in_order`;
export const VARIANTS = sql`variants_in_order`;

/** Statements that leave the views `PRODUCTS` and `VARIANTS`. */
export function sortRecords(input: SnapshotInput): readonly Sql[] {
  return [
    writeBetween(input, "products", describedProducts(input)),
    writeBetween(input, "variants", describedVariants(input)),
    writeBetween(input, "images", readImages(input)),
    ...(input.facts === null ? [] : [writeBetween(input, "facts", sql`SELECT * FROM ${recordsOf(input, input.facts, RAW_FACT_TYPES)}`)]),
    sql`CREATE TEMP TABLE product_ids AS ${productIds(input)}`,
    ...gatherPictures(input),
    sql`CREATE TEMP TABLE product_facts AS ${productFacts(input)}`,
    sql`DROP TABLE product_pictures`,
    mapCategories(readBetween(input, "products"), input.googleCategories),
    ...sortParts({
      view: PRODUCTS,
      parts: sortedProducts(input),
      id: sql`product_id`,
      order: sql`product_id`,
      between: (nth) => input.between(`sorted-products-${nth}`),
    }),
    sql`DROP TABLE product_facts`,
    sql`DROP TABLE ${GOOGLE_CATEGORIES}`,
    sql`CREATE TEMP TABLE variant_facts AS ${variantFacts(input)}`,
    ...sortParts({
      view: VARIANTS,
      parts: sortedVariants(input),
      id: sql`row_id`,
      order: sql`product_id, variant_position, row_id`,
      between: (nth) => input.between(`sorted-variants-${nth}`),
    }),
    sql`DROP TABLE variant_facts`,
  ];
}

/** Statements that free what `sortRecords` has left in memory. */
export function forgetRecords(input: SnapshotInput): readonly Sql[] {
  const tables = [...sortedProducts(input), ...sortedVariants(input)].map(({ table }) => sql`DROP TABLE IF EXISTS ${name(table)}`);
  return [sql`DROP VIEW ${PRODUCTS}`, sql`DROP VIEW ${VARIANTS}`, sql`DROP TABLE product_ids`, ...tables];
}

function readImages(input: SnapshotInput): Sql {
  return sql`SELECT product_key, id, seq, position, ${nfc(sql`url`)} AS url FROM ${recordsOf(input, input.images, RAW_IMAGE_TYPES)}`;
}
