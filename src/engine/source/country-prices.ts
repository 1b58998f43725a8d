import type { Sql } from "../../kernel/sql.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import { parquet } from "../sql/parquet.ts";
import { RAW_COUNTRY_PRICE_TYPES } from "./raw-country-price.ts";
import { recordsOf, type SnapshotInput, writeBetween } from "./snapshot-input.ts";

/** The market files of a platform that tells, country by country, what buyers are shown. */

/** A country that prices were asked for. */
export interface PricedCountry {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** What its market charges in (ISO 4217). */
  readonly currency: string;
  /** Whether an active market sells there at all. */
  readonly sold: boolean;
  /** Where its market's pages are, in the market's default language; without a slash at the end. */
  readonly rootUrl: string;
  /** Whether an address says by `country=XX` which country's prices the page shows. */
  readonly named: boolean;
}

/** Columns of a country's file, in the order of `l1…`. */
export const COUNTRY_COLUMNS: readonly string[] = Object.freeze([
  "included",
  "price",
  "compare_at_price",
  "unit_price",
  "currency",
  "link",
]);

/** Makes the records ready to be read once for each country. */
export function gatherCountryPrices(input: SnapshotInput, records: string): Sql {
  return writeBetween(input, "country-prices", sql`SELECT * FROM ${recordsOf(input, records, RAW_COUNTRY_PRICE_TYPES)}`);
}

interface CountryFile {
  readonly source: string;
  /** Columns of the source. */
  readonly columns: readonly string[];
  /** What `gatherCountryPrices` wrote. */
  readonly prices: string;
  readonly file: string;
}

/**
 * Statements that write a country's file, aligned to the snapshot's `ord`. Only the short columns are sorted: the addresses follow by
 * position. The parts of an extract are taken at different moments, so a variant without a record has no price.
 */
export function writeCountry(of: PricedCountry, { source, columns, prices, file }: CountryFile): readonly Sql[] {
  const rows = sql`read_parquet(${literal(source)})`;
  const amounts = ["price", "compare_at_price", "unit_price"].map(name);
  const found = sql`SELECT TRY_CAST(owner_id AS BIGINT) AS row_id, min(included) AS included, ${list(amounts.map((amount) => sql`min(${amount}) AS ${amount}`))}
    FROM read_parquet(${literal(prices)}) WHERE country = ${literal(of.country)} GROUP BY ALL`;
  const included = of.sold ? sql`included` : sql`'false'`;
  const currency = sql`CASE WHEN price IS NOT NULL THEN ${literal(of.currency)} END`;
  const values = [included, ...amounts, currency, linkIn(of, columns)].map((value, at) => sql`${value} AS ${name(`l${at + 1}`)}`);
  return [
    sql`CREATE OR REPLACE TEMP TABLE country_prices AS SELECT included, ${list(amounts)} FROM (SELECT ord, row_id FROM ${rows}) s
      LEFT JOIN (${found}) p USING (row_id) ORDER BY s.ord`,
    sql`COPY (SELECT ${list(values)} FROM ${rows} POSITIONAL JOIN country_prices) TO ${literal(file)} ${parquet()}`,
    sql`DROP TABLE country_prices`,
  ];
}

/** The product's page below the market's address; NULL where the snapshot's own link leads to none. */
function linkIn({ rootUrl, named, country }: PricedCountry, columns: readonly string[]): Sql {
  const at = columns.indexOf("link");
  if (at === -1) return sql`NULL::VARCHAR`;
  const link = name(`s${at + 1}`);
  const page = sql`concat(${literal(rootUrl)}, substr(${link}, strpos(${link}, '/products/')))`;
  const query = sql`CASE WHEN contains(${link}, '?') THEN '&' ELSE '?' END`;
  const whole = named ? sql`concat(${page}, ${query}, ${literal(`country=${country}`)})` : page;
  return sql`CASE WHEN contains(${link}, '/products/') THEN ${whole} END`;
}
