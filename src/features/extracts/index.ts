export { EXTRACT } from "./extract.ts";
export { cancelExtract } from "./cancel-extract.ts";
export { createExtract } from "./create-extract.ts";
export { downloadExtract } from "./download-extract.ts";
export {
  beatExtract,
  claimExtract,
  extractsWaiting,
  findExtract,
  findExtractInProgress,
  insertExtract,
  listExtracts as selectExtracts,
  lockShop,
  releaseAllExtracts,
} from "./extract-queries.ts";
export { extractAnswer, ExtractShape } from "./extract-shapes.ts";
export { getExtract } from "./get-extract.ts";
export { latestExtract } from "./latest-extract.ts";
export { listExtracts } from "./list-extracts.ts";
export { mirrorRun } from "./mirror-run.ts";
export { extractRefusal, startExtract } from "./request-extract.ts";
export { startScheduledExtracts } from "./start-scheduled-extracts.ts";
export { workExtract } from "./work-extract.ts";
