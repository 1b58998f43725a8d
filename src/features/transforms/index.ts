export { debugRows } from "./debug-rows.ts";
export { openTransform } from "./open-transform.ts";
export type { CandidateCells } from "./overlays.ts";
export { previewDefinitions } from "./preview-plans.ts";
export { FeedPreviewShape, previewAnswer, RulePreviewShape } from "./preview-shapes.ts";
export { previewRow } from "./preview-row.ts";
