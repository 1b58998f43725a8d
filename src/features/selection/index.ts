export { findCollection, findCollectionById } from "./find-collection.ts";
export { getSelection } from "./get-selection.ts";
export { writeSelectedRows } from "./selected-rows.ts";
export { findSelection, renameCollections } from "./selection-queries.ts";
export { setSelection } from "./set-selection.ts";
