export { getOverview } from "./get-overview.ts";
export { type OverviewFacts, overviewOf } from "./overview-of.ts";
export { listDisabledWebhooksOf, listFeedsOf } from "./overview-queries.ts";
export { Attention, OverviewShape } from "./overview-shapes.ts";
