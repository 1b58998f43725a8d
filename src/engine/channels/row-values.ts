import type { Sql } from "../../kernel/sql.ts";
import { name, sql } from "../sql/fragment.ts";

/** What channels need of a row's source that no feed column has, carried along in `rows.parquet`. The quantity is blank if stock isn't tracked. */
export type CarriedColumn = "sku" | "inventory_quantity";

export const CARRIED_COLUMNS: readonly CarriedColumn[] = Object.freeze(["sku", "inventory_quantity"]);

/** Values of a run's rows, as fragments over `rows.parquet`. Text is never NULL; blank is `''`. */
export interface RowValues {
  /** Columns the run's rows have: the feed's, then channel attributes that its definition writes. */
  readonly columns: readonly string[];
  has(column: string): boolean;
  /** The value of a feed column or channel attribute; blank if the rows don't have it. */
  of(column: string): Sql;
  /** Bytes of the longest value of a column in the included rows; infinite if nobody looked. */
  longestBytes(column: string): number;
  carried(column: CarriedColumn): Sql;
  /** A value that was computed over all rows beside them (`ChannelPack.asides`). */
  aside(called: string): Sql;
  /**
   * The row's category of Google's taxonomy: its full path, its levels, its id and those above it, and whether it's divided into more precise ones. NULL if it has none that is known.
   * Only checks have it, and only if the input has a taxonomy.
   */
  category(part: "path" | "depth" | "ids" | "divided"): Sql;
}

/** Names count without regard to case, as channels read them: an extra column may be spelled as its feed likes. */
export function rowValues(columns: readonly string[], carried: readonly string[]): RowValues {
  const places = new Map(columns.map((column, at) => [column.toLowerCase(), name(`f${at + 1}`)]));
  return {
    columns,
    has: (column) => places.has(column.toLowerCase()),
    of: (column) => places.get(column.toLowerCase()) ?? sql`''`,
    longestBytes: () => Infinity,
    carried: (column) => (carried.includes(column) ? name(`its_${column}`) : sql`''`),
    aside: (called) => name(`aside_${called}`),
    category: (part) => name(`category_${part}`),
  };
}

/**
 * The same where it's known how long values are, so that nothing is computed from columns that are blank in every row, and no short value is cut. `longest`:
 * bytes, by the names of the columns in lower case; those that are left out are blank.
 */
export function measuredValues(rows: RowValues, longest: ReadonlyMap<string, number>): RowValues {
  const longestBytes = (column: string): number => longest.get(column.toLowerCase()) ?? 0;
  return { ...rows, longestBytes, of: (column) => (longestBytes(column) > 0 ? rows.of(column) : sql`''`) };
}
