export { bulkFeedAction } from "./bulk-feed-action.ts";
export { setMarginTiers } from "./set-margin-tiers.ts";
