export { getFeedScope } from "./get-feed-scope.ts";
export { SCOPE } from "./scope.ts";
export { beatScope, claimScope, releaseAllScopes, scopesWaiting } from "./scope-claims.ts";
export { findScope, upsertScope } from "./scope-queries.ts";
export { workScope } from "./work-scope.ts";
