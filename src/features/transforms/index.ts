export { debugRows } from "./debug-rows.ts";
export { openTransform } from "./open-transform.ts";
export { previewDefinitions } from "./preview-plans.ts";
export { previewRow } from "./preview-row.ts";
