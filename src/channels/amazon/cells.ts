import { AMOUNT } from "../../engine/channels/amounts.ts";
import type { ChannelCell } from "../../engine/channels/cells.ts";
import { extraCells, rawText, spelled, spelledText, spelledTexts } from "../../engine/channels/cells.ts";
import { jsonText } from "../../engine/channels/channel-file.ts";
import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import { measuredNumber, measuredUnit } from "../../engine/channels/measures.ts";
import { listItems } from "../../engine/channels/quoted-items.ts";
import { inRfc3339, MOMENT } from "../../engine/channels/sale-dates.ts";
import { integer, join, literal, sql } from "../../engine/sql/fragment.ts";
import { itemsOf, mostlyPlainItems, numberOf, numberText } from "../../engine/sql/text-sql.ts";
import type { Sql } from "../../kernel/sql.ts";
import { AMAZON_ATTRIBUTES } from "./attributes.ts";
import { listPriceMember, marketplaceOf } from "./marketplaces.ts";

const EXEMPTION = "supplier_declared_has_product_identifier_exemption";
/** What an image's object calls its address. */
const LOCATION = "media_location";
const OTHER_IMAGE = "other_product_image_locator";
const OTHER_IMAGES = [1, 2, 3, 4, 5, 6, 7, 8].map((nth) => `${OTHER_IMAGE}_${nth}`);

/** Names of cells that the table doesn't have. */
export const AMAZON_OWN_NAMES: readonly string[] = Object.freeze([EXEMPTION, ...OTHER_IMAGES]);

const ATTRIBUTES = new Map(AMAZON_ATTRIBUTES.map((attribute) => [attribute.name, attribute]));

const SKU_REPEATED = "sku_repeated";
const LOOKED_UP = "product_type";

/** Whether other rows have the same SKU, and the product type that a lookup table has for the shop's own. */
export function amazonAsides(input: ChannelInput): Readonly<Record<string, Sql>> {
  const sku = input.rows.carried("sku");
  const table = lookupOf(input);
  return {
    [SKU_REPEATED]: sql`count(*) OVER (PARTITION BY ${sku}) > 1`,
    ...(table === undefined
      ? {}
      : {
          [LOOKED_UP]: sql`coalesce((SELECT max(looked.value) FROM (${table}) looked WHERE looked.key = lower(trim(${input.rows.of("product_type")}))), '')`,
        }),
  };
}

function lookupOf({ settings, lookups }: ChannelInput): Sql | undefined {
  const name = settings.product_type_by;
  return name === null || name === undefined ? undefined : lookups?.[name.toLowerCase()];
}

export const skuOf = ({ rows }: ChannelInput): Sql =>
  sql`CASE WHEN ${rows.carried("sku")} = '' OR ${rows.aside(SKU_REPEATED)} THEN CAST(row_id AS VARCHAR) ELSE ${rows.carried("sku")} END`;

/** Amazon's product type of a row, by the settings, the lookup table they name, or a mapping. Blank: none. */
export function productTypeOf(input: ChannelInput): Sql {
  const { rows, settings } = input;
  const mapped = rows.of("productType");
  const looked = lookupOf(input) === undefined ? sql`''` : rows.aside(LOOKED_UP);
  return sql`CASE WHEN ${mapped} <> '' THEN ${mapped} WHEN ${looked} <> '' THEN ${looked} ELSE ${literal(settings.product_type ?? "")} END`;
}

/** An amount as a number of JSON; NULL if it's none. Of a column's own text DuckDB makes it once for each value of its dictionary. */
const amountOf = (text: Sql): Sql =>
  sql`CASE WHEN regexp_full_match(${text}, ${literal(AMOUNT)}) THEN regexp_replace(CAST(CAST(string_split(${text}, ' ')[1] AS DECIMAL(18,3)) AS VARCHAR), '\\.?0+$', '') END`;

/** One cell an attribute: its JSON, an array of objects that name the marketplace. Before them is what belongs to the message itself. */
export function amazonCells(input: ChannelInput): readonly ChannelCell[] {
  const { rows, settings, feed } = input;
  const marketplace = marketplaceOf(settings.marketplace_id, feed.country);
  const { id, languageTag } = marketplace;
  const [market, language] = [`"marketplace_id":${JSON.stringify(id)}`, `"language_tag":${JSON.stringify(languageTag)}`];
  const text = (name: string): Sql => {
    const attribute = ATTRIBUTES.get(name);
    return attribute === undefined ? sql`''` : spelledText(attribute, input);
  };
  /** `[{"value": …, marketplace}]`. */
  const valued = (value: Sql, more = `,${market}`): Sql => member("value", value, more);
  const inLanguage = `,${language},${market}`;
  const long = (name: string): Sql => longMember("value", spelledTexts(attributeOf(name), input), inLanguage);
  const located = (value: Sql): Sql => member(LOCATION, value, `,${market}`);
  const made: Readonly<Record<string, Sql>> = {
    item_name: long("item_name"),
    brand: valued(text("brand"), inLanguage),
    product_description: long("product_description"),
    bullet_point: bullets(text("bullet_point"), inLanguage),
    externally_assigned_product_identifier: identifier(text("externally_assigned_product_identifier"), market),
    merchant_suggested_asin: valued(text("merchant_suggested_asin")),
    condition_type: valued(sql`CASE WHEN ${text("condition_type")} = '' THEN 'new_new' ELSE ${text("condition_type")} END`),
    purchasable_offer: offer(input, market),
    list_price: listPrice(input, market, listPriceMember(marketplace)),
    fulfillment_availability: quantity(input),
    main_product_image_locator: located(text("main_product_image_locator")),
    color: valued(text("color"), inLanguage),
    size: valued(text("size"), inLanguage),
    material: valued(text("material"), inLanguage),
    target_gender: valued(text("target_gender")),
    age_range_description: valued(text("age_range_description"), inLanguage),
    country_of_origin: valued(text("country_of_origin")),
    item_package_weight: weight(text("item_package_weight"), market),
    part_number: valued(text("part_number")),
  };
  const cells = Object.entries(made).flatMap(([name, value]): readonly ChannelCell[] => {
    const attribute = ATTRIBUTES.get(name);
    return attribute === undefined ? [] : [{ attribute, value, reads: "always" }];
  });
  const exempt = settings.exempt_from_gtin === true ? [exemption(market, rows.of("gtin"))] : [];
  const extra = extraCells([...ATTRIBUTES.keys(), ...AMAZON_OWN_NAMES], input).map((cell) => ({ ...cell, value: valued(cell.value) }));
  return [...messageCells(input), ...cells, ...exempt, ...images(input, market), ...extra];
}

/** No attributes, but the message's own: plain text. */
const MESSAGE = ["sku", "productType"];

/** The one attribute that is never blank. */
export const isInEachMessage = ({ attribute }: ChannelCell): boolean => attribute.name === "condition_type";

export const isOfMessage = ({ attribute }: ChannelCell): boolean => MESSAGE.includes(attribute.name);

function messageCells(input: ChannelInput): readonly ChannelCell[] {
  const type = productTypeOf(input);
  return [
    { attribute: attributeOf("sku"), value: skuOf(input), reads: "always" },
    { attribute: attributeOf("productType"), value: sql`CASE WHEN ${type} = '' THEN 'PRODUCT' ELSE ${type} END`, reads: "always" },
  ];
}

/** An array with one object; blank if the value is. */
function member(called: string, value: Sql, more: string): Sql {
  return longMember(called, [value], more);
}

/** The same of the first text that isn't NULL. The SQL names a value only once, because DuckDB plans every occurrence separately. */
function longMember(called: string, texts: readonly Sql[], more: string): Sql {
  const objects = texts.map((text) => sql`${literal(`[{"${called}":`)} || ${jsonText(text)} || ${literal(`${more}}]`)}`);
  return sql`coalesce(${join([...objects, sql`''`], sql`, `)})`;
}

/** Blank where the value is. */
function given(value: Sql, json: Sql): Sql {
  return sql`CASE WHEN ${value} = '' THEN '' ELSE ${json} END`;
}

function bullets(items: Sql, more: string): Sql {
  const all = sql`list_filter(list_transform(${listItems(items)}, lambda item: trim(item)), lambda item: item <> '')`;
  const json = sql`list_transform(list_slice(${all}, 1, 5), lambda item: concat('{"value":', CAST(to_json(item) AS VARCHAR), ${literal(`${more}}`)}))`;
  return given(items, sql`concat('[', array_to_string(${json}, ','), ']')`);
}

function identifier(gtin: Sql, market: string): Sql {
  const one = sql`regexp_replace(split_part(${gtin}, ',', 1), '[ -]', '', 'g')`;
  const type = sql`CASE strlen(${one}) WHEN 12 THEN 'upc' WHEN 13 THEN 'ean' WHEN 8 THEN 'ean' ELSE 'gtin' END`;
  return given(gtin, sql`concat('[{"type":"', ${type}, '","value":', CAST(to_json(${one}) AS VARCHAR), ${literal(`,${market}}]`)})`);
}

const FREE = "[0.]+ [A-Z]{3}";

/** Whether a sale price can be one: an amount above zero, in the currency of the price. */
function isSale(price: Sql, sale: Sql): Sql {
  return sql`${sale} <> '' AND ${amountOf(sale)} IS NOT NULL AND NOT regexp_full_match(${sale}, ${literal(FREE)}) AND right(${sale}, 3) = right(${price}, 3)`;
}

/**
 * What a buyer pays. A sale with dates is the price with a discount on a schedule; one without dates is the sale price alone, with
 * the former price as `list_price`. Nobody knows when a sale is whose dates can't be read, so that is the price alone.
 */
function offer({ rows }: ChannelInput, market: string): Sql {
  const [price, sale, dates] = [rows.of("price"), rows.of("sale_price"), rows.of("sale_price_effective_date")];
  const dated = sql`${dates} <> '' AND regexp_full_match(${dates}, ${literal(`${MOMENT}/${MOMENT}`)}) AND ${isSale(price, sale)}`;
  const now = sql`CASE WHEN ${dates} = '' AND ${isSale(price, sale)} THEN ${amountOf(sale)} ELSE ${amountOf(price)} END`;
  const moment = (part: number): Sql => sql`CAST(to_json(${inRfc3339(sql`split_part(${dates}, '/', ${integer(part)})`)}) AS VARCHAR)`;
  const discount = sql`CASE WHEN ${dated} THEN concat(',"discounted_price":[{"schedule":[{"start_at":', ${moment(1)}, ',"end_at":', ${moment(2)}, ',"value_with_tax":', ${amountOf(sale)}, '}]}]') ELSE '' END`;
  const json = sql`concat(${literal(`[{${market},"currency":"`)}, right(${price}, 3), '","our_price":[{"schedule":[{"value_with_tax":', ${now}, '}]}]', ${discount}, '}]')`;
  return sql`CASE WHEN ${amountOf(price)} IS NULL THEN '' ELSE ${json} END`;
}

function listPrice({ rows }: ChannelInput, market: string, amountMember: string): Sql {
  const [price, sale, dates, own] = [rows.of("price"), rows.of("sale_price"), rows.of("sale_price_effective_date"), rows.of("list_price")];
  const before = sql`CASE WHEN ${own} <> '' THEN ${own} WHEN ${dates} = '' AND ${isSale(price, sale)} THEN ${price} ELSE '' END`;
  const json = sql`concat('[{"currency":"', right(${before}, 3), ${literal(`","${amountMember}":`)}, ${amountOf(before)}, ${literal(`,${market}}]`)})`;
  return sql`CASE WHEN ${amountOf(before)} IS NULL THEN '' ELSE ${json} END`;
}

/** A quantity that isn't tracked is left out while the product is in stock. */
function quantity({ rows }: ChannelInput): Sql {
  const stock = rows.carried("inventory_quantity");
  const inStock = sql`lower(replace(${rows.of("availability")}, ' ', '_')) = 'in_stock'`;
  const count = sql`CASE WHEN NOT ${inStock} THEN ',"quantity":0' WHEN regexp_full_match(${stock}, '-?[0-9]{1,9}') THEN concat(',"quantity":', CAST(greatest(CAST(${stock} AS BIGINT), 0) AS VARCHAR)) ELSE '' END`;
  return sql`CASE WHEN ${rows.of("availability")} = '' THEN '' ELSE concat('[{"fulfillment_channel_code":"DEFAULT"', ${count}, '}]') END`;
}

const UNITS: Readonly<Record<string, string>> = { g: "grams", kg: "kilograms", oz: "ounces", lb: "pounds" };

function weight(text: Sql, market: string): Sql {
  const units = Object.entries(UNITS);
  const known = units.map(([short]) => short);
  const amount = measuredNumber(text, known);
  const words = units.map(([short, long]) => sql`WHEN ${literal(short)} THEN ${literal(long)}`);
  const named = sql`CASE ${measuredUnit(text, known)} ${join(words, sql` `)} END`;
  return sql`CASE WHEN ${amount} = '' THEN '' ELSE concat('[{"unit":"', ${named}, '","value":', ${numberText(numberOf(amount))}, ${literal(`,${market}}]`)}) END`;
}

function exemption(market: string, gtin: Sql): ChannelCell {
  const attribute = {
    ...attributeOf("externally_assigned_product_identifier"),
    name: EXEMPTION,
  };
  return { attribute, value: sql`CASE WHEN ${gtin} = '' THEN ${literal(`[{"value":true,${market}}]`)} ELSE '' END`, reads: "always" };
}

function images(input: ChannelInput, market: string): readonly ChannelCell[] {
  const attribute = attributeOf(OTHER_IMAGE);
  const text = rawText(attribute, input);
  // Outside of any CASE, so that DuckDB takes the list apart once for all of them. Few links have spaces, and only those are encoded.
  const spaced = itemsOf(sql`CASE WHEN contains(${text}, ' ') THEN ${text} END`);
  const links = sql`coalesce(list_transform(${spaced}, lambda link: ${spelled({ ...attribute, type: "url" }, sql`link`)}), ${mostlyPlainItems(text)})`;
  return OTHER_IMAGES.map((name, at) => {
    const link = sql`CAST(to_json(list_extract(${links}, ${integer(at + 1)})) AS VARCHAR)`;
    const value = sql`coalesce(${literal(`[{"${LOCATION}":`)} || ${link} || ${literal(`,${market}}]`)}, '')`;
    return { attribute: { ...attribute, name }, value, reads: "always" };
  });
}

function attributeOf(name: string) {
  const found = ATTRIBUTES.get(name);
  if (found === undefined) throw new Error(`${name} is in the table`);
  return found;
}
