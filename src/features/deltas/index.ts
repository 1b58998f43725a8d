export { claimDelta, deltasWaiting, startDueDeltas } from "./delta-queries.ts";
export { workDelta } from "./work-delta.ts";
