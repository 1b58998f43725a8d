export { listFeedProducts } from "./list-feed-products.ts";
