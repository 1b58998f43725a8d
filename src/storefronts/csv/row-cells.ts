import {
  booleanOf,
  commaAmountOf,
  decimalOf,
  imageAddressesOf,
  policyOf,
  quantityOf,
  statusOf,
  trimmed,
  weightOf,
  wholeAmountOf,
  type Weight,
} from "./cell-values.ts";
import type { Delimiter } from "../../kernel/csv-delimiter.ts";
import { cellText, type RecordScan } from "../../kernel/csv-records.ts";
import { decimalsOf } from "../../kernel/money.ts";
import { seenText } from "../../kernel/seen-text.ts";
import type { ExportColumn } from "./export-columns.ts";
import type { ExportHeader } from "./export-header.ts";
import type { WarningCode, WarningTally } from "./warning-tally.ts";

/** The row read last, by the names of its columns, or by cell where names are the shop's own. A cell that is there and cannot be read is null, and counted. */
export interface RowCells {
  has(column: ExportColumn): boolean;
  /** "" where the export has no such column or the row no such cell. */
  text(column: ExportColumn): string;
  /** The first of these cells in which something can be seen; "" without one. */
  firstText(cells: readonly number[]): string;
  boolean(place: ExportColumn | number): string | null;
  /** A status as we know it, or what the cell says. */
  status(): string | null;
  price(column: ExportColumn): string | null;
  /** `currency`: undefined where nobody knows it. */
  marketPrice(cell: number, currency: string | undefined): string | null;
  quantity(): string | null;
  policy(): string | null;
  images(column: "image" | "variant_image"): readonly string[];
  weight(): Weight | null;
}

/** Spreadsheets put semicolons between cells where the comma is the decimal sign. Three decimals are usual in some currencies. */
function amountReader(currency: string | undefined, delimiter: Delimiter): (cell: string) => string | null {
  const decimals = currency === undefined ? 2 : decimalsOf(currency);
  if (decimals === 0) return wholeAmountOf;
  return delimiter === ";" && decimals === 2 ? commaAmountOf : decimalOf;
}

/** A longer cell is no status. */
const STATUS_LENGTH_MAX = 60;

/** `currency`: of the shop's prices. */
export function rowCells(header: ExportHeader, scan: RecordScan, tally: WarningTally, currency: string): RowCells {
  const text = (place: ExportColumn | number) => cellText(scan, typeof place === "number" ? place : (header.cells.get(place) ?? -1));
  const understood = <Value>(cell: string, code: WarningCode, read: (cell: string) => Value | null): Value | null => {
    if (cell.trim() === "") return null;
    const value = read(cell);
    if (value === null) tally.add(code, scan.line);
    return value;
  };
  const priceIn = (cell: string, of: string | undefined): string | null => {
    const price = understood(cell, "price_unreadable", amountReader(of, scan.delimiter));
    if (price !== null && Number(price) < 0) tally.add("price_negative", scan.line);
    return price;
  };
  return {
    has: (column) => header.cells.has(column),
    text,
    firstText(cells) {
      for (const cell of cells) {
        const value = cellText(scan, cell);
        if (seenText(value) !== null) return value;
      }
      return "";
    },
    boolean: (place) => understood(text(place), "boolean_unreadable", booleanOf),
    status() {
      const cell = text("status");
      return understood(cell, "status_unknown", statusOf) ?? trimmed(cell.toLowerCase())?.slice(0, STATUS_LENGTH_MAX) ?? null;
    },
    price: (column) => priceIn(text(column), currency),
    marketPrice: (cell, of) => priceIn(text(cell), of),
    quantity: () => understood(text("inventory_quantity"), "quantity_unreadable", quantityOf),
    policy: () => understood(text("inventory_policy"), "policy_unreadable", policyOf),
    images: (column) => understood(text(column), "image_unreadable", imageAddressesOf) ?? [],
    weight() {
      const grams = understood(text("grams"), "weight_unreadable", decimalOf);
      return grams === null ? null : weightOf(grams, text("weight_unit"));
    },
  };
}
