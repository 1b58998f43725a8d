/** A platform's own name of a collection, as a merchant's tools know it. */
const COLLECTION_ID = /^gid:\/\/shopify\/Collection\/([1-9][0-9]{0,17})$/;

/** The number in `gid://shopify/Collection/290400000104`, by which products name it. What is no such name is the number of no collection. */
export function collectionNumber(id: string): string {
  return COLLECTION_ID.exec(id)?.[1] ?? "";
}
