export { type ChannelToCheck, checkChannel, checkFeed, checkRows, type FindingSample, type FoundFinding } from "./check-channel.ts";
export { type FindingCounts, findingCounts, storeFindings } from "./finding-queries.ts";
