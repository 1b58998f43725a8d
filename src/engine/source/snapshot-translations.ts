import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { ofCatalog, parquet } from "../sql/parquet.ts";
import { nfc } from "../sql/text-sql.ts";
import { htmlText } from "./html-text.ts";
import { memberAt, memberTexts } from "./json-members.ts";
import { RAW_TRANSLATED_FACT_TYPES, RAW_TRANSLATION_TYPES } from "./raw-tables.ts";
import { toldValues } from "./snapshot-facts.ts";
import { numbered, readBetween, recordsOf, type SnapshotInput, writeBetween } from "./snapshot-input.ts";
import { PRODUCTS, VARIANTS } from "./snapshot-records.ts";
import { addressOf } from "./snapshot-values.ts";
import { FIXED_COLUMNS, LONG, OPTION_NAMES, OPTION_VALUES, OPTIONS, PRODUCT_TEXTS } from "./translated-columns.ts";
import { dynamicParts, dynamicTable, type SortedPart, sortParts } from "./sorted-parts.ts";
import { ownerOfColumn } from "./source-columns.ts";

/**
 * Translations become one file a language, aligned to the snapshot's rows: NULL where the language says nothing, so that the primary text
 * stands; a blank would take its place. They are sorted as products are, column after column, and repeated for the variants; nothing is joined behind it.
 */

/** The records of translations, and the languages that were read whole. */
export interface TranslationInput {
  readonly translations: string;
  readonly facts: string;
  readonly locales: readonly TranslatedStore[];
}

export interface TranslatedStore {
  readonly locale: string;
  /** Where the store is in the language; without a slash at the end. */
  readonly rootUrl: string;
}

/** Statements that read the records, before anything is done with a language. */
export function describeTranslations(input: SnapshotInput, { translations, facts }: TranslationInput): readonly Sql[] {
  const said = (column: string): Sql => sql`${nfc(sql`coalesce(CAST(${name(column)} AS VARCHAR), '')`)} AS ${name(column)}`;
  const texts = [...PRODUCT_TEXTS, "body_html", ...OPTION_TEXTS].map(said);
  const isSaid = (columns: readonly string[]): Sql =>
    sql`coalesce(${list(columns.map((column) => sql`nullif(${name(column)}, '')`))}) IS NOT NULL`;
  const hasValues = list(OPTION_VALUES.map((column) => sql`coalesce(length(${name(column)}), 0)`));
  const described = sql`SELECT owner_id, locale, ${isSaid([...PRODUCT_TEXTS, "body_html"])} AS of_texts,
    ${isSaid(OPTION_NAMES)} OR greatest(${hasValues}) > 2 AS of_options, ${list(texts)}, ${nfc(sql`plain_text`)} AS body_text
    FROM (SELECT *, ${htmlText(sql`coalesce(body_html, '')`)} AS plain_text FROM ${recordsOf(input, translations, RAW_TRANSLATION_TYPES)})`;
  return [
    writeBetween(input, "translations", described),
    writeBetween(input, "translated-facts", sql`SELECT * FROM ${recordsOf(input, facts, RAW_TRANSLATED_FACT_TYPES)}`),
  ];
}

const OPTION_TEXTS = [...OPTION_NAMES, ...OPTION_VALUES];

/** A language's file. */
export interface TranslationFile {
  readonly store: TranslatedStore;
  /** Source columns that it says something in, in the order of `l1…`. */
  readonly columns: readonly string[];
  readonly file: string;
}

const TRANSLATED = sql`translated_in_order`;
const MEMBERS = sql`translated_members`;

/** Statements that write the language's file; `product_ids` is there, and so are products and variants in feed order. */
export function writeTranslation(input: SnapshotInput, language: TranslationFile): readonly Sql[] {
  const { store, columns, file } = language;
  const ofVariants = dynamicOf(language, "variant");
  const parts = sortedTranslations(input, language);
  const values = columns.map((column) => valueOf(column, language));
  const products = sql`SELECT t.*, p.handle AS own_handle, p.variant_links, p.link, unnest(range(p.variant_count)) AS variant_at
    FROM ${PRODUCTS} p POSITIONAL JOIN ${TRANSLATED} t`;
  const members = ofVariants.length === 0 ? sql`` : sql` POSITIONAL JOIN ${MEMBERS} m`;
  return [
    ...RECORDS.map((said) => sql`CREATE TEMP TABLE ${rowsOf(said)} AS ${translatedRows(input, store.locale, said)}`),
    ...sortParts({
      view: TRANSLATED,
      parts,
      id: sql`product_id`,
      order: sql`product_id`,
      between: (nth) => input.between(`sorted-translations-${nth}`),
    }),
    ...RECORDS.map((said) => sql`DROP TABLE ${rowsOf(said)}`),
    ...(ofVariants.length === 0 ? [] : [sql`CREATE TEMP TABLE ${MEMBERS} AS ${variantMembers(input, store.locale, ofVariants)}`]),
    sql`COPY (SELECT ${list(values.map((value, at) => sql`nullif(${value}, '') AS ${name(`l${at + 1}`)}`))}
      FROM (${products}) t POSITIONAL JOIN ${VARIANTS} v${members}) TO ${literal(file)} ${parquet(ofCatalog(columns.length))}`,
  ];
}

/** `misplaced`: products that do not stand beside their own translation. Asked before the tables are dropped. */
export function translationCheck(): Sql {
  return sql`SELECT count(*) AS misplaced FROM (SELECT product_id FROM ${PRODUCTS}) p POSITIONAL JOIN (SELECT product_id, apart FROM ${TRANSLATED}) t
    WHERE p.product_id IS DISTINCT FROM t.product_id OR t.apart`;
}

/** Statements that free what a language has left. */
export function forgetTranslation(input: SnapshotInput, language: TranslationFile): readonly Sql[] {
  const tables = sortedTranslations(input, language).map(({ table }) => sql`DROP TABLE IF EXISTS ${name(table)}`);
  return [sql`DROP VIEW ${TRANSLATED}`, ...tables, sql`DROP TABLE IF EXISTS ${MEMBERS}`];
}

/** A platform may tell of a product and of its options apart. */
const RECORDS = ["of_texts", "of_options"] as const;
type Said = (typeof RECORDS)[number];

function rowsOf(said: Said): Sql {
  return name(`translated_rows_${said}`);
}

/** `at_row, product_id`: of each product the record that counts. */
function translatedRows(input: SnapshotInput, locale: string, said: Said): Sql {
  return sql`SELECT t.at_row, p.product_id
    FROM (SELECT at_row, owner_id FROM ${numbered(input, "translations")} WHERE locale = ${literal(locale)} AND ${name(said)}) t
    JOIN product_ids p ON p.key = t.owner_id QUALIFY row_number() OVER (PARTITION BY p.product_id ORDER BY t.at_row) = 1`;
}

/** Every product in feed order with what is translated of it. The wide side is read once and never gathered; products without a record follow it. */
function sortedTranslations(input: SnapshotInput, language: TranslationFile): readonly SortedPart[] {
  const { locale } = language.store;
  const ofProducts = dynamicOf(language, "product");
  const of = (table: string, columns: readonly string[], said: Said): SortedPart => ({
    table,
    columns: columns.map(name),
    from: sql`SELECT product_id, ${list(columns.map(name))} FROM ${numbered(input, "translations")} JOIN ${rowsOf(said)} USING (at_row)
      UNION ALL SELECT product_id, ${list(columns.map(() => sql`NULL`))} FROM product_ids WHERE product_id NOT IN (SELECT product_id FROM ${rowsOf(said)})`,
  });
  const facts = sql`(SELECT * FROM ${readBetween(input, "translated-facts")} WHERE locale = ${literal(locale)})`;
  const members = dynamicParts(ofProducts.length).map((places, nth) => ({
    table: dynamicTable("sorted_translated_members", nth),
    columns: places.map((at, nthOf) => sql`${nfc(memberAt(sql`told`, nthOf))} AS ${productMember(at)}`),
    from: sql`SELECT product_id, ${memberTexts(sql`told_values`, places.map((at) => ofProducts[at] ?? ""))} AS told
      FROM product_ids LEFT JOIN (${toldValues(facts, "product")}) f ON f.owner_id = product_ids.key`,
  })); // prettier-ignore
  return [
    of("sorted_translations", PRODUCT_TEXTS, "of_texts"),
    of("sorted_translated_options", OPTION_TEXTS, "of_options"),
    ...LONG.filter((column) => language.columns.includes(column)).map((column) => of(`sorted_translated_${column}`, [column], "of_texts")),
    ...members,
  ];
}

/** Variants in feed order with what is translated of their metafields. */
function variantMembers(input: SnapshotInput, locale: string, columns: readonly string[]): Sql {
  const facts = sql`(SELECT * FROM ${readBetween(input, "translated-facts")} WHERE locale = ${literal(locale)})`;
  const told = sql`SELECT TRY_CAST(owner_id AS BIGINT) AS row_id, ${memberTexts(sql`told_values`, columns)} AS told FROM (${toldValues(facts, "variant")})`;
  const values = columns.map((_, at) => sql`${nfc(memberAt(sql`told`, at))} AS ${variantMember(at)}`);
  return sql`SELECT ${list(values)} FROM (SELECT ord, row_id FROM ${VARIANTS}) v LEFT JOIN (${told}) f USING (row_id) ORDER BY ord`;
}

const FIXED: ReadonlySet<string> = new Set(FIXED_COLUMNS);

/** The dynamic columns of products, or of variants, that the language says something in. */
function dynamicOf({ columns }: TranslationFile, owner: "product" | "variant"): readonly string[] {
  return columns.filter((column) => !FIXED.has(column) && ownerOfColumn(column) === owner);
}

/** A column over a variant `v`, its product's translation `t`, and what is translated of its metafields `m`. */
function valueOf(column: string, language: TranslationFile): Sql {
  const nth = OPTIONS.find((option) => column === `option${option}_value`);
  if (nth !== undefined) return optionValue(nth);
  if (column === "variant_title") return variantTitle();
  if (column === "link") return address(language.store.rootUrl);
  if (FIXED.has(column)) return sql`t.${name(column)}`;
  const ofProduct = dynamicOf(language, "product").indexOf(column);
  return ofProduct === -1 ? sql`m.${variantMember(dynamicOf(language, "variant").indexOf(column))}` : sql`t.${productMember(ofProduct)}`;
}

const productMember = (at: number): Sql => name(`m${at + 1}`);
const variantMember = (at: number): Sql => name(`w${at + 1}`);

/** What the variant's value is called, looked up by it; a JSON pointer escapes two characters. */
function optionValue(nth: number): Sql {
  const own = sql`v.${name(`option${nth}_value`)}`;
  const known = sql`t.${name(`option${nth}_values`)}`;
  const key = sql`'/' || replace(replace(${own}, '~', '~0'), '/', '~1')`;
  return sql`CASE WHEN ${own} <> '' AND length(${known}) > 2 THEN json_extract_string(${known}, ${key}) END`;
}

/** As the primary one is made of the primary values; each value that has no translation stands as it is. */
function variantTitle(): Sql {
  const values = OPTIONS.map((nth) => sql`nullif(coalesce(${optionValue(nth)}, v.${name(`option${nth}_value`)}), '')`);
  const isTranslated = sql`coalesce(${list(OPTIONS.map(optionValue))}) IS NOT NULL`;
  return sql`CASE WHEN ${isTranslated} THEN concat_ws(' / ', ${list(values)}) END`;
}

/** A product that has no address in the primary language has none in any other. */
function address(rootUrl: string): Sql {
  const handle = sql`url_encode(coalesce(nullif(t.handle, ''), t.own_handle))`;
  return sql`CASE WHEN t.link <> '' THEN ${addressOf(sql`concat(${literal(`${rootUrl}/products/`)}, ${handle})`, { links: sql`t.variant_links` })} END`;
}
