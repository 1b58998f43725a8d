import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { holdAllLookupTables, listAllLookupTables, type LookupTableRow } from "./lookup-queries.ts";

/** A table as whoever compiles or checks an expression needs it. Names are unique ignoring case. */
export interface LookupTable {
  readonly name: string;
  /** The first is the key. */
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Of its Parquet file, as `src/engine/lookups/lookup-file.ts` writes it. */
  readonly objectKey: string;
}

export const LOOKUP_FILE = "table.parquet";

/** Where a version's one object is; ends in `/`. */
export function lookupPrefix(shopId: number, name: string, version: number): string {
  return `shops/${shopId}/lookups/${name.toLowerCase()}/${version}/`;
}

export async function findLookupTables(shop: ShopDb): Promise<readonly LookupTable[]> {
  return (await listAllLookupTables(shop)).map(lookupTable);
}

/** The same for a write that will name one: none of them is removed before the transaction ends. */
export async function holdLookupTables(shop: ShopDb): Promise<readonly LookupTable[]> {
  return (await holdAllLookupTables(shop)).map(lookupTable);
}

function lookupTable({ name, columns, row_count: rowCount, object_prefix: prefix }: LookupTableRow): LookupTable {
  return { name, columns, rowCount, objectKey: `${prefix}${LOOKUP_FILE}` };
}
