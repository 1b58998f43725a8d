import type { Sql } from "../../kernel/sql.ts";
import { REASON_START } from "../plan/exclusion-reasons.ts";
import { integer, literal, sql } from "../sql/fragment.ts";
import type { DiffSide } from "./run-diff.ts";
import { outputColumn } from "./run-files.ts";

/**
 * How a run's file differs from the one being served, as far as the publish guard asks. Products are matched by published id, never by
 * row id: a CSV shop's row ids are derived from what the export spells, and a channel sees published ids only.
 */
export interface IdChange {
  /** Ids in the served file. */
  readonly before: number;
  /** Ids in the new file. */
  readonly after: number;
  /** Ids of the served file that the new run neither publishes nor leaves out because of the plan's allowance. */
  readonly gone: number;
  /** Ids of the new file that the live run neither published nor left out because of the plan's allowance. */
  readonly added: number;
  /** Those added ids that no row of the live run had, excluded rows included: what the merchant's own rules let in again isn't unknown. */
  readonly unknown: number;
}

export interface PriceChange {
  /** Median price of the products in both files whose price has the same currency, or none, in both; null where there are none. */
  readonly matchedBefore: number | null;
  readonly matchedAfter: number | null;
  /** Median price of the whole file, whatever the currency; null where it has no price. */
  readonly before: number | null;
  readonly after: number | null;
  /** The same of the matched products' selling prices: the sale price where there is one. */
  readonly soldBefore: number | null;
  readonly soldAfter: number | null;
}

/** What one file says about itself. */
export interface FileFlaws {
  /** Rows left out because an earlier row has their id. */
  readonly duplicatesLeftOut: number;
  /** Published prices without a currency. */
  readonly barePrices: number;
  /** Published rows without a price, or whose price has a currency but no amount that can be read, such as `9,90 EUR`. */
  readonly blankPrices: number;
}

type RunRows = Pick<DiffSide, "rows" | "columns">;

/** Reasons of the stage that leaves out repeated ids start like this. */
const DUPLICATE_REASON_START = "Duplicate id";

/** Where an id was seen: three bits for the live run, and the same bits shifted for the new one. */
const PUBLISHED = 1;
const BEYOND_ALLOWANCE = 2;
const EXCLUDED = 4;
const NEW_RUN = 8;

const reasonStarts = (text: string): Sql => sql`starts_with(reason, ${literal(text)})`;

/** `before, after, gone, added, unknown`, in one pass over both runs that keeps eight bytes and a few bits an id. */
export function idChange(before: RunRows, after: RunRows): Sql {
  const seen = ({ rows, columns }: RunRows, factor: number): Sql => sql`SELECT hash(${outputColumn(columns, "id")}) AS id,
      CASE WHEN reason IS NULL THEN ${integer(PUBLISHED * factor)} WHEN ${reasonStarts(REASON_START.allowance)}
        THEN ${integer(BEYOND_ALLOWANCE * factor)} ELSE ${integer(EXCLUDED * factor)} END AS seen
    FROM read_parquet(${literal(rows)})`;
  const isSeen = (mask: number): Sql => sql`(seen & ${integer(mask)}) <> 0`;
  const kept = PUBLISHED | BEYOND_ALLOWANCE;
  const [was, is] = [isSeen(PUBLISHED), isSeen(PUBLISHED * NEW_RUN)];
  return sql`SELECT count(*) FILTER (WHERE ${was}) AS before, count(*) FILTER (WHERE ${is}) AS after,
      count(*) FILTER (WHERE ${was} AND NOT ${isSeen(kept * NEW_RUN)}) AS gone,
      count(*) FILTER (WHERE ${is} AND NOT ${isSeen(kept)}) AS added,
      count(*) FILTER (WHERE ${is} AND NOT ${isSeen(kept | EXCLUDED)}) AS unknown
    FROM (SELECT bit_or(seen) AS seen FROM (${seen(before, 1)} UNION ALL ${seen(after, NEW_RUN)}) GROUP BY id)`;
}

export function readIdChange(row: Readonly<Record<string, unknown>> | undefined): IdChange {
  const count = (column: string): number => Number(row?.[column]);
  return { before: count("before"), after: count("after"), gone: count("gone"), added: count("added"), unknown: count("unknown") };
}

/** Products that medians are taken of: enough for two digits, and a catalog of millions costs no more than one of a hundred thousand. */
const SAMPLED_PRODUCTS = 100_000;

/**
 * `matched_before, matched_after, before, after, sold_before, sold_after`. Strings that aren't an amount are left out, and products whose
 * price was 0 or below. Of a large file a sample is read, the same products of both files. `rows`: about how many each file has.
 */
export function priceChange(before: RunRows, after: RunRows, rows: number): Sql {
  const every = integer(Math.max(1, Math.floor(rows / SAMPLED_PRODUCTS)));
  const none = sql`NULL::DOUBLE`;
  const priced = ({ rows: file, columns }: RunRows, isAfter: boolean): Sql => {
    const id = outputColumn(columns, "id");
    const [price, sale] = [amountIn(outputColumn(columns, "price")), amountIn(outputColumn(columns, "sale_price"))];
    const sold = sql`coalesce(${sale}, ${price})`;
    return sql`SELECT hash(${id}) AS id, ${currencyOf(columns)} AS currency, ${isAfter ? none : price} AS was, ${isAfter ? price : none} AS now,
        ${isAfter ? none : sold} AS sold_was, ${isAfter ? sold : none} AS sold_now
      FROM read_parquet(${literal(file)}) WHERE reason IS NULL AND hash(${id}) % ${every} = 0`;
  };
  const products = sql`SELECT min(was) FILTER (WHERE was > 0) AS was, min(now) AS now, min(sold_was) FILTER (WHERE sold_was > 0) AS sold_was, min(sold_now) AS sold_now
    FROM (${priced(before, false)} UNION ALL ${priced(after, true)}) GROUP BY id, currency`;
  const matched = sql`was IS NOT NULL AND now IS NOT NULL`;
  const sold = sql`sold_was IS NOT NULL AND sold_now IS NOT NULL`;
  return sql`SELECT median(was) FILTER (WHERE ${matched}) AS matched_before, median(now) FILTER (WHERE ${matched}) AS matched_after,
    median(was) AS before, median(now) FILTER (WHERE now > 0) AS after,
    median(sold_was) FILTER (WHERE ${sold}) AS sold_before, median(sold_now) FILTER (WHERE ${sold}) AS sold_after FROM (${products})`;
}

export function readPriceChange(row: Readonly<Record<string, unknown>> | undefined): PriceChange {
  const median = (column: string): number | null => (typeof row?.[column] === "number" ? row[column] : null);
  return {
    matchedBefore: median("matched_before"),
    matchedAfter: median("matched_after"),
    before: median("before"),
    after: median("after"),
    soldBefore: median("sold_before"),
    soldAfter: median("sold_after"),
  };
}

/** `duplicates, bare, blank`. */
export function fileFlaws({ rows, columns }: RunRows): Sql {
  const price = outputColumn(columns, "price");
  const bare = sql`reason IS NULL AND ${price} <> '' AND ${currencyOf(columns)} = ''`;
  const blank = sql`reason IS NULL AND (coalesce(${price}, '') = '' OR (${currencyOf(columns)} <> '' AND ${amountIn(price)} IS NULL))`;
  return sql`SELECT count(*) FILTER (WHERE ${reasonStarts(DUPLICATE_REASON_START)}) AS duplicates, count(*) FILTER (WHERE ${bare}) AS bare,
      count(*) FILTER (WHERE ${blank}) AS blank
    FROM read_parquet(${literal(rows)})`;
}

export function readFileFlaws(row: Readonly<Record<string, unknown>> | undefined): FileFlaws {
  return { duplicatesLeftOut: Number(row?.["duplicates"]), barePrices: Number(row?.["bare"]), blankPrices: Number(row?.["blank"]) };
}

/** The code at the end of a price; blank where there is none. */
function currencyOf(columns: readonly string[]): Sql {
  return sql`regexp_extract(${outputColumn(columns, "price")}, ' ([A-Z]{3})$', 1)`;
}

function amountIn(price: Sql): Sql {
  return sql`TRY_CAST(regexp_extract(${price}, '^(-?[0-9]+([.][0-9]+)?)( [A-Z]{3})?$', 1) AS DOUBLE)`;
}
