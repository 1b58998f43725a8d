export { claimFleetChange, fleetWorkWaits, keepFleetChange, releaseFleetChange } from "./claim-changes.ts";
export {
  findChange,
  holdChange,
  type ListedTarget,
  listTargets,
  lockTarget,
  moveChange,
  moveTarget,
  retryLater,
  storePreview,
} from "./change-queries.ts";
export { FleetAction, previewRequestOf, requestOf, type ShopRequest } from "./fleet-action.ts";
export { FLEET_CHANGE, FLEET_TARGET, type FleetChangeRow, type FleetTargetRow } from "./fleet-change.ts";
export { nextStep } from "./next-step.ts";
export { noteApplied, noteUndone } from "./note-applied.ts";
export { settlementOf } from "./settle.ts";
export { listUnsettled } from "./settle-queries.ts";
export { findShopFacts } from "./shop-facts.ts";
export { errorPreview, nothingPreview, plainPreview, previewFrom, type TargetPreview } from "./target-preview.ts";
export { FLEET_OPERATIONS } from "./fleet-operations.ts";
