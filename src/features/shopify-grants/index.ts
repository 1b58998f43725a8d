export { findGrant } from "./grant-queries.ts";
export { openShopTokens, type TokenServices } from "./shop-tokens.ts";
export { storeGrant } from "./store-grant.ts";
