import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql, type } from "../sql/fragment.ts";
import { htmlText } from "./html-text.ts";
import { RAW_IMAGE_TYPES, RAW_PRODUCT_TYPES, RAW_VARIANT_TYPES } from "./raw-tables.ts";
import { SNAPSHOT_VALUES } from "./snapshot-values.ts";

/**
 * Raw records become a snapshot: one row per variant, sorted by product id, variant position and row id, every value text
 * (NFC, blank = ""), numbered by `ord`. The order is data: every later file and view keeps it.
 */
export interface SnapshotInput {
  /** Newline-delimited JSON files of the three kinds of record. */
  readonly products: string;
  readonly variants: string;
  readonly images: string;
  readonly currency: string;
  /** Metafield columns in the storefront's order, product and variant ones. */
  readonly metafieldColumns: readonly string[];
}

/** The columns of a snapshot, in the order of `s1…`: canonical, metafields, then the hidden ones that only plans read. */
export function snapshotColumns(metafieldColumns: readonly string[]): readonly string[] {
  return SNAPSHOT_VALUES.filter(({ hidden }) => !hidden)
    .map(({ column }) => column)
    .concat(metafieldColumns, SNAPSHOT_VALUES.filter(({ hidden }) => hidden).map(({ column }) => column));
}

/** Statements that leave the tables `snapshot_products` and `snapshot_variants`: one row each, with ids, still unsorted. */
export function snapshotTables(input: SnapshotInput): readonly Sql[] {
  return [
    sql`CREATE TEMP TABLE snapshot_images AS ${imagesSelect(input.images)}`,
    sql`CREATE TEMP TABLE snapshot_products AS ${productsSelect(input.products)}`,
    sql`CREATE TEMP TABLE snapshot_variants AS ${variantsSelect(input.variants)}`,
  ];
}

/** Counts that must hold before a snapshot is believed: rows, distinct ids, variants without a product. */
export function snapshotChecks(): Sql {
  return sql`SELECT
    (SELECT count(*) FROM snapshot_products) AS products,
    (SELECT count(DISTINCT product_id) FROM snapshot_products) AS product_ids,
    (SELECT count(*) FROM snapshot_variants) AS variants,
    (SELECT count(DISTINCT row_id) FROM snapshot_variants) AS row_ids,
    (SELECT count(*) FROM snapshot_variants v WHERE NOT EXISTS (SELECT 1 FROM snapshot_products p WHERE p.key = v.product_key)) AS orphans`;
}

/** The sorted relation: `ord, row_id, product_id, s1…`. */
export function snapshotRows(input: SnapshotInput): Sql {
  const values = new Map(SNAPSHOT_VALUES.map((value) => [value.column, value]));
  const columns = snapshotColumns(input.metafieldColumns).map((column, at) => {
    const value = values.get(column)?.sql(literal(input.currency)) ?? metafieldValue(column);
    return sql`nfc_normalize(coalesce(${value}, '')) AS ${name(`s${at + 1}`)}`;
  });
  const joined = sql`SELECT v.row_id, p.product_id, v.variant_position, ${list(columns)}
    FROM snapshot_variants v JOIN snapshot_products p ON p.key = v.product_key LEFT JOIN snapshot_images i ON i.product_key = v.product_key
    ORDER BY p.product_id, v.variant_position, v.row_id`;
  return sql`SELECT row_number() OVER () - 1 AS ord, * EXCLUDE (variant_position) FROM (${joined})`;
}

function metafieldValue(column: string): Sql {
  const owner = column.startsWith("variant-") ? sql`v` : sql`p`;
  return sql`${owner}.metafields[${literal(column)}]`;
}

function recordsOf(file: string, types: Readonly<Record<string, string>>): Sql {
  const columns = Object.entries(types).map(([member, of]) => sql`${literal(member)}: ${literal(type(of).text)}`);
  return sql`read_json(${literal(file)}, format = 'newline_delimited', columns = {${join(columns, sql`, `)}}, maximum_object_size = ${integer(RECORD_BYTES_MAX)})`;
}

/** A product may carry 1,000 cells of 1 MiB in theory; in practice a record past this is no product. */
const RECORD_BYTES_MAX = 64 * 1024 * 1024;

/** Per product its images in order; the first is the product's own. */
function imagesSelect(file: string): Sql {
  return sql`SELECT product_key, list(url ORDER BY coalesce(position, seq), seq) AS urls FROM ${recordsOf(file, RAW_IMAGE_TYPES)} GROUP BY product_key`;
}

/**
 * A product named twice is one: the first record wins. Work on its long text is done here, once per product. A platform
 * without ids gets 52 bits of the key's MD5; the few that meet in that space are told apart by a second hash.
 */
function productsSelect(file: string): Sql {
  const once = sql`SELECT * FROM ${recordsOf(file, RAW_PRODUCT_TYPES)} QUALIFY row_number() OVER (PARTITION BY key ORDER BY seq) = 1`;
  const named = sql`SELECT *, coalesce(TRY_CAST(id AS BIGINT), ${hashedId(sql`'product' || chr(31) || key`)}) AS first_id FROM (${once})`;
  const unique = sql`CASE WHEN row_number() OVER (PARTITION BY first_id ORDER BY seq) = 1 THEN first_id ELSE ${hashedId(sql`'product' || chr(30) || key`)} END`;
  return sql`SELECT *, ${unique} AS product_id, ${htmlText(sql`coalesce(body_html, '')`)} AS body_text FROM (${named})`;
}

/** Two variants of one product with the same options are told apart by their order. */
function variantsSelect(file: string): Sql {
  const options = sql`concat_ws(chr(31), product_key, coalesce(option1_value, ''), coalesce(option2_value, ''), coalesce(option3_value, ''))`;
  const identified = sql`SELECT *, ${options} AS identity FROM ${recordsOf(file, RAW_VARIANT_TYPES)}`;
  const counted = sql`SELECT *, row_number() OVER (PARTITION BY identity ORDER BY seq) AS twin,
    row_number() OVER (PARTITION BY product_key ORDER BY coalesce(position, seq), seq) AS variant_position FROM (${identified})`;
  const distinct = sql`'variant' || chr(31) || identity || CASE WHEN twin > 1 THEN chr(30) || twin ELSE '' END`;
  const named = sql`SELECT *, coalesce(TRY_CAST(id AS BIGINT), ${hashedId(distinct)}) AS first_id FROM (${counted})`;
  const unique = sql`CASE WHEN row_number() OVER (PARTITION BY first_id ORDER BY seq) = 1 THEN first_id ELSE ${hashedId(sql`'variant' || chr(29) || identity || chr(30) || twin`)} END`;
  return sql`SELECT * EXCLUDE (identity, twin, first_id), ${unique} AS row_id FROM (${named})`;
}

/** 52 bits, never 0: exact in JSON and in JavaScript. */
function hashedId(text: Sql): Sql {
  return sql`CAST(greatest(md5_number_upper(${text}) >> 12, 1) AS BIGINT)`;
}
