export { changeMetafields } from "./change-metafields.ts";
export { getMetafields } from "./get-metafields.ts";
export { listedColumns } from "./listed-columns.ts";
export { findMetafieldChoice } from "./metafield-queries.ts";
