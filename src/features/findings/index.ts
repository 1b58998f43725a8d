export { type ChannelToCheck, checkChannel, type FindingSample, type FoundFinding } from "./check-channel.ts";
export { type FindingCounts, findingCounts, storeFindings } from "./finding-queries.ts";
