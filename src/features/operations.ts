import { cancelExtract, createExtract, downloadExtract, getExtract, latestExtract, listExtracts } from "./extracts/index.ts";
import { getFeed, getFeedScope, listFeeds } from "./feeds/index.ts";
import type { AnyOperation } from "./operation.ts";
import { listFeedProducts } from "./products/index.ts";
import { diffRuns, downloadRun, getRun, latestRun, listRuns, publishRun, regenerateFeed } from "./runs/index.ts";
import { getShop } from "./shops/index.ts";

/** Every operation of the service. Routes, the OpenAPI document, authorisation and audit are derived from this list: a new operation is its file and one line here. */
export const OPERATIONS: readonly AnyOperation[] = Object.freeze([
  getShop,
  listExtracts,
  createExtract,
  latestExtract,
  getExtract,
  cancelExtract,
  downloadExtract,
  listFeeds,
  getFeed,
  getFeedScope,
  regenerateFeed,
  listFeedProducts,
  listRuns,
  latestRun,
  getRun,
  diffRuns,
  publishRun,
  downloadRun,
]);
