export { findGrant, listEndedGrantsOf } from "./grant-queries.ts";
export { shopifyGrantContext } from "./sealed-grant.ts";
export { openShopTokens } from "./shop-tokens.ts";
export { storeGrant } from "./store-grant.ts";
