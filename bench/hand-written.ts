import { literal, sql } from "../src/engine/sql/fragment.ts";
import type { Sql } from "../src/kernel/sql.ts";
import { trustedSql } from "../src/kernel/sql.ts";
import { BENCH_COLUMNS } from "./bench-feed.ts";

/**
 * The baseline of the transform: what an engineer would write for this catalog and these rules, knowing the data (prices are
 * plain decimals or blank, texts are clean, options are called Colour and Size), without an engine in between.
 */
export function handWrittenTransform(source: string, rules: number): Sql {
  const s = (column: string): string => `"s${BENCH_COLUMNS.indexOf(column) + 1}"`;
  const price = `TRY_CAST(${s("price")} AS DECIMAL(18,2))`;
  const before = `TRY_CAST(${s("compare_at_price")} AS DECIMAL(18,2))`;
  const option = (called: string): string =>
    `CASE '${called}' ${[1, 2, 3].map((slot) => `WHEN ${s(`option${slot}_name`)} THEN ${s(`option${slot}_value`)}`).join(" ")} ELSE '' END`;
  const mapped = [
    ["id", `'shopify_US_' || product_id || '_' || row_id`],
    ["title", s("title")],
    ["description", s("body_text")],
    ["link", s("link")],
    ["image_link", s("image_src")],
    ["additional_image_link", s("additional_images")],
    ["availability", `CASE WHEN ${s("available")} = 'true' THEN 'in_stock' ELSE 'out_of_stock' END`],
    ["price", `CASE WHEN ${before} > ${price} THEN ${before} || ' USD' ELSE coalesce(${price} || ' USD', '') END`],
    ["sale_price", `CASE WHEN ${before} > ${price} THEN ${price} || ' USD' ELSE '' END`],
    ["brand", s("vendor")],
    ["gtin", s("barcode")],
    ["mpn", s("sku")],
    ["identifier_exists", `CASE WHEN ${s("barcode")} <> '' OR ${s("sku")} <> '' THEN 'yes' ELSE 'no' END`],
    ["condition", "'new'"],
    ["google_product_category", "''"],
    ["product_type", s("product_type")],
    ["item_group_id", "CAST(product_id AS VARCHAR)"],
    ["color", option("Colour")],
    ["size", option("Size")],
    ["shipping_weight", `${s("weight")} || ' ' || ${s("weight_unit")}`],
    ["custom_label_0", "''"],
    ...["custom_label_1", "custom_label_2", "custom_label_3", "custom_label_4"].map((label) => [label, "''"]),
  ].map(([column, value]) => `${value} AS "${column}"`);
  const reason = `CASE WHEN ${s("status")} = 'draft' THEN 'Draft in the shop' END AS reason`;
  let relation = `SELECT ord, row_id, ${s("price")} AS source_price, ${mapped.join(", ")}, ${reason} FROM read_parquet(${literal(source).text})`;
  for (let at = 0; at < rules; at += 1) relation = `SELECT * REPLACE (${ruleByHand(at)}) FROM (${relation})`;
  return sql`SELECT * EXCLUDE (source_price) FROM (${trustedSql(relation)})`;
}

function ruleByHand(at: number): string {
  const targets = ["custom_label_0", "product_type", "title", "brand"];
  const reads = ["title", "brand", "custom_label_0"];
  const holds = `contains(lower("${reads[at % 3]}"), 'number 1${at}')`;
  if (at % 4 === 0)
    return `CASE WHEN reason IS NULL AND TRY_CAST(source_price AS DECIMAL(18,2)) > ${880 + at} AND ${holds} THEN 'Reason ${at}' ELSE reason END AS reason`;
  return `CASE WHEN ${holds} THEN 'label ${at}' ELSE "${targets[at % 4]}" END AS "${targets[at % 4]}"`;
}

/** The same COPY for either side. */
export function copyRows(rows: Sql, file: string): Sql {
  return sql`COPY (${rows}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 4096)`;
}
