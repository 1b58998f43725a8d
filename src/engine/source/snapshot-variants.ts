import type { Sql } from "../../kernel/sql.ts";
import { list, name, sql } from "../sql/fragment.ts";
import { gtinOf } from "../expression/functions/internal-gtin.ts";
import { nfc, numberOf, numberText } from "../sql/text-sql.ts";
import { memberAt, memberOf, memberRecord, memberTexts } from "./json-members.ts";
import { FACT_PUBLISHED, RAW_VARIANT_TYPES, type RawVariant } from "./raw-tables.ts";
import { toldImages, toldValues } from "./snapshot-facts.ts";
import { factsOf, hashedId, numbered, readBetween, recordsOf, type SnapshotInput } from "./snapshot-input.ts";
import { dynamicParts, dynamicTable, type SortedPart } from "./sorted-parts.ts";
import { ownerOfColumn } from "./source-columns.ts";

/** Variants, one row of a snapshot each: all that can be said of one without its product is said before they are sorted. */

/** Columns of a variant record that are text, and stay it, in two halves that are sorted one after the other. */
const OFFER = [
  "sku",
  "barcode",
  "price",
  "compare_at_price",
  "cost",
  "inventory_quantity",
  "inventory_policy",
  "inventory_tracked",
] as const satisfies readonly (keyof RawVariant)[];
const DETAIL = [
  "option1_value",
  "option2_value",
  "option3_value",
  "weight",
  "country_of_origin",
  "hs_code",
  "requires_shipping",
  "unit_price",
  "inventory_item_id",
] as const satisfies readonly (keyof RawVariant)[];
/** What may be said elsewhere where the record does not say it. */
const ELSEWHERE = ["image", "created_at", "updated_at"] as const satisfies readonly (keyof RawVariant)[];
/** What is found out about a variant besides. */
const COMPUTED = ["variant_title", "barcode_gtin", "available", "weight_unit", "canonical_margin_pct"] as const;

/** Option values as Shopify joins them; a product without options has no variant title. */
const variantTitle = sql`concat_ws(' / ', nullif(option1_value, ''), nullif(option2_value, ''), nullif(option3_value, ''))`;

/**
 * The platform's word where it gives one. Else stock decides: untracked stock never runs out, selling on is allowed by policy,
 * and a quantity the export does not have cannot be counted against the product.
 */
const available = sql`coalesce(available, CASE WHEN coalesce(inventory_tracked, 'false') <> 'true' OR inventory_policy = 'continue'
  OR inventory_quantity IS NULL OR coalesce(${numberOf(sql`inventory_quantity`)}, 0) > 0 THEN 'true' ELSE 'false' END)`;

const price = numberOf(sql`coalesce(price, '')`);
const cost = numberOf(sql`coalesce(cost, '')`);
/** Percent of the price that is not cost; blank without both, or for a price of zero. A double would print `-0` and exponents. */
const margin = numberText(
  sql`TRY_CAST(CASE WHEN ${price} > 0 THEN CAST((${price} - ${cost}) AS DOUBLE) / CAST(${price} AS DOUBLE) * 100 END AS DECIMAL(28,1))`,
);

/** What tells the variants of a product apart where the platform does not number them. */
const identity = sql`md5(concat_ws(chr(31), product_key, coalesce(option1_value, ''), coalesce(option2_value, ''), coalesce(option3_value, '')))`;

/** Dynamic columns of variants, in the order of `w1…`. */
export function variantColumns({ metafieldColumns }: SnapshotInput): readonly string[] {
  return metafieldColumns.filter((column) => ownerOfColumn(column) === "variant");
}

/** A dynamic column of variants. */
export function variantColumn(at: number): Sql {
  return name(`w${at + 1}`);
}

/** All that the record alone can say, as it is read. */
export function describedVariants(input: SnapshotInput): Sql {
  const columns = [
    ...[...OFFER, ...DETAIL].map((column) => sql`${nfc(sql`coalesce(${name(column)}, '')`)} AS ${name(column)}`),
    ...ELSEWHERE.map((column) => sql`${nfc(name(column))} AS ${name(column)}`),
    sql`${nfc(variantTitle)} AS variant_title`,
    sql`${nfc(available)} AS available`,
    sql`${gtinOf(name("barcode"))} AS barcode_gtin`,
    sql`CASE WHEN coalesce(weight, '') <> '' THEN ${nfc(sql`coalesce(weight_unit, '')`)} ELSE '' END AS weight_unit`,
    sql`${margin} AS canonical_margin_pct`,
    ...variantColumns(input).map((_, at) => sql`${nfc(memberOf(sql`own_values`, at))} AS ${variantColumn(at)}`),
  ];
  const prepared = sql`SELECT *, ${memberRecord(sql`metafields`, variantColumns(input))} AS own_values FROM ${recordsOf(input, input.variants, RAW_VARIANT_TYPES)}`;
  return sql`SELECT product_key, id, seq, position, ${identity} AS identity, markets, ${list(columns)} FROM (${prepared})`;
}

/**
 * `at_row, product_id, row_id, variant_position, told_values, told_image`, one row per variant of a product that is there. Two
 * variants of one product with the same options are told apart by their order.
 */
export function variantFacts(input: SnapshotInput): Sql {
  const counted = sql`SELECT at_row, seq, id, product_key, identity, row_number() OVER (PARTITION BY identity ORDER BY seq) AS twin,
    row_number() OVER (PARTITION BY product_key ORDER BY coalesce(position, seq), seq) AS variant_position FROM ${numbered(input, "variants")}`;
  const distinct = sql`'variant' || chr(31) || identity || CASE WHEN twin > 1 THEN chr(30) || twin ELSE '' END`;
  const named = sql`SELECT *, coalesce(TRY_CAST(id AS BIGINT), ${hashedId(distinct)}) AS first_id FROM (${counted})`;
  const unique = sql`CASE WHEN row_number() OVER (PARTITION BY first_id ORDER BY seq) = 1 THEN first_id ELSE ${hashedId(sql`'variant' || chr(29) || identity || chr(30) || twin`)} END`;
  const facts = factsOf(input);
  return sql`SELECT v.at_row, p.product_id, v.row_id, v.variant_position, t.told_values, i.told_image
    FROM (SELECT at_row, id, product_key, variant_position, ${unique} AS row_id FROM (${named})) v JOIN product_ids p ON p.key = v.product_key
    LEFT JOIN (${toldValues(facts, "variant")}) t ON t.owner_id = v.id
    LEFT JOIN (${toldImages(facts, readBetween(input, "images"))}) i ON i.owner_id = v.id`;
}

/**
 * Variants in feed order: what the record says, else what facts say, else blank; times are left to the product's. `numbered`
 * where the row's id is the platform's own.
 */
export function sortedVariants(input: SnapshotInput): readonly SortedPart[] {
  const columns = variantColumns(input);
  const told = (members: readonly string[]): Sql =>
    sql`SELECT *, ${memberTexts(sql`told_values`, members)} AS told FROM ${numbered(input, "variants")} JOIN variant_facts USING (at_row)`;
  const first = [
    sql`product_id, variant_position, row_id = TRY_CAST(id AS BIGINT) AS numbered`,
    sql`coalesce(image, told_image, '') AS image, coalesce(${memberAt(sql`told`, 0)}, '') AS variant_published`,
    ...OFFER.map(name),
  ];
  const dynamic = dynamicParts(columns.length).map((places, nth) => ({
    table: dynamicTable("sorted_variant_members", nth),
    columns: places.map((at, of) => sql`coalesce(${variantColumn(at)}, ${nfc(memberAt(sql`told`, of))}, '') AS ${variantColumn(at)}`),
    from: told(places.map((at) => columns[at] ?? "")),
  }));
  return [
    { table: "sorted_variants", columns: first, from: told([FACT_PUBLISHED]) },
    { table: "sorted_variant_details", columns: [...DETAIL, ...COMPUTED, "created_at", "updated_at"].map(name), from: told([]) },
    { table: "sorted_variant_markets", columns: [sql`markets`], from: told([]) },
    ...dynamic,
  ];
}
