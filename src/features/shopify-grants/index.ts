export { exchangeLastingToken } from "./exchange-lasting.ts";
export { findGrant, listEndedGrantsOf, storeScopes } from "./grant-queries.ts";
export { shopifyGrantContext } from "./sealed-grant.ts";
export { openShopTokens } from "./shop-tokens.ts";
export { storeGrant } from "./store-grant.ts";
