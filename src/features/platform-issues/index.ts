export { listPlatformIssueRows } from "./list-platform-issue-rows.ts";
export { listPlatformIssues } from "./list-platform-issues.ts";
export { IssuesMeta, PlatformIssueRowShape, PlatformIssueShape } from "./platform-issue-shapes.ts";
export { claimReading, keepReading, readingsWait } from "./reading-queries.ts";
export { refreshPlatformIssues } from "./refresh-platform-issues.ts";
export { settleReadings } from "./settle-readings.ts";
export { type ReadingServices, workReading } from "./work-reading.ts";
