import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestDatabase } from "../../test/harness/postgres-template.ts";
import {
  jobsDatabase,
  liveSnapshot,
  secondFeed,
  SOME_OUTPUT,
  type TestShop,
  testShop,
  waitingRun,
} from "../../test/harness/shop-fixture.ts";
import { ELSEWHERE, SHOPIFY_QUERIES } from "./tenancy-elsewhere.suite.ts";
import { type ExtractId, type FeedId, type RunId, storedId } from "../kernel/ids.ts";
import { openShop, type ShopDb } from "../platform/postgres/postgres-port.ts";
import * as additionalFeedQueries from "./additional-feeds/additional-feed-queries.ts";
import * as queueQueries from "./admin/queue-queries.ts";
import * as auditQueries from "./audit/audit-queries.ts";
import * as assignmentQueries from "./channel-files/assignment-queries.ts";
import * as feedChannelQueries from "./channels/feed-channel-queries.ts";
import * as findingQueries from "./findings/finding-queries.ts";
import * as muteQueries from "./findings/mute-queries.ts";
import * as cellQueries from "./cells/cell-queries.ts";
import * as collectionsQueries from "./collections/collections-queries.ts";
import * as configQueries from "./config/config-queries.ts";
import * as columnQueries from "./columns/column-queries.ts";
import * as extraColumnsQueries from "./extra-columns/extra-columns-queries.ts";
import * as eventQueries from "./events/event-queries.ts";
import * as extractClaims from "./extracts/extract-claims.ts";
import * as extractQueries from "./extracts/extract-queries.ts";
import * as regenerateQueries from "./extracts/regenerate-queries.ts";
import * as feedQueries from "./feeds/feed-queries.ts";
import * as sellingQueries from "./feeds/selling-queries.ts";
import * as versionQueries from "./feeds/version-queries.ts";
import * as shopStateQueries from "./extracts/shop-state-queries.ts";
import * as oldExtractQueries from "./extracts/old-extract-queries.ts";
import * as oldRunQueries from "./runs/old-run-queries.ts";
import * as heldRunQueries from "./runs/held-run-queries.ts";
import * as lineageQueries from "./runs/lineage-queries.ts";
import * as healthQueries from "./health/health-queries.ts";
import * as lookupQueries from "./lookups/lookup-queries.ts";
import * as membershipQueries from "./memberships/membership-queries.ts";
import * as metafieldQueries from "./metafields/metafield-queries.ts";
import * as overlayQueries from "./transforms/overlay-queries.ts";
import * as productQueries from "./products/product-queries.ts";
import * as connectionQueries from "./organizations/connection-queries.ts";
import * as planQueries from "./plans/plan-queries.ts";
import * as ruleQueries from "./rules/rule-queries.ts";
import * as runClaims from "./runs/run-claims.ts";
import * as progressQueries from "./runs/progress-queries.ts";
import * as runQueries from "./runs/run-queries.ts";
import * as runHistoryQueries from "./runs/run-history-queries.ts";
import * as runTestQueries from "./runs/run-test-queries.ts";
import * as scopeClaims from "./scopes/scope-claims.ts";
import * as scopeQueries from "./scopes/scope-queries.ts";
import * as sessionQueries from "./sessions/session-queries.ts";
import * as selectionQueries from "./selection/selection-queries.ts";
import * as settingsQueries from "./settings/settings-queries.ts";
import * as sourceRowQueries from "./source-rows/source-row-queries.ts";
import * as shopQueries from "./shops/shop-queries.ts";
import * as stepQueries from "./changes/step-queries.ts";
import * as undoQueries from "./undo/undo-queries.ts";
import * as testQueries from "./tests/test-queries.ts";
import * as snapshotQueries from "./snapshots/snapshot-queries.ts";

/**
 * Every query that takes a shop's handle, called for a stranger with the ids of another shop. It must find nothing and leave every row of that
 * shop as it was. A query that isn't listed below fails the test.
 */

const VICTIMS_CHANGE = 7; // The transaction the victim's change is said to be of.
let auditId: number;
let database: TestDatabase;
let victim: TestShop;
let stranger: ShopDb;
let extractId: ExtractId;
let runningExtract: ExtractId;
let liveRun: RunId;
let heldFeed: FeedId;
let runningRun: RunId;
let lookupId: number;
let victimRule: ruleQueries.RuleRow;
let victimState: number;
let victimConnection: number;
let victimMute: number;
const ofGoogle = () => ({ feedId: victim.feedId, channel: "google" });

const COUNTS = { reasons: {}, rules: {}, included: 1, excluded: 0, total: 1, added: 1, removed: 0, changed: 0 };
const TESTED = { digest: "d", passed: 1, failed: 0, missing: 0, results: [] };
const NOBODY = 2 ** 40;
/** The victim's one row with cells. */
const ROW = storedId("prod", 1);
const LOOKUP = { columns: ["key"], rowCount: 1, sizeBytes: 1, prefix: "x/" };

beforeAll(async () => {
  database = await jobsDatabase();
  victim = await testShop(database.db);
  const { shop, feedId } = victim;
  extractId = await liveSnapshot(shop);
  await database.db.updateTable("extracts").set({ scheduled_for: new Date() }).where("id", "=", extractId).execute();
  liveRun = storedId("run", (await waitingRun(victim, extractId)).id);
  await runClaims.claimRun(database.db, "worker", 20);
  await runQueries.completeRun(shop, {
    id: liveRun,
    attempt: 1,
    prefix: "shops/1/",
    output: SOME_OUTPUT,
    counts: COUNTS,
    held: [],
    definition: {},
    lineage: {},
  });
  await runTestQueries.storeRunTests(shop, liveRun, TESTED);
  await selectionQueries.storeSelection(shop, feedId, [1]);
  await database.db.updateTable("feeds").set({ selected_collection_id: "collection" }).where("id", "=", feedId).execute();
  heldFeed = storedId("feed", (await secondFeed(shop, "theirs")).id);
  const held = await waitingRun({ shop, feedId: heldFeed }, extractId);
  await database.db.updateTable("runs").set({ status: "completed", publication: "held" }).where("id", "=", held.id).execute();
  await runQueries.publishRun(shop, { id: liveRun, feedId, onlyForward: true });
  await scopeQueries.upsertScope(shop, { feedId, definitionVersion: 1, extractId, allowance: null, counts: COUNTS });
  runningExtract = storedId("ext", (await extractQueries.insertExtract(shop, { type: "full" })).id);
  await extractClaims.claimExtract(database.db, "worker", 20);
  const run = { feedId, extractId, forExtractId: runningExtract, trigger: "regenerate", definitionVersion: 1 } as const;
  runningRun = storedId("run", (await runQueries.insertRun(shop, run)).id);
  await runClaims.claimRun(database.db, "worker", 20);
  const overlay = { shop_id: shop.shopId, row_id: 1, value: "x" };
  await database.db
    .insertInto("cells")
    .values({ ...overlay, feed_id: feedId, source_column: "title" })
    .execute();
  const changed = { shop_id: shop.shopId, feed_id: feedId, version: 1, row_id: 1, source_column: "vendor", before: "x" };
  await database.db.insertInto("cell_changes").values(changed).execute();
  await database.db
    .insertInto("product_overrides")
    .values({ ...overlay, feed_column: "title" })
    .execute();
  await database.db
    .insertInto("scope_claims")
    .values({ feed_id: feedId, shop_id: shop.shopId, definition_version: 1, extract_id: extractId, beat_at: new Date() })
    .execute();
  const rule = { shop_id: shop.shopId, feed_id: feedId, position: 1, rule_type: "set_value", definition: "{}" };
  victimRule = await database.db
    .insertInto("rules")
    .values({ ...rule, lookups: ["colours"] })
    .returningAll()
    .executeTakeFirstOrThrow();
  await columnQueries.storeMappings(shop, feedId, {}, ["colours"]);
  await versionQueries.insertVersion(shop, feedId, { summary: "kept", createdBy: {} });
  victimState = (await database.db.selectFrom("rule_states").select("id").executeTakeFirstOrThrow()).id;
  lookupId = (await lookupQueries.insertLookupTable(shop, "colours", LOOKUP))?.id ?? NOBODY;
  const audited = { shop_id: shop.shopId, actor: '{"kind":"system"}', facts: "{}", request_id: "r" };
  await auditQueries.insertAudit(database.db, { ...audited, action: "x.done" });
  await auditQueries.insertAudit(database.db, { ...audited, action: undoQueries.UNDONE });
  await stepQueries.insertStep(shop, "{}", { steps: 9, bytes: 99, days: 9 });
  for (const table of ["feed_versions", "undo_steps", "audit_log"])
    await database.pool.query(`update ${table} set made_in = $1, created_at = now()::date where shop_id = $2`, [
      VICTIMS_CHANGE,
      shop.shopId,
    ]);
  auditId = (await database.db.selectFrom("audit_log").select("id").where("action", "=", "x.done").executeTakeFirstOrThrow()).id;
  const started = JSON.stringify({ answer: { data: { id: `run_${liveRun}` } } });
  await auditQueries.insertAudit(database.db, { ...audited, action: "feed.regenerated", facts: started });
  const agency = await database.db.insertInto("organizations").values({ name: "An agency" }).returning("id").executeTakeFirstOrThrow();
  const connection = { organization_id: agency.id, shop_id: shop.shopId, domain: "victim.example", status: "active" } as const;
  victimConnection = (await database.db.insertInto("organization_connections").values(connection).returning("id").executeTakeFirstOrThrow())
    .id;
  await assignmentQueries.upsertAssignment(shop, { feedId, slug: "google", settings: { product_type_by: "colours" } });
  const finding = {
    code: "missing_gtin",
    field: "gtin",
    nth: 0,
    category: "identifiers",
    severity: "error",
    message: "m",
    what_to_do: "w",
  } as const;
  const found = { shop_id: shop.shopId, run_id: liveRun, channel: "google", affected_count: 2, samples: "[]" };
  await database.db
    .insertInto("findings")
    .values({ ...finding, ...found })
    .execute();
  const mute = { code: "missing_gtin", field: "gtin", rowId: 7, note: null };
  victimMute = (await muteQueries.insertMute(shop, ofGoogle(), mute))?.id ?? NOBODY;
  stranger = (await testShop(database.db)).shop;
});
afterAll(() => database[Symbol.asyncDispose]());

async function all<T>(rows: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const SOME_RULE: ruleQueries.StoredRule = { type: "exclude", definition: {}, lookups: [], conditions: 0, parts: 0, feedwide: 0 };

/** Queries whose caller has found the row before: without it they throw. */
async function nothingIfNone(asked: Promise<unknown>): Promise<unknown> {
  return asked.catch(() => undefined);
}

type Query = (shop: ShopDb) => Promise<unknown>;
const page = { limit: 10, offset: 0 };
const failure = { code: "broken", details: "" };

/** Each with the ids of the victim. */
const QUERIES: Readonly<Record<string, Query>> = {
  findExtract: (shop) => extractQueries.findExtract(shop, extractId),
  extractTraceparent: (shop) => extractQueries.extractTraceparent(shop, extractId),
  lockExtract: (shop) => extractQueries.lockExtract(shop, extractId),
  findExtractInProgress: extractQueries.findExtractInProgress,
  findLatestExtract: extractQueries.findLatestExtract,
  listExtracts: async (shop) => (await extractQueries.listExtracts(shop, { type: null, ...page })).rows,
  cancelExtract: (shop) => extractQueries.cancelExtract(shop, runningExtract),
  completeExtract: (shop) =>
    extractQueries.completeExtract(shop, {
      id: runningExtract,
      attempt: 1,
      prefix: "x/",
      snapshot: {},
      csvBytes: 1,
      productCount: 1,
      warnings: [],
    }),
  startRegenerate: (shop) => regenerateQueries.startRegenerate(shop, runningRun),
  mirrorRunEnd: (shop) =>
    extractQueries.mirrorRunEnd(shop, {
      id: runningExtract,
      completed: true,
      included: 1,
      excluded: 1,
      errorCode: null,
      errorDetails: null,
    }),
  setExcludedCount: (shop) => extractQueries.setExcludedCount(shop, extractId, 99),
  failExtract: (shop) => extractQueries.failExtract(shop, { id: runningExtract, attempt: 1, ...failure }),
  releaseExtract: (shop) => extractQueries.releaseExtract(shop, runningExtract, 1),
  beatExtract: (shop) => extractQueries.beatExtract(shop, { id: runningExtract, attempt: 1, progress: 50 }),
  moveProgressTold: (shop) => extractQueries.moveProgressTold(shop, { id: runningExtract, attempt: 1, told: 0, to: 25 }),
  moveLiveSnapshot: (shop) => extractQueries.moveLiveSnapshot(shop, extractId),
  listExpiredSnapshots: (shop) => oldExtractQueries.listExpiredSnapshots(shop, { snapshots: 0 }),
  forgetSnapshot: (shop) => oldExtractQueries.forgetSnapshot(shop, extractId),
  findFeedView: (shop) => feedQueries.findFeedView(shop, victim.feedId),
  findFeedOfFile: (shop) => additionalFeedQueries.findFeedOfFile(shop, "gmcfeed-theirs.txt"),
  findFeedOfSlug: (shop) => additionalFeedQueries.findFeedOfSlug(shop, "theirs"),
  changeFeed: (shop) => additionalFeedQueries.changeFeed(shop, victim.feedId, { display_name: "mine" }),
  setFeedActive: (shop) => additionalFeedQueries.setFeedActive(shop, victim.feedId, false),
  findSelection: (shop) => overlayQueries.findSelection(shop, victim.feedId),
  storeSelection: (shop) => selectionQueries.storeSelection(shop, victim.feedId, [2]),
  renameCollections: (shop) => collectionsQueries.renameCollections(shop, new Map([["collection", "Renamed"]])),
  findFeed: (shop) => feedQueries.findFeed(shop, victim.feedId),
  lockFeed: (shop) => feedQueries.lockFeed(shop, victim.feedId),
  raiseVersion: (shop) => versionQueries.raiseVersion(shop, victim.feedId),
  hasVersionBehind: (shop) => versionQueries.hasVersionBehind(shop, victim.feedId, 0),
  insertVersion: (shop) => versionQueries.insertVersion(shop, victim.feedId, { summary: "mine", createdBy: {} }),
  forgetVersions: (shop) => versionQueries.forgetVersions(shop, victim.feedId, { versions: 1, bytes: 1 }),
  listActiveRules: (shop) => feedQueries.listActiveRules(shop, victim.feedId),
  listRules: (shop) => ruleQueries.listRules(shop, victim.feedId),
  findRule: (shop) => ruleQueries.findRule(shop, victim.feedId, storedId("rule", victimRule.id)),
  findScope: (shop) => scopeQueries.findScope(shop, victim.feedId),
  beatScope: (shop) => scopeClaims.beatScope(shop, { feedId: victim.feedId, attempt: 1 }),
  endScopeClaim: (shop) => scopeClaims.endScopeClaim(shop, { feedId: victim.feedId, attempt: 1 }),
  releaseScope: (shop) => scopeClaims.releaseScope(shop, { feedId: victim.feedId, attempt: 1 }),
  postponeScope: (shop) => scopeClaims.postponeScope(shop, { feedId: victim.feedId, attempt: 1 }, 60),
  streamCells: (shop) => all(overlayQueries.streamCells(shop, victim.feedId, null)),
  streamOverrides: (shop) => all(overlayQueries.streamOverrides(shop, null)),
  findRunningRun: (shop) => runQueries.findRunningRun(shop, victim.feedId),
  findHeldRun: (shop) => heldRunQueries.findHeldRun(shop, heldFeed),
  findHeldFirstRun: (shop) => heldRunQueries.findHeldFirstRun(shop, heldFeed),
  findNewestLineage: (shop) => lineageQueries.findNewestLineage(shop, victim.feedId),
  findRunOfVersion: (shop) => lineageQueries.findRunOfVersion(shop, victim.feedId, { definitionVersion: 1, extractId }),
  findRun: (shop) => runQueries.findRun(shop, victim.feedId, liveRun),
  runTraceparent: (shop) => runQueries.runTraceparent(shop, liveRun),
  findLatestRun: (shop) => runQueries.findLatestRun(shop, victim.feedId),
  findLiveRun: (shop) => runQueries.findLiveRun(shop, victim.feedId),
  listRuns: async (shop) => (await runQueries.listRuns(shop, victim.feedId, page)).rows,
  listRunHistory: async (shop) => (await runHistoryQueries.listRunHistory(shop, { feedId: victim.feedId, ...page })).rows,
  listStarters: (shop) => runHistoryQueries.listStarters(shop, [`run_${liveRun}`]),
  listPresentRuns: (shop) => runHistoryQueries.listPresentRuns(shop, victim.feedId),
  listFeedsByAge: async (shop) => (await healthQueries.listFeedsByAge(shop, { feedId: victim.feedId, ...page })).ids,
  listFeedRuns: async (shop) => (await membershipQueries.listFeedRuns(shop)).filter(({ id }) => id === victim.feedId),
  listLiveFindings: (shop) => membershipQueries.listLiveFindings(shop, { severities: ["error"], rowIds: null }),
  listRulesOfTypes: (shop) => membershipQueries.listRulesOfTypes(shop, [victim.feedId], ["set_value"]),
  listFindingHeads: (shop) => findingQueries.listFindingHeads(shop, victim.feedId),
  setRunProgress: (shop) => progressQueries.setRunProgress(shop, { id: runningRun, attempt: 1, stage: "writing", progress: 50 }),
  countLiveFindings: async (shop) => (await findingQueries.countLiveFindings(shop)).filter(({ feed_id: of }) => of === victim.feedId),
  findRunBefore: (shop) => runQueries.findRunBefore(shop, victim.feedId, storedId("run", NOBODY)),
  beginAttempt: (shop) => runQueries.beginAttempt(shop, { id: runningRun, attempt: 1, definitionVersion: 9 }),
  storeRunTests: (shop) => runTestQueries.storeRunTests(shop, liveRun, { ...TESTED, digest: "mine" }),
  findRunTestedBy: (shop) => runTestQueries.findRunTestedBy(shop, victim.feedId, TESTED.digest),
  storeTests: (shop) => testQueries.storeTests(shop, victim.feedId, [{ name: "mine", row_id: "1", expect: {} }]),
  completeRun: (shop) =>
    runQueries.completeRun(shop, {
      id: runningRun,
      attempt: 1,
      prefix: "x/",
      output: SOME_OUTPUT,
      counts: COUNTS,
      held: [],
      definition: {},
    }),
  failRun: (shop) => runQueries.failRun(shop, { id: runningRun, attempt: null, ...failure }),
  releaseRun: (shop) => runClaims.releaseRun(shop, runningRun, 1),
  publishRun: (shop) => runQueries.publishRun(shop, { id: runningRun, feedId: victim.feedId, onlyForward: false }),
  upsertScope: (shop) =>
    scopeQueries.upsertScope(shop, {
      feedId: victim.feedId,
      definitionVersion: 9,
      extractId,
      allowance: null,
      counts: { ...COUNTS, included: 9 },
    }),
  requestRerun: (shop) => runQueries.requestRerun(shop, victim.feedId, true),
  beatRun: (shop) => runClaims.beatRun(shop, runningRun, 1),
  listExpiredRuns: (shop) => runQueries.listExpiredRuns(shop, victim.feedId, { runCount: 0, runDays: 0 }),
  markExpired: (shop) => runQueries.markExpired(shop, runningRun),
  isScheduled: (shop) => runQueries.isScheduled(shop, extractId),
  cancelRunOf: (shop) => runQueries.cancelRunOf(shop, runningExtract),
  storeSettings: (shop) => settingsQueries.storeSettings(shop, victim.feedId, { seo: true }),
  storeExtraColumns: (shop) => extraColumnsQueries.storeExtraColumns(shop, victim.feedId, ["mine"]),
  storeMappings: (shop) => columnQueries.storeMappings(shop, victim.feedId, { brand: null }, []),
  listAllLookupTables: lookupQueries.listAllLookupTables,
  holdAllLookupTables: lookupQueries.holdAllLookupTables,
  listLookupPage: async (shop) => (await lookupQueries.listLookupPage(shop, page)).rows,
  findLookupTable: (shop) => lookupQueries.findLookupTable(shop, "colours"),
  lockLookupTable: (shop) => lookupQueries.lockLookupTable(shop, "colours"),
  claimLookupTable: (shop) => lookupQueries.claimLookupTable(shop, "colours"),
  replaceLookupVersion: (shop) => lookupQueries.replaceLookupVersion(shop, lookupId, { ...LOOKUP, rowCount: 9 }),
  setUnmatchedKeys: (shop) => lookupQueries.setUnmatchedKeys(shop, "colours", [{ key: "mauve", count: 3 }]),
  deleteLookupTable: (shop) => lookupQueries.deleteLookupTable(shop, lookupId),
  listRulesUsing: (shop) => lookupQueries.listRulesUsing(shop, "colours"),
  listChannelsUsing: (shop) => lookupQueries.listChannelsUsing(shop, "colours"),
  listAssignments: (shop) => assignmentQueries.listAssignments(shop, victim.feedId),
  findAssignment: (shop) => assignmentQueries.findAssignment(shop, victim.feedId, "google"),
  upsertAssignment: (shop) => assignmentQueries.upsertAssignment(shop, { feedId: victim.feedId, slug: "meta", settings: {} }),
  deleteAssignment: (shop) => assignmentQueries.deleteAssignment(shop, victim.feedId, "google"),
  listAssignmentViews: (shop) => feedChannelQueries.listAssignmentViews(shop, victim.feedId),
  findAssignmentView: (shop) => feedChannelQueries.findAssignmentView(shop, victim.feedId, "google"),
  findingCounts: async (shop) => (await findingQueries.findingCounts(shop, victim.feedId, "google")).errors > 0,
  listFindingRows: (shop) => findingQueries.listFindingRows(shop, { feedId: victim.feedId, runId: liveRun, channel: "google" }),
  listMutes: async (shop) => (await muteQueries.listMutes(shop, ofGoogle(), page)).rows,
  findMute: (shop) => muteQueries.findMute(shop, ofGoogle(), victimMute),
  findRowMutes: (shop) => muteQueries.findRowMutes(shop, ofGoogle()),
  countMutes: async (shop) => (await muteQueries.countMutes(shop, victim.feedId)) > 0,
  deleteMute: (shop) => muteQueries.deleteMute(shop, victimMute),
  listLookupUses: lookupQueries.listLookupUses,
  listMappingsUsing: (shop) => lookupQueries.listMappingsUsing(shop, "colours"),
  findRowCells: async (shop) => [...(await cellQueries.findRowCells(shop, victim.feedId, ROW))],
  countCells: async (shop) => (await cellQueries.countCells(shop, victim.feedId)) > 0,
  changeCells: async (shop) =>
    (await cellQueries.changeCells(shop, { feedId: victim.feedId, version: 2 }, [{ rowId: ROW, column: "title", value: "mine" }])) > 0,
  listCells: (shop) => cellQueries.listCells(shop, victim.feedId),
  storeRules: (shop) =>
    ruleQueries.storeRules(shop, victim.feedId, {
      gone: [victimRule.id],
      written: [{ ...SOME_RULE, id: victimRule.id, position: 1, active: false }],
      placed: [{ id: victimRule.id, position: 7, isMoved: true }],
    }),
  listRuleSizes: (shop) => columnQueries.listRuleSizes(shop, victim.feedId),
  listVersions: async (shop) => (await configQueries.listVersions(shop, victim.feedId, page)).rows,
  findVersionBefore: (shop) => configQueries.findVersionBefore(shop, victim.feedId, 99),
  findVersion: (shop) => configQueries.findVersion(shop, victim.feedId, 1),
  listRuleStates: (shop) => ruleQueries.listRuleStates(shop, victim.feedId, [victimState]),
  listCellsSince: (shop) => cellQueries.listCellsSince(shop, { feedId: victim.feedId, version: 0 }),
  listOverrides: (shop) => productQueries.listOverrides(shop, [ROW]),
  listOverridesOfColumn: (shop) => productQueries.listOverridesOfColumn(shop, "title"),
  listEditedRows: (shop) => productQueries.listEditedRows(shop, victim.feedId),
  listRowsWithCells: (shop) => sourceRowQueries.listRowsWithCells(shop, victim.feedId),
  findListedState: (shop) => sourceRowQueries.findListedState(shop, victim.feedId),
  listRowEdits: (shop) => sourceRowQueries.listRowEdits(shop, victim.feedId, [ROW]),
  listCellsOfFeedRows: (shop) => cellQueries.listCellsOfFeedRows(shop, victim.feedId, [ROW]),
  listCellsOfRows: (shop) => productQueries.listCellsOfRows(shop, [victim.feedId], [ROW]),
  changeOverrides: (shop) => productQueries.changeOverrides(shop, [{ rowId: ROW, column: "title", value: null }]),
  feedWrites: (shop) => productQueries.feedWrites(shop, victim.feedId, "title"),
  findOrigin: (shop) => productQueries.findOrigin(shop, extractId),
  insertStep: (shop) => stepQueries.insertStep(shop, "{}", { steps: 0, bytes: 0, days: 0 }),
  findNamedChange: (shop) => undoQueries.findNamedChange(shop, auditId, true),
  findLastChange: (shop) => undoQueries.findLastChange(shop, { keyId: null, kind: "system" }),
  lockChange: (shop) => undoQueries.lockChange(shop, auditId),
  listMadeVersions: (shop) => undoQueries.listMadeVersions(shop, auditId),
  listSteps: (shop) => undoQueries.listSteps(shop, auditId),
  findUndoing: (shop) => undoQueries.findUndoing(shop, VICTIMS_CHANGE),
  markUndone: (shop) => undoQueries.markUndone(shop, auditId),
  listAudit: async (shop) => (await auditQueries.listAudit(shop, { ...page, before: undefined }, null)).rows,
  listConnectionRequests: async (shop) => (await connectionQueries.listConnectionRequests(shop, { status: null, ...page })).rows,
  lockConnectionRequest: (shop) => connectionQueries.lockConnectionRequest(shop, victimConnection),
  settleConnection: (shop) => nothingIfNone(connectionQueries.settleConnection(shop, victimConnection, "declined")),
  findLiveSnapshot: snapshotQueries.findLiveSnapshot,
  findSnapshot: (shop) => snapshotQueries.findSnapshot(shop, extractId),
};

/** All rows of a shop, as text. */
async function rowsOf(shopId: number): Promise<string> {
  const tables = [
    "feeds",
    "feed_selections",
    "rules",
    "rule_states",
    "feed_versions",
    "cells",
    "cell_changes",
    "product_overrides",
    "lookup_tables",
    "extracts",
    "runs",
    "feed_scopes",
    "feed_channels",
    "findings",
    "finding_mutes",
    "scope_claims",
    "audit_log",
    "undo_steps",
    "organization_connections",
  ];
  const texts = await Promise.all(
    tables.map(
      async (table) =>
        (await database.pool.query(`select json_agg(t order by t::text)::text as rows from ${table} t where shop_id = $1`, [shopId]))
          .rows[0],
    ),
  );
  const shop = await database.pool.query("select row_to_json(shops)::text as rows from shops where id = $1", [shopId]);
  return JSON.stringify([...texts, shop.rows[0]]);
}

const isNothing = (answer: unknown): boolean => answer === undefined || answer === false || (Array.isArray(answer) && answer.length === 0);

describe("a stranger's handle", () => {
  test.each(Object.entries(QUERIES))("%s finds nothing of another shop and changes none of its rows", async (_, query) => {
    const before = await rowsOf(victim.shop.shopId);
    expect(isNothing(await query(stranger))).toBe(true);
    expect(await rowsOf(victim.shop.shopId)).toBe(before);
  });

  test("lists its own feeds only", async () => {
    const own = [...(await feedQueries.listFeedViews(stranger, { active: true })), ...(await feedQueries.listActiveFeeds(stranger))];
    expect((await feedQueries.lockFeeds(stranger)).map(({ id }) => id)).toEqual([own[0]?.id]);
    expect(own.map(({ shop_id: shopId }) => shopId)).toEqual([stranger.shopId, stranger.shopId]);
  });

  test("of a shop that is removed takes no row of another with it", async () => {
    const before = await rowsOf(victim.shop.shopId);
    const leaving = await testShop(database.db);
    await database.db.transaction().execute((transaction) => shopQueries.deleteShop(openShop(transaction, leaving.shop.shopId)));
    expect(await rowsOf(victim.shop.shopId)).toBe(before);
    expect(await shopQueries.findShopView(leaving.shop)).toBeUndefined();
  });
});

describe("the shop's own handle", () => {
  /** Reads alone: the others were proven by the tests of their features. */
  const reads = Object.entries(QUERIES).filter(([name]) => /^(find|lock|list|stream)/.test(name) && !name.startsWith("listExpired"));
  test.each(reads)("%s finds what the stranger did not", async (_, query) => {
    expect(isNothing(await query(victim.shop))).toBe(false);
  });
});

test("every query of the features is in one of the two lists", () => {
  const modules: readonly object[] = [
    additionalFeedQueries,
    assignmentQueries,
    feedChannelQueries,
    ...[findingQueries, muteQueries, auditQueries, cellQueries, columnQueries, configQueries],
    connectionQueries,
    eventQueries,
    ...[extractClaims, extractQueries, regenerateQueries],
    feedQueries,
    heldRunQueries,
    healthQueries,
    membershipQueries,
    runHistoryQueries,
    lineageQueries,
    ...[lookupQueries, metafieldQueries, oldExtractQueries, oldRunQueries],
    overlayQueries,
    planQueries,
    productQueries,
    queueQueries,
    ruleQueries,
    versionQueries,
    runClaims,
    progressQueries,
    runQueries,
    runTestQueries,
    scopeClaims,
    scopeQueries,
    selectionQueries,
    collectionsQueries,
    extraColumnsQueries,
    sellingQueries,
    sessionQueries,
    sourceRowQueries,
    stepQueries,
    undoQueries,
    settingsQueries,
    shopQueries,
    ...[shopStateQueries, snapshotQueries, testQueries],
    ...SHOPIFY_QUERIES,
  ];
  const functions = modules.flatMap((module) => Object.entries(module)).filter(([, value]) => typeof value === "function");
  const listed = [...Object.keys(QUERIES), ...Object.keys(ELSEWHERE)];
  expect(functions.map(([name]) => name).toSorted()).toEqual(listed.toSorted());
});
