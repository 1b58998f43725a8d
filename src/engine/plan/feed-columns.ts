import type { ColumnType } from "../source/source-columns.ts";
import { CHANNEL_ATTRIBUTES, PRICE_ATTRIBUTES } from "../vocabulary/channel-attributes.ts";

/**
 * The standard feed columns in the order of the file: Google's product data specification, which the other channels read or
 * derive from. Extra columns follow. `type` is how rules compare them.
 */
export interface FeedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

const column = (name: string, type: ColumnType = "text"): FeedColumn => ({ name, type });

export const FEED_COLUMNS: readonly FeedColumn[] = Object.freeze([
  column("id"),
  column("title"),
  column("description"),
  column("link"),
  column("image_link"),
  column("additional_image_link", "list"),
  column("availability"),
  column("price", "money"),
  column("sale_price", "money"),
  column("brand"),
  column("gtin"),
  column("mpn"),
  column("identifier_exists"),
  column("condition"),
  column("google_product_category"),
  column("product_type"),
  column("item_group_id"),
  column("color"),
  column("size"),
  column("material"),
  column("gender"),
  column("age_group"),
  column("shipping_weight"),
  column("custom_label_0"),
  column("custom_label_1"),
  column("custom_label_2"),
  column("custom_label_3"),
  column("custom_label_4"),
]);

const PRICES: ReadonlySet<string> = new Set(PRICE_ATTRIBUTES.map((name) => name.toLowerCase()));
const STANDARD_TYPES: ReadonlyMap<string, ColumnType> = new Map(FEED_COLUMNS.map(({ name, type }) => [name, type]));

/** How a feed column or channel attribute is compared; channels read names without regard to case. */
export function feedColumnType(name: string): ColumnType {
  return STANDARD_TYPES.get(name) ?? (PRICES.has(name.toLowerCase()) ? "money" : "text");
}

/** Every plan, list and preview asks for these hundreds. */
const ATTRIBUTES = CHANNEL_ATTRIBUTES.map((name) => ({ folded: name.toLowerCase(), column: column(name, feedColumnType(name)) }));

/** Columns of a feed's file: the standard ones, then its extra ones; a standard name among the extras is not repeated. */
export function feedColumns(extraColumns: readonly string[]): readonly FeedColumn[] {
  const standard = new Set(FEED_COLUMNS.map(({ name }) => name));
  return [...FEED_COLUMNS, ...extraColumns.filter((name) => !standard.has(name)).map((name) => column(name, feedColumnType(name)))];
}

/**
 * Channel attributes that a feed's mappings and rules may name though the feed has no such column: the others, in the order of the
 * vocabulary. A column of the feed takes the place of an attribute of its name, whatever the case.
 */
export function attributeColumns(extraColumns: readonly string[]): readonly FeedColumn[] {
  const taken = new Set(extraColumns.map((name) => name.toLowerCase()));
  return ATTRIBUTES.filter(({ folded }) => !taken.has(folded)).map((attribute) => attribute.column);
}
