export { getLookupTable } from "./get-lookup-table.ts";
export { storeLookupCsv, writeLookupCsv } from "./import-lookup-csv.ts";
export { LOOKUP_BYTES_MAX } from "./lookup-limits.ts";
export { listAllLookupTables, setUnmatchedKeys } from "./lookup-queries.ts";
export { listLookupTables } from "./list-lookup-tables.ts";
export { findLookupTables, holdLookupTables, type LookupTable } from "./lookup-tables.ts";
export { putLookupTable } from "./put-lookup-table.ts";
export { removeLookupTable } from "./remove-lookup-table.ts";
