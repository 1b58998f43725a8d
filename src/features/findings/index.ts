export { checkFeed, describeFindings, findTogether, type FoundFinding } from "./check-channel.ts";
export { findOmission } from "./find-omission.ts";
export { type CheckedRun, checkedRun } from "./checked-run.ts";
export { type CheckedChannel as FeedCheckedChannel, findCheckedChannel } from "./find-checked-channel.ts";
export {
  countFindingsOf,
  countLiveFindings,
  type FindingHead,
  findingCounts,
  type FindingRow,
  listFindingHeads,
  listFindingRows as listRunFindings,
  listSharedFindings,
  storeFindings,
} from "./finding-queries.ts";
export { findNamedFindings } from "./read-finding-name.ts";
export { everyCheck } from "./known-codes.ts";
export { linkedRow } from "./run-findings.ts";
export { findShopAdmin, type ShopAdmin } from "./shop-admin.ts";
export { exportFindings } from "./export-findings.ts";
export { emitFindings, findingMuteCreated, findingMuteRemoved, findingsUpdated } from "./finding-events.ts";
export { listErrorFindings, listFindings, listWarningFindings } from "./list-findings.ts";
export { listFindingRows } from "./list-finding-rows.ts";
export { listFindingMutes } from "./list-mutes.ts";
export { muteFinding } from "./mute-finding.ts";
export { removeFindingMute } from "./remove-mute.ts";
export { FindingRowShape, FindingShape } from "./finding-shapes.ts";
