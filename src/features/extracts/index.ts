export { extractForFeed, extractWhatIsMissing } from "./extract-wanted.ts";
export { exportPrefixes } from "./brought-config.ts";
export { beginExtract } from "./begin-extract.ts";
export { EXTRACT, EXTRACT_ATTEMPTS_MAX, EXTRACT_STATUSES } from "./extract.ts";
export { cancelExtract } from "./cancel-extract.ts";
export { cancelShopWork } from "./cancel-shop-work.ts";
export { claimExtract } from "./extract-claims.ts";
export { createExtract } from "./create-extract.ts";
export { downloadExtract } from "./download-extract.ts";
export {
  beatExtract,
  completeExtract,
  type ExtractRow,
  extractTraceparent,
  failExtract,
  findExtract,
  findExtractInProgress,
  findLatestExtract,
  insertExtract,
  insertExtractUnlessOther,
  listExtracts as selectExtracts,
  lockExtract,
  lockShop,
  moveLiveSnapshot,
  releaseExtract,
} from "./extract-queries.ts";
export { ExportFileName } from "./export-file-name.ts";
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
export { removeExpiredSnapshots } from "./remove-expired-snapshots.ts";
export { removeLostFiles } from "./remove-lost-files.ts";
export { pointsWithin } from "./budget-queries.ts";
export { requestBudget } from "./request-budget.ts";
export { findStorefrontShop } from "./storefront-shop.ts";
export { startScheduledExtracts } from "./start-scheduled-extracts.ts";
export { uploadExtract } from "./upload-extract.ts";
export { extractsWaiting, releaseAllExtracts } from "./waiting-extracts.ts";
export { workExtract } from "./work-extract.ts";
