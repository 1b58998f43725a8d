export { findCollection, findCollectionById } from "./find-collection.ts";
export { getSelection } from "./get-selection.ts";
export { writeSelectedRows } from "./selected-rows.ts";
export { selectProducts } from "./select-products.ts";
export { findSelection, renameCollections } from "./selection-queries.ts";
export { setSelection } from "./set-selection.ts";
export { PRODUCTS_MAX } from "./selection-shapes.ts";
