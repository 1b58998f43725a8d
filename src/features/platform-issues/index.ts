export { itemCounts } from "./issue-answers.ts";
export { listPlatformIssueRows } from "./list-platform-issue-rows.ts";
export { listPlatformIssues } from "./list-platform-issues.ts";
export { IssuesMeta, ItemCountsShape, PlatformIssueRowShape, PlatformIssueShape } from "./platform-issue-shapes.ts";
export { claimReading, type ItemReading, keepReading, listItemCounts, readingsWait, releaseReading } from "./reading-queries.ts";
export { refreshPlatformIssues } from "./refresh-platform-issues.ts";
export { settleReadings } from "./settle-readings.ts";
export { type ReadingServices, workReading } from "./work-reading.ts";
