import type { Sql } from "../../kernel/sql.ts";
import { integer, join, list, literal, name, sql, type } from "../sql/fragment.ts";
import { passingParquet } from "../sql/parquet.ts";
import { nfc } from "../sql/text-sql.ts";
import { htmlText } from "./html-text.ts";
import { RAW_IMAGE_TYPES, RAW_PRODUCT_TYPES, RAW_VARIANT_TYPES, type RawProduct, type RawVariant } from "./raw-tables.ts";

/**
 * From records to products and variants in feed order, with their ids.
 *
 * A catalog may be larger than the memory limit, so wide rows are only ever scanned and sorted, one statement after another:
 * ids, counts and images are found in narrow tables numbered like the files (`at`) and put beside the rows by position. Lists
 * and maps stay text on the way, because nested values take a multiple of their size in a sort.
 */
export interface SnapshotInput {
  /** Newline-delimited JSON files of the three kinds of record. */
  readonly products: string;
  readonly variants: string;
  readonly images: string;
  /** No record is longer, in bytes; 0 where nobody counted, then records up to 8 MiB are read. */
  readonly longestRecordBytes: number;
  /** Where Parquet files of the work in between go; `name` is one of ours. */
  readonly between: (name: BetweenFile) => string;
  readonly currency: string;
  /** Metafield columns in the storefront's order, product and variant ones. */
  readonly metafieldColumns: readonly string[];
}

export type BetweenFile = "products" | "variants" | "images" | "described-products";

/** Image URLs of a product are joined by it: no URL has a control character. */
const URL_SEPARATOR = sql`chr(31)`;

/** What `sortRecords` leaves: products and variants in feed order, in NFC. Sorted into tables, which spill where sorting into a file does not. */
export const PRODUCTS = sql`described_products`;
export const VARIANTS = sql`sorted_variants`;

/** Statements that leave the tables `PRODUCTS` and `VARIANTS`. */
export function sortRecords(input: SnapshotInput): readonly Sql[] {
  return [
    writeBetween(input, "products", sql`SELECT * FROM ${recordsOf(input.products, input.longestRecordBytes, RAW_PRODUCT_TYPES)}`),
    writeBetween(input, "variants", sql`SELECT * FROM ${recordsOf(input.variants, input.longestRecordBytes, RAW_VARIANT_TYPES)}`),
    writeBetween(input, "images", sql`SELECT * FROM ${recordsOf(input.images, input.longestRecordBytes, RAW_IMAGE_TYPES)}`),
    sql`CREATE TEMP TABLE product_ids AS ${productIds(input)}`,
    sql`CREATE TEMP TABLE product_facts AS ${productFacts(input)}`,
    sql`CREATE TEMP TABLE sorted_products AS ${sortedProducts(input)}`,
    sql`DROP TABLE product_facts`,
    writeBetween(input, "described-products", describedProducts(input)),
    sql`DROP TABLE sorted_products`,
    sql`CREATE TEMP VIEW ${PRODUCTS} AS SELECT * FROM ${readBetween(input, "described-products")}`,
    sql`CREATE TEMP TABLE variant_facts AS ${variantFacts(input)}`,
    sql`DROP TABLE product_ids`,
    sql`CREATE TEMP TABLE ${VARIANTS} AS ${sortedVariants(input)}`,
    sql`DROP TABLE variant_facts`,
  ];
}

function readBetween({ between }: SnapshotInput, file: BetweenFile): Sql {
  return sql`read_parquet(${literal(between(file))})`;
}

/** The rows of a file with their numbers, from 0. */
function numbered({ between }: SnapshotInput, file: BetweenFile): Sql {
  return sql`(SELECT * RENAME (file_row_number AS at_row) FROM read_parquet(${literal(between(file))}, file_row_number = true))`;
}

function writeBetween({ between }: SnapshotInput, file: BetweenFile, rows: Sql): Sql {
  return sql`COPY (${rows}) TO ${literal(between(file))} ${passingParquet()}`;
}

/** A metafield or market by its name, out of the JSON text that holds them all. */
export function memberText(json: Sql, member: string): Sql {
  return sql`json_extract_string(${json}, ${pointer(member)})`;
}

/** A JSON pointer to a member whose name is the platform's text. */
export function pointer(...members: readonly string[]): Sql {
  return literal(members.map((member) => `/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""));
}

function recordsOf(file: string, longest: number, types: Readonly<Record<string, string>>): Sql {
  const columns = Object.entries(types).map(([member, of]) => sql`${literal(member)}: ${literal(type(of).text)}`);
  return sql`read_json(${literal(file)}, format = 'newline_delimited', columns = {${join(columns, sql`, `)}}, maximum_object_size = ${integer(Math.max(longest, ORDINARY_RECORD_BYTES))})`;
}

/** What a reader is prepared for in any case. It buffers twice the longest record per thread, so the bound follows the catalog. */
const ORDINARY_RECORD_BYTES = 8 * 1024 * 1024;

/**
 * `at_row, key, product_id` of the products that stay. A product named twice is one: the first record wins. A platform without
 * ids gets 52 bits of the key's MD5; the few that meet in that space are told apart by a second hash.
 */
function productIds(input: SnapshotInput): Sql {
  const once = sql`SELECT at_row, key, seq, id FROM ${numbered(input, "products")} QUALIFY row_number() OVER (PARTITION BY key ORDER BY seq) = 1`;
  const named = sql`SELECT at_row, key, seq, coalesce(TRY_CAST(id AS BIGINT), ${hashedId(sql`'product' || chr(31) || key`)}) AS first_id FROM (${once})`;
  const unique = sql`CASE WHEN row_number() OVER (PARTITION BY first_id ORDER BY seq) = 1 THEN first_id ELSE ${hashedId(sql`'product' || chr(30) || key`)} END`;
  return sql`SELECT at_row, key, ${unique} AS product_id FROM (${named})`;
}

/** `product_id, variant_count, urls`, one row per record of a product in the order of the file; NULL for a record that another replaced. */
function productFacts(input: SnapshotInput): Sql {
  const counted = sql`SELECT product_key, count(*) AS variant_count FROM ${readBetween(input, "variants")} GROUP BY product_key`;
  const pictured = sql`SELECT product_key, string_agg(url, ${URL_SEPARATOR} ORDER BY coalesce(position, seq), seq) AS urls FROM ${readBetween(input, "images")} GROUP BY product_key`;
  return sql`SELECT r.at_row, ids.product_id, coalesce(c.variant_count, 0) AS variant_count, i.urls
    FROM (SELECT at_row FROM ${numbered(input, "products")}) r LEFT JOIN product_ids ids USING (at_row)
    LEFT JOIN (${counted}) c ON c.product_key = ids.key LEFT JOIN (${pictured}) i ON i.product_key = ids.key ORDER BY r.at_row`;
}

function sortedProducts(input: SnapshotInput): Sql {
  const joined = sql`SELECT p.*, f.product_id, f.variant_count, f.urls FROM ${readBetween(input, "products")} p POSITIONAL JOIN product_facts f`;
  return sql`SELECT * FROM (${joined}) WHERE product_id IS NOT NULL ORDER BY product_id`;
}

/**
 * All that can be done once per product is done here: NFC, plain text of HTML, lists and maps. A scan keeps the order. Product
 * metafields become `m1…`; images `first_url` and `all_urls`, where each stands once, commas percent-encoded.
 */
function describedProducts(input: SnapshotInput): Sql {
  const texts = PRODUCT_TEXTS.map((column) => sql`${nfc(name(column))} AS ${name(column)}`);
  const metafields = productMetafields(input).map(
    (column, at) => sql`${nfc(memberText(sql`metafields`, column))} AS ${name(`m${at + 1}`)}`,
  );
  const urls = sql`string_split(urls, ${URL_SEPARATOR})`;
  const distinct = sql`list_filter(${urls}, lambda url, nth: list_position(${urls}, url) = nth)`;
  const columns = [
    ...texts,
    sql`${nfc(sql`array_to_string(tags, ', ')`)} AS tags`,
    sql`${nfc(sql`array_to_string(list_transform(collections, lambda title: replace(title, ',', chr(8218))), ', ')`)} AS collections`,
    sql`split_part(urls, ${URL_SEPARATOR}, 1) AS first_url`,
    sql`array_to_string(list_transform(${distinct}, lambda url: replace(url, ',', '%2C')), ',') AS all_urls`,
    sql`${nfc(name("plain_text"))} AS body_text`,
    ...metafields,
  ];
  return sql`SELECT key, product_id, variant_count, ${list(columns)} FROM (SELECT *, ${htmlText(sql`coalesce(body_html, '')`)} AS plain_text FROM sorted_products)`;
}

/** Columns of a product record that are one text. */
const PRODUCT_TEXTS = [
  "handle",
  "title",
  "body_html",
  "vendor",
  "product_type",
  "category",
  "category_id",
  "status",
  "published",
  "published_at",
  "link",
  "seo_title",
  "seo_description",
  "gift_card",
  "option1_name",
  "option2_name",
  "option3_name",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof RawProduct)[];

/** Columns of a variant record that are text. */
const VARIANT_TEXTS = [
  "sku",
  "barcode",
  "price",
  "compare_at_price",
  "cost",
  "inventory_quantity",
  "inventory_policy",
  "inventory_tracked",
  "available",
  "option1_value",
  "option2_value",
  "option3_value",
  "weight",
  "weight_unit",
  "image",
  "country_of_origin",
  "hs_code",
  "requires_shipping",
  "unit_price",
  "created_at",
  "updated_at",
  "metafields",
  "markets",
] as const satisfies readonly (keyof RawVariant)[];

/** Metafield columns of products, in the order of `m1…`. */
export function productMetafields({ metafieldColumns }: SnapshotInput): readonly string[] {
  return metafieldColumns.filter((column) => !column.startsWith("variant-"));
}

/**
 * `product_id, row_id, variant_position`, one row per variant in the order of the file. Two variants of one product with the
 * same options are told apart by their order.
 */
function variantFacts(input: SnapshotInput): Sql {
  const options = sql`concat_ws(chr(31), product_key, coalesce(option1_value, ''), coalesce(option2_value, ''), coalesce(option3_value, ''))`;
  const identified = sql`SELECT at_row, seq, id, product_key, position, md5(${options}) AS identity FROM ${numbered(input, "variants")}`;
  const counted = sql`SELECT *, row_number() OVER (PARTITION BY identity ORDER BY seq) AS twin,
    row_number() OVER (PARTITION BY product_key ORDER BY coalesce(position, seq), seq) AS variant_position FROM (${identified})`;
  const distinct = sql`'variant' || chr(31) || identity || CASE WHEN twin > 1 THEN chr(30) || twin ELSE '' END`;
  const named = sql`SELECT *, coalesce(TRY_CAST(id AS BIGINT), ${hashedId(distinct)}) AS first_id FROM (${counted})`;
  const unique = sql`CASE WHEN row_number() OVER (PARTITION BY first_id ORDER BY seq) = 1 THEN first_id ELSE ${hashedId(sql`'variant' || chr(29) || identity || chr(30) || twin`)} END`;
  return sql`SELECT v.at_row, v.row_id, p.product_id, v.variant_position
    FROM (SELECT at_row, product_key, variant_position, ${unique} AS row_id FROM (${named})) v LEFT JOIN product_ids p ON p.key = v.product_key ORDER BY v.at_row`;
}

function sortedVariants(input: SnapshotInput): Sql {
  const texts = VARIANT_TEXTS.map((column) => sql`${nfc(sql`v.${name(column)}`)} AS ${name(column)}`);
  const joined = sql`SELECT v.product_key, ${list(texts)}, f.row_id, f.product_id, f.variant_position FROM ${readBetween(input, "variants")} v POSITIONAL JOIN variant_facts f`;
  return sql`SELECT * FROM (${joined}) WHERE product_id IS NOT NULL ORDER BY product_id, variant_position, row_id`;
}

/** 52 bits, never 0: exact in JSON and in JavaScript. */
function hashedId(text: Sql): Sql {
  return sql`CAST(greatest(md5_number_upper(${text}) >> 12, 1) AS BIGINT)`;
}
