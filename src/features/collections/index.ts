export { renameCollections } from "./collections-queries.ts";
export { findCollection, findCollectionById } from "./find-collection.ts";
