export { claimDelta, deltasWaiting, startDueDeltas } from "./delta-queries.ts";
export { lookForUnreported } from "./look-for-unreported.ts";
export { workDelta } from "./work-delta.ts";
