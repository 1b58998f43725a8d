import { setCells } from "./cells/index.ts";
import { changeColumnMappings, changeExtraColumns, getColumnMappings, getExtraColumns } from "./columns/index.ts";
import { cancelExtract, createExtract, downloadExtract, getExtract, latestExtract, listExtracts } from "./extracts/index.ts";
import { getFeed, getFeedScope, listFeeds } from "./feeds/index.ts";
import { getLookupTable, listLookupTables, putLookupTable, removeLookupTable } from "./lookups/index.ts";
import type { AnyOperation } from "./operation.ts";
import { listFeedProducts } from "./products/index.ts";
import {
  activateRule,
  createRule,
  deactivateRule,
  deleteRule,
  describeRules,
  getRule,
  listRules,
  previewRule,
  reorderRules,
  updateRule,
} from "./rules/index.ts";
import { diffRuns, downloadRun, getRun, latestRun, listRuns, publishRun, regenerateFeed } from "./runs/index.ts";
import { changeSettings, getSettings } from "./settings/index.ts";
import { getShop } from "./shops/index.ts";
import { debugRows } from "./transforms/index.ts";

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
  getSettings,
  changeSettings,
  getExtraColumns,
  changeExtraColumns,
  getColumnMappings,
  changeColumnMappings,
  listLookupTables,
  getLookupTable,
  putLookupTable,
  removeLookupTable,
  setCells,
  debugRows,
  listRules,
  createRule,
  reorderRules,
  previewRule,
  getRule,
  updateRule,
  deleteRule,
  activateRule,
  deactivateRule,
  describeRules,
]);
