export { changeColumnMappings } from "./change-column-mappings.ts";
export { changeExtraColumns } from "./change-extra-columns.ts";
export { type EffectiveMappings, effectiveMappings } from "./effective-mappings.ts";
export { getColumnMappings } from "./get-column-mappings.ts";
export { getExtraColumns } from "./get-extra-columns.ts";
export { countMappedFeedwide } from "./mapping-nodes.ts";
export { readSourceColumns, type SourceColumns } from "./source-columns-of-shop.ts";
