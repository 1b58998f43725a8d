import { COUNTRY_COLUMNS, gatherCountryPrices, type PricedCountry, writeCountry } from "../../src/engine/source/country-prices.ts";
import { MARKET_COLUMNS, writeMarket, writeSource } from "../../src/engine/source/snapshot-files.ts";
import type { RawCountryPrice } from "../../src/engine/source/raw-country-price.ts";
import type { RawFact, RawImage, RawProduct, RawTranslation, RawVariant } from "../../src/engine/source/raw-tables.ts";
import { snapshotColumns } from "../../src/engine/source/snapshot-query.ts";
import type { SnapshotInput } from "../../src/engine/source/snapshot-input.ts";
import { forgetRecords, sortRecords } from "../../src/engine/source/snapshot-records.ts";
import { literal, sql } from "../../src/engine/sql/fragment.ts";
import { cleanColumnsOf } from "./clean-columns.ts";
import type { TestDuckdb } from "./duckdb.ts";

/** Records with nothing in them but what a test names. */
export function rawProduct(seq: number, members: Partial<RawProduct> & { readonly key: string }): RawProduct {
  return {
    id: null,
    seq,
    handle: members.key,
    title: `Product ${seq}`,
    body_html: null,
    vendor: null,
    product_type: null,
    category: null,
    category_id: null,
    tags: [],
    collections: [],
    status: "active",
    published: "true",
    published_at: null,
    link: `https://shop.example/products/${members.key}`,
    seo_title: null,
    seo_description: null,
    gift_card: "false",
    requires_selling_plan: null,
    combined_listing_role: null,
    handle_taken: null,
    variant_links: null,
    option1_name: null,
    option2_name: null,
    option3_name: null,
    option1_metafield: null,
    option2_metafield: null,
    option3_metafield: null,
    created_at: null,
    updated_at: null,
    metafields: {},
    ...members,
  };
}

export function rawVariant(seq: number, members: Partial<RawVariant> & { readonly product_key: string }): RawVariant {
  return {
    id: null,
    seq,
    position: null,
    sku: null,
    barcode: null,
    price: null,
    compare_at_price: null,
    cost: null,
    inventory_quantity: null,
    inventory_policy: "deny",
    inventory_tracked: "true",
    available: null,
    option1_value: null,
    option2_value: null,
    option3_value: null,
    weight: null,
    weight_unit: null,
    image: null,
    country_of_origin: null,
    hs_code: null,
    requires_shipping: null,
    unit_price: null,
    inventory_item_id: null,
    created_at: null,
    updated_at: null,
    metafields: {},
    markets: {},
    ...members,
  };
}

export function rawImage(seq: number, members: Partial<RawImage> & { readonly product_key: string; readonly url: string }): RawImage {
  return { id: null, seq, position: null, alt: null, ...members };
}

export function productFact(key: string, column: string, value: string): RawFact {
  return { owner: "product", owner_id: key, column, value };
}

export function variantFact(id: string, column: string, value: string): RawFact {
  return { owner: "variant", owner_id: id, column, value };
}

export function rawTranslation(key: string, locale: string, members: Partial<RawTranslation>): RawTranslation {
  return {
    owner_id: key,
    locale,
    title: null,
    body_html: null,
    handle: null,
    product_type: null,
    seo_title: null,
    seo_description: null,
    option1_name: null,
    option2_name: null,
    option3_name: null,
    option1_values: {},
    option2_values: {},
    option3_values: {},
    ...members,
  };
}

export interface RawCatalog {
  readonly products: readonly RawProduct[];
  readonly variants: readonly RawVariant[];
  readonly images?: readonly RawImage[];
  readonly facts?: readonly RawFact[];
  /** File of Google's categories by the shop's. */
  readonly googleCategories?: string;
  readonly currency?: string;
  readonly metafieldColumns?: readonly string[];
  /** As many as somebody says there are. */
  readonly pictures?: number;
}

export interface TestSnapshot {
  readonly source: string;
  readonly columns: readonly string[];
  /** Those that hold one clean line in every row. */
  readonly clean: readonly string[];
  readonly input: SnapshotInput;
}

/** The snapshot some records become. One a database: the work in between leaves temporary tables. */
export async function takeSnapshot(duckdb: TestDuckdb, catalog: RawCatalog): Promise<TestSnapshot> {
  const written = await writeSnapshot(duckdb, catalog);
  return { ...written, clean: await cleanColumnsOf(duckdb, written.source, written.columns) };
}

async function writeSnapshot(duckdb: TestDuckdb, catalog: RawCatalog): Promise<Omit<TestSnapshot, "clean">> {
  const input: SnapshotInput = {
    products: await duckdb.records("products.ndjson", catalog.products),
    variants: await duckdb.records("variants.ndjson", catalog.variants),
    images: await duckdb.records("images.ndjson", catalog.images ?? []),
    googleCategories: catalog.googleCategories ?? null,
    facts: catalog.facts === undefined ? null : await duckdb.records("facts.ndjson", catalog.facts),
    between: (file) => duckdb.file(`between-${file}.parquet`),
    currency: catalog.currency ?? "USD",
    longestRecordBytes: 0,
    pictures: catalog.pictures ?? 0,
    metafieldColumns: catalog.metafieldColumns ?? [],
  };
  const source = duckdb.file("source.parquet");
  await duckdb.run(...sortRecords(input), writeSource(input, source));
  return { source, columns: snapshotColumns(input.metafieldColumns), input };
}

/** One row of a snapshot, its source columns by name. */
export interface SourceRow {
  readonly ord: string;
  readonly rowId: string;
  readonly values: ReadonlyMap<string, string>;
  readonly value: (column: string) => string | undefined;
}

/** The rows of a snapshot in feed order. */
export async function sourceRows(
  duckdb: TestDuckdb,
  { source, columns }: Pick<TestSnapshot, "source" | "columns">,
): Promise<readonly SourceRow[]> {
  const rows = await duckdb.all(sql`SELECT * FROM read_parquet(${literal(source)}) ORDER BY ord`);
  return rows.map((row) => {
    const values = new Map(columns.map((column, at) => [column, String(row[`s${at + 1}`])]));
    return { ord: String(row["ord"]), rowId: String(row["row_id"]), values, value: (column) => values.get(column) };
  });
}

/** A market's prices as a feed attaches them. */
export async function takeMarket(duckdb: TestDuckdb, market: string) {
  const file = duckdb.file(`market-${market}.parquet`);
  await duckdb.run(writeMarket(market, file));
  return { file, columns: MARKET_COLUMNS };
}

/** What buyers in a country are shown, as a feed attaches it. */
export async function takeCountry(
  duckdb: TestDuckdb,
  snapshot: TestSnapshot,
  country: PricedCountry,
  records: readonly Partial<RawCountryPrice>[],
) {
  const nothing = { owner_id: "", country: country.country, included: null, price: null, compare_at_price: null, unit_price: null };
  const listed = await duckdb.records("prices.ndjson", records.map((record) => ({ ...nothing, ...record }))); // prettier-ignore
  const file = duckdb.file(`country-${country.country}.parquet`);
  const between = { source: snapshot.source, columns: snapshot.columns, prices: snapshot.input.between("country-prices") };
  await duckdb.run(gatherCountryPrices(snapshot.input, listed), ...writeCountry(country, { ...between, file }));
  return { file, columns: COUNTRY_COLUMNS };
}

/** The rows of the snapshot some records become. Nothing else of it stays, so that a database may make one after another. */
export async function rowsOf(duckdb: TestDuckdb, catalog: RawCatalog): Promise<readonly SourceRow[]> {
  const snapshot = await writeSnapshot(duckdb, catalog);
  await duckdb.run(...forgetRecords(snapshot.input));
  return sourceRows(duckdb, snapshot);
}
