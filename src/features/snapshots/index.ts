export { buildSnapshot } from "./build-snapshot.ts";
export { type MergedSnapshot, mergeSnapshot } from "./merge-snapshot.ts";
export { openRawFiles } from "./raw-files.ts";
export {
  COLLECTIONS_FILE,
  marketFile,
  PRODUCT_LINES_FILE,
  type Snapshot,
  SOURCE_CSV_FILE,
  SOURCE_FILE,
  SOURCE_INDEX_FILE,
  translationFile,
} from "./snapshot.ts";
export { findLiveSnapshot, findSnapshot } from "./snapshot-queries.ts";
