export { type ChannelToCheck, checkChannel, checkFeed, checkRows, type FindingSample, type FoundFinding } from "./check-channel.ts";
export { type FindingCounts, findingCounts, storeFindings } from "./finding-queries.ts";
export { exportFindings } from "./export-findings.ts";
export { emitFindings, findingMuteCreated, findingMuteRemoved, findingsUpdated } from "./finding-events.ts";
export { listErrorFindings, listFindings, listWarningFindings } from "./list-findings.ts";
export { listFindingRows } from "./list-finding-rows.ts";
export { listFindingMutes } from "./list-mutes.ts";
export { muteFinding } from "./mute-finding.ts";
export { removeFindingMute } from "./remove-mute.ts";
