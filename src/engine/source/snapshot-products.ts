import type { Sql } from "../../kernel/sql.ts";
import { integer, list, name, sql } from "../sql/fragment.ts";
import { nfc } from "../sql/text-sql.ts";
import { GOOGLE_CATEGORIES } from "../taxonomy/google-categories.ts";
import { htmlText } from "./html-text.ts";
import { attributeOfOption } from "../expression/functions/internal-attributes.ts";
import { memberAt, memberOf, memberRecord, memberTexts } from "./json-members.ts";
import { FACT_PUBLISHED, RAW_PRODUCT_TYPES, type RawProduct } from "./raw-tables.ts";
import { toldCollectionIds, toldCollections, toldValues } from "./snapshot-facts.ts";
import { factsOf, hashedId, numbered, readBetween, recordsOf, type SnapshotInput } from "./snapshot-input.ts";
import { dynamicParts, dynamicTable, type SortedPart } from "./sorted-parts.ts";
import { ownerOfColumn } from "./source-columns.ts";
import { TITLE_OPTIONS, titleOptions } from "./title-options.ts";

/** Products: what is done once for each, however many variants it has. */

/** Image URLs of a product are joined by it: no URL has a control character. */
const URL_SEPARATOR = sql`chr(31)`;

/** Columns of a product record that are one text, and stay it; NULL is blank. */
const TEXTS = [
  "handle",
  "title",
  "body_html",
  "vendor",
  "product_type",
  "category",
  "category_id",
  "status",
  "published_at",
  "link",
  "seo_title",
  "seo_description",
  "gift_card",
  "requires_selling_plan",
  "combined_listing_role",
  "handle_taken",
  "variant_links",
  "option1_name",
  "option2_name",
  "option3_name",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof RawProduct)[];

/** Dynamic columns of products, in the order of `m1…`. */
export function productColumns({ metafieldColumns }: SnapshotInput): readonly string[] {
  return metafieldColumns.filter((column) => ownerOfColumn(column) === "product");
}

/** A dynamic column of products. */
export function productColumn(at: number): Sql {
  return name(`m${at + 1}`);
}

/**
 * All that the record alone can say, as it is read: NFC, plain text of HTML, lists and maps. Dynamic columns become `m1…`; a
 * comma within the title of a collection becomes U+201A, so that the joined titles can be parted again.
 */
export function describedProducts(input: SnapshotInput): Sql {
  const texts = TEXTS.map((column) => sql`${nfc(sql`coalesce(${name(column)}, '')`)} AS ${name(column)}`);
  const members = productColumns(input).map((_, at) => sql`${nfc(memberOf(sql`own_values`, at))} AS ${productColumn(at)}`);
  const columns = [
    ...texts,
    sql`${nfc(sql`published`)} AS published`,
    ...OPTIONS.map(optionAttribute),
    sql`${nfc(sql`coalesce(array_to_string(tags, ', '), '')`)} AS tags`,
    sql`coalesce(array_to_string(${eachOnce(sql`titles`)}, ', '), '') AS collections`,
    sql`${nfc(name("plain_text"))} AS body_text`,
    ...members,
  ];
  const prepared = [
    sql`${htmlText(sql`coalesce(body_html, '')`)} AS plain_text`,
    sql`list_transform(collections, lambda title: replace(${nfc(sql`title`)}, ',', chr(8218))) AS titles`,
    sql`${memberRecord(sql`metafields`, productColumns(input))} AS own_values`,
    sql`${optionAttributes} AS option_attributes`,
  ];
  return sql`SELECT key, id, seq, ${list(columns)} FROM (SELECT *, ${list(prepared)} FROM ${recordsOf(input, input.products, RAW_PRODUCT_TYPES)})`;
}

const OPTIONS = [1, 2, 3] as const;

/** What each option is called, behind the key of the metafield that it is linked to, and which attribute that makes it. */
const optionAttributes = sql`list_transform([${list(
  OPTIONS.flatMap((nth) => [
    sql`coalesce(string_split(${name(`option${nth}_metafield`)}, '.')[-1], '')`,
    nfc(sql`coalesce(${name(`option${nth}_name`)}, '')`),
  ]),
)}], lambda called: ${attributeOfOption(sql`called`)})`;

/** Which attribute an option is: the metafield tells before the name. */
const optionAttribute = (nth: number): Sql => {
  const byMetafield = sql`option_attributes[${integer(2 * nth - 1)}]`;
  return sql`CASE WHEN ${byMetafield} <> '' THEN ${byMetafield} ELSE option_attributes[${integer(2 * nth)}] END AS ${name(`option${nth}_attribute`)}`;
};

/** Of two options that are the same attribute the first is: a row has one value of it. */
const uniqueAttributes: readonly Sql[] = [
  sql`option1_attribute`,
  sql`CASE WHEN option2_attribute = option1_attribute THEN '' ELSE option2_attribute END AS option2_attribute`,
  sql`CASE WHEN option3_attribute IN (option1_attribute, option2_attribute) THEN '' ELSE option3_attribute END AS option3_attribute`,
];

function eachOnce(items: Sql): Sql {
  return sql`list_filter(${items}, lambda item, nth: list_position(${items}, item) = nth)`;
}

/**
 * `at_row, key, product_id` of the products that stay. A product named twice is one: the first record wins. A platform without
 * ids gets 52 bits of the key's MD5; the few that meet in that space are told apart by a second hash.
 */
export function productIds(input: SnapshotInput): Sql {
  const once = sql`SELECT at_row, key, seq, id FROM ${numbered(input, "products")} QUALIFY row_number() OVER (PARTITION BY key ORDER BY seq) = 1`;
  const named = sql`SELECT at_row, key, seq, coalesce(TRY_CAST(id AS BIGINT), ${hashedId(sql`'product' || chr(31) || key`)}) AS first_id FROM (${once})`;
  const unique = sql`CASE WHEN row_number() OVER (PARTITION BY first_id ORDER BY seq) = 1 THEN first_id ELSE ${hashedId(sql`'product' || chr(30) || key`)} END`;
  return sql`SELECT at_row, key, ${unique} AS product_id FROM (${named})`;
}

/** Pictures gathered at a time: an ordered aggregate keeps all of its rows in memory. */
const PICTURES_AT_A_TIME = 1_000_000;

/**
 * Statements that leave `product_pictures`: `product_key, first_url, all_urls, further_urls`. Each image stands there once, commas
 * percent-encoded; the further ones are those behind the first.
 */
export function gatherPictures(input: SnapshotInput): readonly Sql[] {
  const turns = Math.max(1, Math.ceil(input.pictures / PICTURES_AT_A_TIME));
  const gathered = Array.from({ length: turns }, (_, turn) => picturesOf(input, { turn, turns }));
  return gathered.map((pictures, turn) =>
    turn === 0 ? sql`CREATE TEMP TABLE product_pictures AS ${pictures}` : sql`INSERT INTO product_pictures ${pictures}`,
  );
}

function picturesOf(input: SnapshotInput, { turn, turns }: { readonly turn: number; readonly turns: number }): Sql {
  const images = sql`SELECT * FROM ${readBetween(input, "images")} WHERE hash(product_key) % ${integer(turns)} = ${integer(turn)}`;
  const joined = sql`SELECT product_key, string_agg(url, ${URL_SEPARATOR} ORDER BY coalesce(position, seq), seq) AS joined FROM (${images}) GROUP BY product_key`;
  const split = sql`SELECT product_key, string_split(joined, ${URL_SEPARATOR}) AS urls FROM (${joined})`;
  const distinct = sql`SELECT product_key, ${eachOnce(sql`urls`)} AS urls FROM (${split})`;
  const pictured = sql`SELECT product_key, urls[1] AS first_url, list_transform(urls, lambda url: replace(url, ',', '%2C')) AS encoded FROM (${distinct})`;
  return sql`SELECT product_key, first_url, array_to_string(encoded, ',') AS all_urls, array_to_string(encoded[2:], ',') AS further_urls FROM (${pictured})`;
}

/** `at_row, product_id, variant_count`, images and what facts say, one row per product. */
export function productFacts(input: SnapshotInput): Sql {
  const counted = sql`SELECT product_key, count(*) AS variant_count FROM ${readBetween(input, "variants")} GROUP BY product_key`;
  const facts = factsOf(input);
  return sql`SELECT ids.at_row, ids.product_id, coalesce(c.variant_count, 0) AS variant_count,
      i.first_url, i.all_urls, i.further_urls, t.told_values, l.told_collections, n.told_collection_ids, ${list(TITLE_OPTIONS.map(name))}
    FROM product_ids ids LEFT JOIN (${counted}) c ON c.product_key = ids.key LEFT JOIN product_pictures i ON i.product_key = ids.key
    LEFT JOIN (${toldValues(facts, "product")}) t ON t.owner_id = ids.key LEFT JOIN (${toldCollections(facts)}) l ON l.owner_id = ids.key
    LEFT JOIN (${toldCollectionIds(facts)}) n ON n.owner_id = ids.key LEFT JOIN (${titleOptions(input)}) o ON o.product_key = ids.key`;
}

/** Products in feed order: what the record says, else what facts say, else blank. */
export function sortedProducts(input: SnapshotInput): readonly SortedPart[] {
  const columns = productColumns(input);
  const told = (members: readonly string[]): Sql =>
    sql`SELECT *, ${memberTexts(sql`told_values`, members)} AS told FROM ${numbered(input, "products")} JOIN product_facts USING (at_row)`;
  const titles = sql`list_concat(CASE WHEN collections = '' THEN [] ELSE string_split(collections, ', ') END, told_collections)`;
  const ordinary = [
    sql`variant_count, first_url, all_urls, further_urls, tags`,
    ...TEXTS.filter((column) => column !== "body_html").map(name),
    sql`coalesce(google_category, '') AS google_category`,
    ...uniqueAttributes,
    ...TITLE_OPTIONS.map((column) => sql`coalesce(${name(column)}, '') AS ${name(column)}`),
    sql`coalesce(published, ${memberAt(sql`told`, 0)}, '') AS published`,
    sql`CASE WHEN told_collections IS NULL THEN collections ELSE array_to_string(${eachOnce(sql`titles`)}, ', ') END AS collections`,
    sql`coalesce(told_collection_ids, '') AS collection_ids`,
  ];
  const dynamic = dynamicParts(columns.length).map((places, nth) => ({
    table: dynamicTable("sorted_product_members", nth),
    columns: places.map((at, of) => sql`coalesce(${productColumn(at)}, ${nfc(memberAt(sql`told`, of))}, '') AS ${productColumn(at)}`),
    from: told(places.map((at) => columns[at] ?? "")),
  }));
  const described = sql`SELECT *, ${titles} AS titles FROM (${told([FACT_PUBLISHED])}) LEFT JOIN ${GOOGLE_CATEGORIES} USING (category_id, category)`;
  return [
    { table: "sorted_products", columns: ordinary, from: described },
    { table: "sorted_product_html", columns: [sql`body_html`], from: told([]) },
    { table: "sorted_product_text", columns: [sql`body_text`], from: told([]) },
    ...dynamic,
  ];
}
