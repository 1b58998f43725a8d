import type { AnyOperation } from "../operation.ts";
import { downloadLookupTable } from "./download-lookup-table.ts";
import { getLookupTable } from "./get-lookup-table.ts";
import { listLookupRows } from "./list-lookup-rows.ts";
import { listLookupTables } from "./list-lookup-tables.ts";
import { putLookupTable } from "./put-lookup-table.ts";
import { removeLookupTable } from "./remove-lookup-table.ts";
import { setLookupRows } from "./set-lookup-rows.ts";

/** What is done with lookup tables, in the order of the reference. */
export const LOOKUP_OPERATIONS: readonly AnyOperation[] = Object.freeze([
  listLookupTables,
  getLookupTable,
  putLookupTable,
  removeLookupTable,
  listLookupRows,
  setLookupRows,
  downloadLookupTable,
]);
