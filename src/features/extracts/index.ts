export { extractForFeed, extractWhatIsMissing } from "./extract-wanted.ts";
export { exportPrefixes } from "./brought-config.ts";
export { beginExtract } from "./begin-extract.ts";
export { EXTRACT } from "./extract.ts";
export { cancelExtract } from "./cancel-extract.ts";
export { cancelShopWork } from "./cancel-shop-work.ts";
export { createExtract } from "./create-extract.ts";
export { downloadExtract } from "./download-extract.ts";
export {
  claimExtract,
  type ExtractRow,
  extractsWaiting,
  findExtract,
  findLatestExtract,
  insertExtract,
  listExtracts as selectExtracts,
  lockShop,
  releaseAllExtracts,
} from "./extract-queries.ts";
export { extractCompleted, extractFailed, extractProgress, extractStarted, productsImported } from "./extract-events.ts";
export { extractAnswer, ExtractShape, WAITING_EXTRACT_EXAMPLE } from "./extract-shapes.ts";
export { forgetOldWork } from "./forget-old-work.ts";
export { getExtract } from "./get-extract.ts";
export { keepExtract } from "./keep-extract.ts";
export { listLatestExtractsOf } from "./latest-extracts-query.ts";
export { latestExtract } from "./latest-extract.ts";
export { listExtracts } from "./list-extracts.ts";
export { mirrorProgress, mirrorRun, mirrorStart } from "./mirror-run.ts";
export { findNextExtract, listNextExtractsOf } from "./next-extract.ts";
export { replaceDamagedSnapshot } from "./replace-damaged.ts";
export { extractRefusal, startExtract } from "./request-extract.ts";
export { startScheduledExtracts } from "./start-scheduled-extracts.ts";
export { uploadExtract } from "./upload-extract.ts";
export { workExtract } from "./work-extract.ts";
