import type { ChannelPack } from "../../src/channels/channel-port.ts";
import { categorisedRows } from "../../src/engine/channels/categorised-rows.ts";
import type { ChannelInput, FeedFacts } from "../../src/engine/channels/channel-input.ts";
import type { Check } from "../../src/engine/channels/check.ts";
import type { ChannelSettings } from "../../src/engine/channels/channel-settings.ts";
import { findingsQuery } from "../../src/engine/channels/findings-query.ts";
import { CARRIED_COLUMNS, rowValues } from "../../src/engine/channels/row-values.ts";
import { FEED_COLUMNS } from "../../src/engine/plan/feed-columns.ts";
import { integer, join, list, literal, name, sql } from "../../src/engine/sql/fragment.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import { entriesOf } from "../../src/kernel/unsafe.ts";
import { type CatalogMarket, type CatalogRow, STORE_URL, USD } from "./clean-catalog.ts";

/** Columns a run's rows may have for a channel: the feed's, and every attribute of the channel, which a rule may write. */
export function columnsFor({ attributes }: Pick<ChannelPack, "attributes">): readonly string[] {
  const names = attributes.map((attribute) => attribute.name);
  return [...new Set([...FEED_COLUMNS.map(({ name: column }) => column), ...names, ...OF_OTHERS])];
}

/** Attributes that channels read without having them. */
const OF_OTHERS = ["sale_price_effective_date", "multipack", "is_bundle"];

/** What a channel can't do without. */
const SETTINGS: Readonly<Partial<Record<ChannelPack["slug"], object>>> = { amazon: { seller_id: "A1", product_type: "SHIRT" } };

interface Given {
  readonly columns: readonly string[];
  readonly feed?: Partial<FeedFacts>;
  readonly settings?: Partial<ChannelSettings>;
  readonly market?: CatalogMarket;
}

/** When the run is made whose rows are checked. */
export const CHECKED_AT = "2026-11-23T12:00:00.000Z";

export function channelInput(pack: ChannelPack, { columns, feed = {}, settings = {}, market = USD }: Given): ChannelInput {
  return {
    rows: rowValues(columns, CARRIED_COLUMNS),
    settings: { ...pack.settings.parse(SETTINGS[pack.slug] ?? {}), ...settings },
    feed: { ...market, language: "en", shopName: "Harbour & Hazel", storeUrl: STORE_URL, now: CHECKED_AT, ...feed },
    taxonomy: TAXONOMY,
  };
}

/** Rows as a run has them: `ord, row_id, product_id, f1…`, and what their source says. `part` tells those of one case from the others'. */
export interface PlacedRow extends CatalogRow {
  readonly rowId: number;
  readonly part: number;
}

/** A record a row, for `TestDuckdb.records`. */
export function recordsOf(rows: readonly PlacedRow[], columns: readonly string[]): readonly object[] {
  return rows.map(({ rowId, part, product, columns: values, sku, inventory }, ord) => ({
    ...{ ord, row_id: rowId, product_id: product, part, its_sku: sku, its_inventory_quantity: inventory },
    ...Object.fromEntries(columns.map((column, at) => [`f${at + 1}`, values[column] ?? ""])),
  }));
}

export function readRecords(file: string, columns: readonly string[]): Sql {
  const numbers = ["ord", "row_id", "product_id", "part"].map((column) => sql`${literal(column)}: 'BIGINT'`);
  const texts = ["its_sku", "its_inventory_quantity", ...columns.map((_, at) => `f${at + 1}`)].map(
    (column) => sql`${literal(column)}: 'VARCHAR'`,
  );
  return sql`SELECT * FROM read_json(${literal(file)}, format = 'newline_delimited', columns = {${list([...numbers, ...texts])}})`;
}

/** What checks find among some rows: with what the pack wants to know of all rows, and with categories where a check reads them, as a run asks. */
export function findingsAmong(checks: readonly Check[], { pack, input, rows }: AskedRows, key: Sql): Sql {
  const asides = entriesOf(pack.asides?.(input) ?? {}).map(([called, value]) => sql`${value} AS ${name(`aside_${called}`)}`);
  const looked = sql`SELECT ${list([sql`*`, ...asides])} FROM (${rows})`;
  return findingsQuery(checks, looked, key, categorisedRows(pack.attributes, input, looked));
}

interface AskedRows {
  readonly pack: ChannelPack;
  readonly input: ChannelInput;
  readonly rows: Sql;
}

/** As much of Google's taxonomy as the catalog and bad rows name. */
const CATEGORIES: readonly (readonly [number, string])[] = [
  [166, "Apparel & Accessories"],
  [1604, "Apparel & Accessories > Clothing"],
  [212, "Apparel & Accessories > Clothing > Shirts & Tops"],
  [187, "Apparel & Accessories > Shoes"],
  [8, "Arts & Entertainment"],
  [5709, "Arts & Entertainment > Party & Celebration"],
  [2559, "Arts & Entertainment > Party & Celebration > Gift Giving"],
  [53, "Arts & Entertainment > Party & Celebration > Gift Giving > Gift Cards & Certificates"],
  [222, "Electronics"],
  [223, "Electronics > Audio"],
  [2165, "Electronics > Audio > Audio Components"],
  [505771, "Electronics > Audio > Audio Components > Headphones & Headsets"],
  [543626, "Electronics > Audio > Audio Components > Headphones & Headsets > Headphones"],
  [262, "Electronics > Communications"],
  [270, "Electronics > Communications > Telephony"],
  [267, "Electronics > Communications > Telephony > Mobile Phones"],
  [278, "Electronics > Computers"],
  [4745, "Electronics > Computers > Tablet Computers"],
  [412, "Food, Beverages & Tobacco"],
  [413, "Food, Beverages & Tobacco > Beverages"],
  [499676, "Food, Beverages & Tobacco > Beverages > Alcoholic Beverages"],
  [421, "Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine"],
  [1868, "Food, Beverages & Tobacco > Beverages > Coffee"],
  [435, "Food, Beverages & Tobacco > Tobacco Products"],
  [436, "Furniture"],
  [443, "Furniture > Chairs"],
  [5886, "Furniture > Chairs > Kitchen & Dining Room Chairs"],
  [772, "Mature"],
  [773, "Mature > Erotic"],
  [780, "Mature > Weapons"],
  [782, "Mature > Weapons > Guns"],
  [783, "Media"],
  [784, "Media > Books"],
  [543543, "Media > Books > Print Books"],
  [2092, "Software"],
];

const IDS = new Map(CATEGORIES.map(([id, path]) => [path, id]));

const TAXONOMY = join(
  CATEGORIES.map(([id, path]) => {
    const levels = path.split(" > ");
    const ids = levels.map((_, at) => literal(String(IDS.get(levels.slice(0, at + 1).join(" > ")))));
    return sql`SELECT ${literal(String(id))} AS id, ${literal(path)} AS path, ${literal(path.toLowerCase())} AS folded, ${integer(levels.length)} AS depth, [${list(ids)}] AS ids`;
  }),
  sql` UNION ALL `,
);
