import { activateFeed, createFeed, deactivateFeed, updateFeed } from "./additional-feeds/index.ts";
import { ADMIN_OPERATIONS } from "./admin/index.ts";
import { listAudit } from "./audit/index.ts";
import { setCells, setManyCells } from "./cells/index.ts";
import { chooseAccount, connectChannel, disconnectChannel, listAccounts } from "./channel-connections/index.ts";
import { listPlatformIssueRows, listPlatformIssues, refreshPlatformIssues } from "./platform-issues/index.ts";
import { listSyncs, syncChannel } from "./syncs/index.ts";
import {
  createDatafeed,
  datafeedStatus,
  deleteDatafeed,
  fetchDatafeed,
  getDatafeed,
  listDatafeeds,
  updateDatafeed,
} from "./datafeeds/index.ts";
import {
  assignChannel,
  getChannel,
  getChannelOptions,
  getFeedChannel,
  listAttributes,
  listChannels,
  listFeedChannels,
  removeChannel,
} from "./channels/index.ts";
import { changeColumnMappings, getColumnMappings } from "./columns/index.ts";
import { changeExtraColumns, getExtraColumns } from "./extra-columns/index.ts";
import { listCollections } from "./collections/index.ts";
import { compareVersions, getConfig, getVersion, listVersions, putConfig, restoreVersion } from "./config/index.ts";
import { listEvents, streamEvents } from "./events/index.ts";
import { find } from "./search/index.ts";
import { listLanguages, listMarkets } from "./markets/index.ts";
import { getOverview } from "./overview/index.ts";
import { cancelExtract, createExtract, downloadExtract, getExtract, latestExtract, listExtracts, uploadExtract } from "./extracts/index.ts";
import { listFiles } from "./feed-files/index.ts";
import { getFeed, listFeeds } from "./feeds/index.ts";
import {
  exportFindings,
  listErrorFindings,
  listFindingMutes,
  listFindingRows,
  listFindings,
  listWarningFindings,
  muteFinding,
  removeFindingMute,
} from "./findings/index.ts";
import { FLEET_OPERATIONS } from "./fleet/index.ts";
import { bulkFeedAction, setMarginTiers } from "./kept-rules/index.ts";
import { getFeedHealth } from "./health/index.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "./keys/index.ts";
import { LOOKUP_OPERATIONS } from "./lookups/index.ts";
import { listMemberships, listProductFeeds, lookupProduct } from "./memberships/index.ts";
import { changeMetafields, getMetafields } from "./metafields/index.ts";
import type { AnyOperation } from "./operation.ts";
import {
  approveConnection,
  createOrganizationKey,
  declineConnection,
  getOrganization,
  inviteShop,
  listClientShops,
  listConnectionRequests,
  listMembers,
  listOrganizationKeys,
  removeConnection,
  revokeOrganizationKey,
} from "./organizations/index.ts";
import { cancelSubscription, getSubscription, listPlans, subscribe } from "./plans/index.ts";
import {
  getProduct,
  listFeedProducts,
  listProducts,
  restoreProduct,
  restoreProducts,
  setOverrides,
  setOverridesBatch,
} from "./products/index.ts";
import {
  activateRule,
  checkRule,
  countRules,
  createRule,
  deactivateRule,
  deleteRule,
  describeRules,
  getRule,
  lintFeed,
  listRules,
  previewRule,
  reorderRules,
  updateRule,
} from "./rules/index.ts";
import {
  diffRuns,
  discardRun,
  downloadRun,
  getLineage,
  getRun,
  latestRun,
  listRunHistory,
  listRuns,
  listSeries,
  publishRun,
  regenerateFeed,
  restoreRun,
  summariseDiff,
} from "./runs/index.ts";
import { getFeedScope } from "./scopes/index.ts";
import { getSelection, setSelection } from "./selection/index.ts";
import { listColumnValues, profileColumns } from "./column-profiles/index.ts";
import { listSourceRows } from "./source-rows/index.ts";
import { changeSettings, getSettings } from "./settings/index.ts";
import { getShop, rotateFeedToken } from "./shops/index.ts";
import { TEMPLATE_OPERATIONS } from "./templates/index.ts";
import { getFeedTests, runFeedTests, setFeedTests } from "./tests/index.ts";
import { debugRows } from "./transforms/index.ts";
import { defineUndo } from "./undo/index.ts";
import {
  createWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listDeliverySeries,
  listWebhooks,
  recoverDeliveries,
  redeliver,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "./webhooks/index.ts";

/** It performs others, so it is given them all. */
const undoChange = defineUndo((name) => OPERATIONS.find((operation) => operation.name === name));

/** Every operation of the service. Routes, the OpenAPI document, authorisation and audit are derived from this list: a new operation is its file and one line here; an operator's has its line in `admin/admin-operations.ts`. */
export const OPERATIONS: readonly AnyOperation[] = Object.freeze([
  getShop,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  rotateFeedToken,
  listCollections,
  listMarkets,
  listLanguages,
  listAudit,
  undoChange,
  listExtracts,
  createExtract,
  uploadExtract,
  latestExtract,
  getExtract,
  cancelExtract,
  downloadExtract,
  listFeeds,
  createFeed,
  getFeed,
  updateFeed,
  deactivateFeed,
  activateFeed,
  getSelection,
  setSelection,
  getFeedScope,
  listFiles,
  getFeedHealth,
  regenerateFeed,
  listFeedProducts,
  listSourceRows,
  profileColumns,
  listColumnValues,
  listProducts,
  lookupProduct,
  listMemberships,
  listProductFeeds,
  setOverridesBatch,
  restoreProducts,
  getProduct,
  setOverrides,
  restoreProduct,
  listRuns,
  listSeries,
  listRunHistory,
  latestRun,
  getRun,
  diffRuns,
  summariseDiff,
  publishRun,
  discardRun,
  restoreRun,
  downloadRun,
  getLineage,
  getSettings,
  changeSettings,
  getExtraColumns,
  changeExtraColumns,
  getColumnMappings,
  changeColumnMappings,
  getMetafields,
  changeMetafields,
  ...LOOKUP_OPERATIONS,
  setCells,
  setManyCells,
  debugRows,
  getFeedTests,
  setFeedTests,
  runFeedTests,
  listRules,
  createRule,
  reorderRules,
  previewRule,
  checkRule,
  countRules,
  lintFeed,
  getRule,
  updateRule,
  deleteRule,
  activateRule,
  deactivateRule,
  describeRules,
  bulkFeedAction,
  setMarginTiers,
  getConfig,
  putConfig,
  listVersions,
  getVersion,
  compareVersions,
  restoreVersion,
  listChannels,
  getChannel,
  getChannelOptions,
  connectChannel,
  listAccounts,
  chooseAccount,
  disconnectChannel,
  listDatafeeds,
  createDatafeed,
  getDatafeed,
  updateDatafeed,
  deleteDatafeed,
  datafeedStatus,
  fetchDatafeed,
  listAttributes,
  listFeedChannels,
  getFeedChannel,
  assignChannel,
  removeChannel,
  syncChannel,
  listSyncs,
  listPlatformIssues,
  listPlatformIssueRows,
  refreshPlatformIssues,
  listFindings,
  listErrorFindings,
  listWarningFindings,
  listFindingRows,
  exportFindings,
  listFindingMutes,
  muteFinding,
  removeFindingMute,
  getOverview,
  find,
  streamEvents,
  listEvents,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listDeliveries,
  listDeliverySeries,
  getDelivery,
  redeliver,
  recoverDeliveries,
  listPlans,
  getSubscription,
  subscribe,
  cancelSubscription,
  listConnectionRequests,
  approveConnection,
  declineConnection,
  getOrganization,
  inviteShop,
  removeConnection,
  listClientShops,
  listMembers,
  listOrganizationKeys,
  createOrganizationKey,
  revokeOrganizationKey,
  ...FLEET_OPERATIONS,
  ...TEMPLATE_OPERATIONS,
  ...ADMIN_OPERATIONS,
]);
