export {
  channelWorkWaits,
  claimDatafeed,
  type ClaimedRemoval,
  claimRemoval,
  dropUnassigned,
  keepRemoval,
  LEASE_SECONDS,
  markOldAddressesDue,
  releaseDatafeed,
  releaseRemoval,
} from "./claim-datafeeds.ts";
export { createDatafeed } from "./create-datafeed.ts";
export { type DatafeedRow, forgetRemoving, keepLease, listRegistered, markAllRemoving, storeFetchRun } from "./datafeed-queries.ts";
export { DatafeedShape, DatafeedStatusShape } from "./datafeed-shapes.ts";
export { datafeedStatus } from "./datafeed-status.ts";
export { deleteDatafeed } from "./delete-datafeed.ts";
export { fetchDatafeed } from "./fetch-datafeed.ts";
export { getDatafeed } from "./get-datafeed.ts";
export { listDatafeeds } from "./list-datafeeds.ts";
export { requestedProcessing } from "./requested-processing.ts";
export { updateDatafeed } from "./update-datafeed.ts";
export { findWanted } from "./wanted-datafeed.ts";
export { type DatafeedServices, workDatafeed } from "./work-datafeed.ts";
