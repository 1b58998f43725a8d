import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql, type } from "../sql/fragment.ts";
import { passingParquet } from "../sql/parquet.ts";
import { htmlText } from "./html-text.ts";
import { RAW_IMAGE_TYPES, RAW_PRODUCT_TYPES, RAW_VARIANT_TYPES } from "./raw-tables.ts";
import { SNAPSHOT_VALUES } from "./snapshot-values.ts";

/**
 * Raw records become a snapshot: one row per variant, sorted by product id, variant position and row id, every value text
 * (NFC, blank = ""), numbered by `ord`. The order is data: every later file and view keeps it.
 *
 * Sorting whole rows costs most of a snapshot, so products and variants are sorted apart, each narrow, and put together by
 * position: every product is repeated as often as it has variants, which keeps the order, and no long text is sorted twice.
 */
export interface SnapshotInput {
  /** Newline-delimited JSON files of the three kinds of record. */
  readonly products: string;
  readonly variants: string;
  readonly images: string;
  /** Where Parquet files of the work in between go; `name` is one of ours. */
  readonly between: (name: BetweenFile) => string;
  readonly currency: string;
  /** Metafield columns in the storefront's order, product and variant ones. */
  readonly metafieldColumns: readonly string[];
}

export type BetweenFile = "products" | "variants" | "images" | "sorted-products" | "sorted-variants";

/** The columns of a snapshot, in the order of `s1…`: canonical, metafields, then the hidden ones that only plans read. */
export function snapshotColumns(metafieldColumns: readonly string[]): readonly string[] {
  return SNAPSHOT_VALUES.filter(({ hidden }) => !hidden)
    .map(({ column }) => column)
    .concat(metafieldColumns, SNAPSHOT_VALUES.filter(({ hidden }) => hidden).map(({ column }) => column));
}

/**
 * Statements that leave the products and the variants, each in feed order, with their ids. Records become Parquet first, one
 * file after another: a JSON reader holds buffers of its largest object per thread, and three at once take the memory limit.
 */
export function sortRecords(input: SnapshotInput): readonly Sql[] {
  return [
    writeBetween(input, "products", sql`SELECT * FROM ${recordsOf(input.products, RAW_PRODUCT_TYPES)}`),
    writeBetween(input, "variants", sql`SELECT * FROM ${recordsOf(input.variants, RAW_VARIANT_TYPES)}`),
    writeBetween(input, "images", sql`SELECT * FROM ${recordsOf(input.images, RAW_IMAGE_TYPES)}`),
    sql`CREATE TEMP TABLE product_ids AS ${productIds(input)}`,
    writeBetween(input, "sorted-products", productsSelect(input)),
    sql`CREATE TEMP TABLE variant_ids AS ${variantIds(input)}`,
    writeBetween(input, "sorted-variants", variantsSelect(input)),
  ];
}

function writeBetween({ between }: SnapshotInput, file: BetweenFile, rows: Sql): Sql {
  return sql`COPY (${rows}) TO ${literal(between(file))} ${passingParquet()}`;
}

function readBetween({ between }: SnapshotInput, file: BetweenFile): Sql {
  return sql`read_parquet(${literal(between(file))})`;
}

/** Counts that must hold before a snapshot is believed: rows, distinct ids, and whether position has put equals together. */
export function snapshotChecks(input: SnapshotInput): Sql {
  const products = readBetween(input, "sorted-products");
  const variants = readBetween(input, "sorted-variants");
  return sql`SELECT
    (SELECT count(*) FROM ${products}) AS products,
    (SELECT count(DISTINCT product_id) FROM ${products}) AS product_ids,
    (SELECT count(*) FROM ${variants}) AS variants,
    (SELECT count(DISTINCT row_id) FROM ${variants}) AS row_ids,
    (SELECT count(*) FROM (${repeatedProducts(input, sql`product_id`)}) p POSITIONAL JOIN (SELECT product_id AS wanted_id FROM ${variants}) v WHERE p.product_id IS DISTINCT FROM v.wanted_id) AS misplaced`;
}

/** The sorted relation: `ord, row_id, product_id, s1…`. */
export function snapshotRows(input: SnapshotInput): Sql {
  const values = new Map(SNAPSHOT_VALUES.map((value) => [value.column, value]));
  const columns = snapshotColumns(input.metafieldColumns).map((column, at) => {
    const value = values.get(column)?.sql(literal(input.currency)) ?? metafieldValue(column);
    return sql`nfc_normalize(coalesce(${value}, '')) AS ${name(`s${at + 1}`)}`;
  });
  return sql`SELECT row_number() OVER () - 1 AS ord, v.row_id, p.product_id, ${list(columns)}
    FROM (${repeatedProducts(input, sql`*`)}) p POSITIONAL JOIN ${readBetween(input, "sorted-variants")} v`;
}

/** Each product once per variant, in feed order. */
function repeatedProducts(input: SnapshotInput, columns: Sql): Sql {
  return sql`SELECT ${columns}, unnest(range(variant_count)) AS variant_at FROM ${readBetween(input, "sorted-products")}`;
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

/**
 * `key, seq, product_id`, narrow. A product named twice is one: the first record wins. A platform without ids gets 52 bits of
 * the key's MD5; the few that meet in that space are told apart by a second hash.
 */
function productIds(input: SnapshotInput): Sql {
  const once = sql`SELECT key, seq, id FROM ${readBetween(input, "products")} QUALIFY row_number() OVER (PARTITION BY key ORDER BY seq) = 1`;
  const named = sql`SELECT key, seq, coalesce(TRY_CAST(id AS BIGINT), ${hashedId(sql`'product' || chr(31) || key`)}) AS first_id FROM (${once})`;
  const unique = sql`CASE WHEN row_number() OVER (PARTITION BY first_id ORDER BY seq) = 1 THEN first_id ELSE ${hashedId(sql`'product' || chr(30) || key`)} END`;
  return sql`SELECT key, seq, ${unique} AS product_id FROM (${named})`;
}

/** Products in feed order, with the images and the number of their variants; work on long text is done here, once per product. */
function productsSelect(input: SnapshotInput): Sql {
  const counted = sql`SELECT product_key, count(*) AS variant_count FROM ${readBetween(input, "variants")} GROUP BY product_key`;
  const pictured = sql`SELECT product_key, list(url ORDER BY coalesce(position, seq), seq) AS urls FROM ${readBetween(input, "images")} GROUP BY product_key`;
  return sql`SELECT p.*, ids.product_id, ${htmlText(sql`coalesce(p.body_html, '')`)} AS body_text, i.urls, coalesce(c.variant_count, 0) AS variant_count
    FROM ${readBetween(input, "products")} p JOIN product_ids ids ON ids.key = p.key AND ids.seq = p.seq
    LEFT JOIN (${counted}) c ON c.product_key = p.key LEFT JOIN (${pictured}) i ON i.product_key = p.key ORDER BY ids.product_id`;
}

/** `seq, row_id, product_id, variant_position`, narrow. Two variants of one product with the same options are told apart by their order. */
function variantIds(input: SnapshotInput): Sql {
  const options = sql`concat_ws(chr(31), product_key, coalesce(option1_value, ''), coalesce(option2_value, ''), coalesce(option3_value, ''))`;
  const identified = sql`SELECT seq, id, product_key, position, md5(${options}) AS identity FROM ${readBetween(input, "variants")}`;
  const counted = sql`SELECT *, row_number() OVER (PARTITION BY identity ORDER BY seq) AS twin,
    row_number() OVER (PARTITION BY product_key ORDER BY coalesce(position, seq), seq) AS variant_position FROM (${identified})`;
  const distinct = sql`'variant' || chr(31) || identity || CASE WHEN twin > 1 THEN chr(30) || twin ELSE '' END`;
  const named = sql`SELECT *, coalesce(TRY_CAST(id AS BIGINT), ${hashedId(distinct)}) AS first_id FROM (${counted})`;
  const unique = sql`CASE WHEN row_number() OVER (PARTITION BY first_id ORDER BY seq) = 1 THEN first_id ELSE ${hashedId(sql`'variant' || chr(29) || identity || chr(30) || twin`)} END`;
  return sql`SELECT v.seq, v.row_id, p.product_id, v.variant_position
    FROM (SELECT seq, product_key, variant_position, ${unique} AS row_id FROM (${named})) v JOIN product_ids p ON p.key = v.product_key`;
}

/** Variants in feed order. */
function variantsSelect(input: SnapshotInput): Sql {
  return sql`SELECT v.*, ids.row_id, ids.product_id, ids.variant_position FROM ${readBetween(input, "variants")} v
    JOIN variant_ids ids ON ids.seq = v.seq ORDER BY ids.product_id, ids.variant_position, ids.row_id`;
}

/** 52 bits, never 0: exact in JSON and in JavaScript. */
function hashedId(text: Sql): Sql {
  return sql`CAST(greatest(md5_number_upper(${text}) >> 12, 1) AS BIGINT)`;
}
