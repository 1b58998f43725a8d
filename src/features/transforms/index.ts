export { debugRows } from "./debug-rows.ts";
export { computeLineage } from "./compute-lineage.ts";
export { feedLineage } from "./feed-lineage.ts";
export { openTransform, type OpenTransform } from "./open-transform.ts";
export type { CandidateCells } from "./overlays.ts";
export { findSelection } from "./overlay-queries.ts";
export { PLANNED_QUERIES, type PlanningQuestion, type QueryInput, questionInput } from "./planned-queries.ts";
export { PLAN_ERRORS, planned, PLANNING_THREAD } from "./plan-feed.ts";
export { type Preview, previewDefinitions, type TriedInPreview } from "./preview-plans.ts";
export {
  FeedPreviewShape,
  FindingChanges,
  PREVIEW_ERRORS,
  previewAnswer,
  PreviewMember,
  rulePreviewAnswer,
  RulePreviewShape,
} from "./preview-shapes.ts";
export { previewRow, valuesOf } from "./preview-row.ts";
export { traceRows } from "./trace-rows.ts";
export { writeFeedRows } from "./write-feed-rows.ts";
export { findUnmatched, type UnmatchedKeys } from "./unmatched-keys.ts";
