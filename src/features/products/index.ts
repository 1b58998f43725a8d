export { getProduct } from "./get-product.ts";
export { listFeedProducts } from "./list-feed-products.ts";
export { listProducts } from "./list-products.ts";
export { productUpdated } from "./product-events.ts";
export { restoreProduct } from "./restore-product.ts";
export { restoreProducts } from "./restore-products.ts";
export { setOverrides } from "./set-overrides.ts";
export { setOverridesBatch } from "./set-overrides-batch.ts";
