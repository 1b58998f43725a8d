export { renameCollections } from "./collections-queries.ts";
export { listCollections } from "./list-collections.ts";
export { findCollection, findCollectionById } from "./find-collection.ts";
