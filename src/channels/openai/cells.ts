import { AMOUNT } from "../../engine/channels/amounts.ts";
import type { AttributeType, ChannelAttribute } from "../../engine/channels/attribute.ts";
import { type ChannelCell, rawText, spelled, tableCells } from "../../engine/channels/cells.ts";
import { jsonObject, jsonText, type LayoutOf } from "../../engine/channels/channel-file.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import { measuredNumber, measuredUnit } from "../../engine/channels/measures.ts";
import { listItems } from "../../engine/channels/quoted-items.ts";
import { inRfc3339 } from "../../engine/channels/sale-dates.ts";
import { storefrontUrl } from "../../engine/channels/storefront.ts";
import { literal, sql } from "../../engine/sql/fragment.ts";
import { numberOf } from "../../engine/sql/text-sql.ts";
import type { Sql } from "../../kernel/sql.ts";
import { OPENAI_ATTRIBUTES } from "./attributes.ts";

const HAS_VARIATIONS = "has_variations";
const NUMBERED_PATH = "category_of_number";

export function openaiAsides(input: ChannelInput): Readonly<Record<string, Sql>> {
  const group = input.rows.of("item_group_id");
  const path = numberedPath(input);
  return {
    [HAS_VARIATIONS]: sql`${group} <> '' AND count(*) OVER (PARTITION BY ${group}) > 1`,
    ...(path === undefined ? {} : { [NUMBERED_PATH]: path }),
  };
}

const attributeOf = (called: string): ChannelAttribute | undefined => OPENAI_ATTRIBUTES.find(({ name }) => name === called);

function categoryOf(input: ChannelInput): Sql {
  const attribute = attributeOf("product_category");
  return attribute === undefined ? sql`''` : rawText(attribute, input);
}

/** Rows can be found unless they say otherwise. */
function searchEligibility({ rows }: ChannelInput): Sql {
  const text = first(rows.of("is_eligible_search"), sql`'true'`);
  const attribute = attributeOf("is_eligible_search");
  return attribute === undefined ? text : spelled(attribute, text);
}

/** The path of a category that is given by its number. Undefined if the taxonomy isn't loaded or no row has a category. */
function numberedPath(input: ChannelInput): Sql | undefined {
  const category = categoryOf(input);
  if (input.taxonomy === null || category.text === "''") return undefined;
  return sql`coalesce((SELECT max(known.path) FROM (${input.taxonomy}) known WHERE known.id = ${category}), '')`;
}

/** The category as a path. A number that the taxonomy doesn't have says nothing here; the merchant's own product type does. */
function productCategory(input: ChannelInput): Sql {
  const category = categoryOf(input);
  const path = numberedPath(input) === undefined ? sql`''` : input.rows.aside(NUMBERED_PATH);
  return sql`CASE WHEN ${category} <> '' AND NOT regexp_full_match(${category}, '[0-9]+') THEN ${category} WHEN ${path} <> '' THEN ${path} ELSE ${input.rows.of("product_type")} END`;
}

/** What tells variants apart, by the names buyers see. */
const VARIANT_COLUMNS = ["color", "size", "material", "pattern"] as const;

export function openaiCells(input: ChannelInput): readonly ChannelCell[] {
  const { rows, feed } = input;
  const dates = rows.of("sale_price_effective_date");
  const sale = rows.has("sale_price_effective_date") ? ["sale_price_effective_date"] : [];
  const weight = rows.of("shipping_weight");
  const units = attributeOf("weight")?.units ?? [];
  const usual = (column: string, text: string): Omit<ChannelCell, "attribute"> => ({
    value: first(rows.of(column), literal(text)),
    reads: "always",
  });
  const cells = tableCells(OPENAI_ATTRIBUTES, input, {
    seller_name: usual("seller_name", feed.shopName),
    seller_url: usual("seller_url", storefrontUrl(feed)),
    target_countries: usual("target_countries", feed.country),
    store_country: usual("store_country", feed.country),
    is_eligible_search: { value: searchEligibility(input), reads: "always" },
    is_eligible_checkout: { value: sql`'false'`, reads: "always" },
    product_category: { value: productCategory(input), reads: ["product_category", "google_product_category", "product_type"] },
    sale_price_start_date: { value: first(rows.of("sale_price_start_date"), inRfc3339(sql`split_part(${dates}, '/', 1)`)), reads: sale },
    sale_price_end_date: { value: first(rows.of("sale_price_end_date"), inRfc3339(sql`split_part(${dates}, '/', 2)`)), reads: sale },
    listing_has_variations: { value: sql`CASE WHEN ${rows.aside(HAS_VARIATIONS)} THEN 'true' ELSE '' END`, reads: ["item_group_id"] },
    variant_dict: { value: variantDict(input), reads: ["item_group_id"] },
    weight: { value: first(rows.of("weight"), measuredNumber(weight, units)), reads: ["shipping_weight"] },
    item_weight_unit: { value: first(rows.of("item_weight_unit"), measuredUnit(weight, units)), reads: ["shipping_weight"] },
  });
  return cells.map((cell) => ({ ...cell, value: inJson(cell) }));
}

const LISTS: readonly AttributeType[] = ["list", "urls"];

/** Lists and booleans as the file says them, which is what people are shown of it. */
function inJson({ attribute: { type }, value }: ChannelCell): Sql {
  // What is neither says nothing: as `false` it would take a product out of the search.
  if (type === "boolean") return sql`CASE lower(${value}) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE '' END`;
  if (!LISTS.includes(type)) return value;
  const items = sql`list_filter(list_transform(${listItems(value)}, lambda item: trim(item)), lambda item: item <> '')`;
  return sql`CASE WHEN ${value} = '' THEN '' ELSE CAST(to_json(${items}) AS VARCHAR) END`;
}

const first = (own: Sql, usual: Sql): Sql => (own.text === "''" ? usual : sql`CASE WHEN ${own} <> '' THEN ${own} ELSE ${usual} END`);

function variantDict({ rows }: ChannelInput): Sql {
  const values = VARIANT_COLUMNS.map((column) => [column, jsonText(rows.of(column))] as const);
  const any = sql`concat(${VARIANT_COLUMNS.map((column) => rows.of(column)).reduce((all, one) => sql`${all}, ${one}`)}) <> ''`;
  return sql`CASE WHEN ${rows.aside(HAS_VARIATIONS)} AND ${any} THEN ${jsonObject(values)} ELSE '' END`;
}

/** Lists and objects that a column has as JSON. Other text stays a string. */
const WRITTEN_AS_JSON = ["q_and_a", "reviews", "ads_metadata"];

/** One JSON object a row. Blank attributes are left out. */
export const jsonLines: LayoutOf = (cells) => ({
  head: "",
  line: jsonObject(cells.map(({ attribute: { name, type }, value }) => [name, jsonValue(name, type, value)])),
  foot: "",
});

function jsonValue(name: string, type: AttributeType, value: Sql): Sql {
  if (WRITTEN_AS_JSON.includes(name))
    return sql`CASE WHEN regexp_matches(${value}, '^[\\[{]') AND json_valid(${value}) THEN ${value} ELSE ${jsonText(value)} END`;
  if (name === "variant_dict" || type === "boolean" || LISTS.includes(type)) return sql`CASE WHEN ${value} <> '' THEN ${value} END`;
  if (type === "number" || type === "integer" || name === "weight")
    return sql`CASE WHEN regexp_full_match(${value}, '(0|[1-9][0-9]{0,14})(\\.[0-9]{1,9})?') THEN ${value} ELSE ${jsonText(value)} END`;
  return jsonText(value);
}

/** An amount in minor units with its currency, as an object of JSON; NULL if the text is none. */
export function minorUnits(text: Sql): Sql {
  const decimals = sql`CASE WHEN right(${text}, 3) IN (${currencies(0)}) THEN 1 WHEN right(${text}, 3) IN (${currencies(3)}) THEN 1000 ELSE 100 END`;
  const amount = sql`CAST(CAST(round(${numberOf(text)} * ${decimals}) AS DECIMAL(28,0)) AS VARCHAR)`;
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(AMOUNT)}) THEN concat('{"amount":', ${amount}, ',"currency":"', right(${text}, 3), '"}') END`;
}

/** ISO 4217 currencies with so many decimals, as the runtime knows them. */
function currencies(decimals: number): Sql {
  const all = Intl.supportedValuesOf("currency").filter(
    (currency) => new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits === decimals,
  );
  return all.map(literal).reduce((list, one) => sql`${list}, ${one}`);
}
