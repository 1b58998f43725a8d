export { changeMetafields } from "./change-metafields.ts";
export { getMetafields } from "./get-metafields.ts";
export { findMetafieldChoice } from "./metafield-queries.ts";
export { mappingScope, readSourceColumns, type SourceColumns } from "./source-columns-of-shop.ts";
