export { CONFIG_BYTES_MAX, type ConfigPlanShape } from "./config-shapes.ts";
export { getConfig } from "./get-config.ts";
export { getVersion } from "./get-version.ts";
export { listVersions } from "./list-versions.ts";
export { findVersion } from "./config-queries.ts";
export { putConfig } from "./put-config.ts";
export { type DocumentQuestion, readDocument } from "./read-document.ts";
export { restoreVersion } from "./restore-version.ts";
export { partOf } from "./sections.ts";
