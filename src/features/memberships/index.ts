export { listProductFeeds } from "./list-product-feeds.ts";
export { listMemberships } from "./list-memberships.ts";
export { lookupProduct } from "./lookup-product.ts";
