import { afterAll, beforeAll, expect, test } from "vitest";
import { jobsDatabase, liveSnapshot, testShop, type TestShop, waitingRun } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import * as connectionQueries from "../channel-connections/connection-queries.ts";
import * as signInQueries from "../channel-connections/sign-in-queries.ts";
import * as assignmentQueries from "../channel-files/assignment-queries.ts";
import * as dueQueries from "../channel-files/mark-registrations-due.ts";
import * as claimQueries from "../datafeeds/claim-datafeeds.ts";
import * as datafeedQueries from "../datafeeds/datafeed-queries.ts";
import * as readingQueries from "../platform-issues/reading-queries.ts";
import { NOTHING_SENT } from "./push-report.ts";
import * as pushQueries from "./push-queries.ts";
import * as syncQueries from "./sync-queries.ts";

/** Like `src/features/tenancy.db.test.ts`, for connections to platforms: every query that takes a shop's handle, called for a stranger with another shop's ids. */

let database: TestDatabase;
let victim: TestShop;
let stranger: ShopDb;
let datafeedId: number;
let connectionId: number;
let sync: syncQueries.SyncRow;
let push: pushQueries.PushRow;
let reading: readingQueries.ReadingRow;
let runId: number;

const account = { id: "1", name: "Mine", parts: {}, problem: null };
const ofGoogle = () => ({ feedId: victim.feedId, channel: "google" });
const wanted = () => ({
  ...ofGoogle(),
  name: "mine",
  hour: 1,
  timeZone: "UTC",
  targets: [{ country: "US", language: "en" }],
  target: "US/en",
});
const page = { limit: 10, offset: 0 };
const place = { seller: "1", market: { target_country: "US" }, account, settings: {} };

beforeAll(async () => {
  database = await jobsDatabase();
  victim = await testShop(database.db);
  const { shop, feedId } = victim;
  await connectionQueries.storeSignIn(shop, "google", { sealed: "v1.x", account });
  await signInQueries.insertSignIn(shop, { stateHash: "h", channel: "google", keyId: null, verifierSealed: "v1.y", returnUrl: null });
  connectionId = (await connectionQueries.findConnection(shop, "google"))?.id ?? 0;
  await assignmentQueries.upsertAssignment(shop, { feedId, slug: "google", settings: {} });
  datafeedId = (await datafeedQueries.insertDatafeed(shop, wanted()))?.id ?? 0;
  await database.db
    .updateTable("datafeeds")
    .set({ status: "registered", remote_id: "r", leased_until: new Date(2 ** 41) })
    .execute();
  await syncQueries.insertSync(shop, ofGoogle(), "fetch");
  const claimed = await syncQueries.claimSync(database.db, 30);
  if (claimed === undefined) throw new Error("a sync waits");
  sync = claimed;
  const made = await pushQueries.keepPush(shop, sync, place);
  if (made === undefined) throw new Error("the feed is the shop's");
  push = made;
  await pushQueries.storeSent(shop, push.id, { sentKey: "mine", isFull: true, inS: 60 });
  await pushQueries.addRefusals(shop, sync, ["mine"]);
  const ofVictim = { shop_id: shop.shopId, feed_id: feedId };
  await database.db
    .insertInto("sync_logs")
    .values({ ...ofVictim, channel: "google", mode: "push", status: "success", started_at: new Date(0) })
    .execute();
  await readingQueries.wantReading(shop, ofGoogle());
  const taken = await readingQueries.claimReading(database.db);
  if (taken === undefined) throw new Error("a reading waits");
  reading = taken;
  await database.db.updateTable("item_readings").set({ account_id: account.id, object_key: "mine" }).execute();
  runId = (await waitingRun(victim, await liveSnapshot(shop))).id;
  await database.db
    .updateTable("runs")
    .set({ output_prefix: "x/", published_at: new Date(0) })
    .execute();
  stranger = (await testShop(database.db)).shop;
});
afterAll(() => database[Symbol.asyncDispose]());

const end = { status: "failed", rowsSent: null, errorsCount: 1, errorDetails: "mine" } as const;
const complete = { accountId: "1", counts: {}, isCut: false, fetchedAt: new Date(0), fileReadAt: null, judgedRunId: null };
const claim = () => ({ id: datafeedId, claims: 0 });
const registration = () => ({ ...claim(), revision: 0 });
const removal = () => ({ id: connectionId, claims: 0, channel: "google" });

/** Reads answer the rows they find; writes answer nothing, so their rows are compared. */
const QUERIES: Readonly<Record<string, (shop: ShopDb) => Promise<unknown>>> = {
  findConnection: (shop) => connectionQueries.findConnection(shop, "google"),
  findAccountId: async (shop) => (await connectionQueries.findAccountId(shop, "google")) ?? undefined,
  lockConnection: (shop) => connectionQueries.lockConnection(shop, "google"),
  listConnections: connectionQueries.listConnections,
  storeGrant: (shop) => connectionQueries.storeGrant(shop, "google", { sealed: "mine", version: 1 }),
  claimRenewal: (shop) => connectionQueries.claimRenewal(shop, "google", 1, 60),
  releaseRenewal: (shop) => connectionQueries.releaseRenewal(shop, "google", 1),
  storeAccount: (shop) => connectionQueries.storeAccount(shop, "google", { ...account, name: "stolen" }),
  storeFault: (shop) => connectionQueries.storeFault(shop, "google", { code: "x", message: "y" }),
  clearFault: (shop) => connectionQueries.clearFault(shop, "google"),
  markConnectionRemoving: (shop) => connectionQueries.markRemoving(shop, "google"),
  deleteConnection: (shop) => connectionQueries.deleteConnection(shop, removal()),
  findSignInChannels: async (shop) => [...(await signInQueries.findSignInChannels(shop))],
  deleteSignIns: (shop) => signInQueries.deleteSignIns(shop, "google"),
  listDatafeeds: (shop) => datafeedQueries.listDatafeeds(shop, "google"),
  findDatafeed: (shop) => datafeedQueries.findDatafeed(shop, "google", datafeedId),
  listRegistered: (shop) => datafeedQueries.listRegistered(shop, "google", victim.feedId),
  insertDatafeed: (shop) => datafeedQueries.insertDatafeed(shop, wanted()),
  updateDatafeed: (shop) => datafeedQueries.updateDatafeed(shop, datafeedId, { name: "mine", hour: 2, time_zone: "UTC" }),
  markRemoving: (shop) => datafeedQueries.markRemoving(shop, datafeedId),
  markAllRemoving: async (shop) => (await datafeedQueries.markAllRemoving(shop, removal())) > 0,
  wantFetch: (shop) => datafeedQueries.wantFetch(shop, datafeedId, 0),
  storeRegistered: (shop) =>
    datafeedQueries.storeRegistered(shop, registration(), {
      ...{ remoteId: "mine", target: "US/en", lookAgainS: 1 },
      given: { name: "mine", url: "https://mine.example", format: "tsv", hour: 1, timeZone: "UTC", targets: [], currency: null },
    }),
  storeFetchRun: (shop) => datafeedQueries.storeFetchRun(shop, datafeedId, "mine"),
  hasClaim: (shop) => datafeedQueries.hasClaim(shop, claim()),
  markRegistrationsDue: (shop) => dueQueries.markRegistrationsDue(shop, { feedId: victim.feedId, channel: "google" }),
  markCurrencyDue: (shop) => dueQueries.markCurrencyDue(shop, victim.feedId),
  storeRemoteId: (shop) => datafeedQueries.storeRemoteId(shop, claim(), "mine"),
  storeDatafeedFault: (shop) => datafeedQueries.storeDatafeedFault(shop, registration(), { code: "x", message: "y", againS: 1 }),
  deleteDatafeed: (shop) => datafeedQueries.deleteDatafeed(shop, claim()),
  forgetRemoving: (shop) => datafeedQueries.forgetRemoving(shop, removal()),
  keepLease: (shop) => datafeedQueries.keepLease(shop, claim(), 30),
  releaseDatafeed: (shop) => claimQueries.releaseDatafeed(shop, claim()),
  findDefaults: (shop) => datafeedQueries.findDefaults(shop, victim.feedId),
  listSyncs: async (shop) => (await syncQueries.listSyncs(shop, ofGoogle(), page)).rows,
  findPending: (shop) => syncQueries.findPending(shop, ofGoogle()),
  insertSync: (shop) => syncQueries.insertSync(shop, ofGoogle(), "push"),
  insertSyncsAfterPublish: (shop) =>
    syncQueries.insertSyncsAfterPublish(shop, { feedId: victim.feedId, channels: ["google"], pushing: ["google"] }),
  keepSync: (shop) => syncQueries.keepSync(shop, sync, 30),
  releaseSync: (shop) => syncQueries.releaseSync(shop, sync),
  endSync: (shop) => syncQueries.endSync(shop, sync, end),
  putOffSync: (shop) => syncQueries.putOffSync(shop, sync, 60),
  noteSynced: (shop) => syncQueries.noteSynced(shop, "google"),
  listPushes: (shop) => pushQueries.listPushes(shop, sync),
  listOthers: (shop) => pushQueries.listOthers(shop, { ...push, feed_id: -1 }),
  keepPush: (shop) => pushQueries.keepPush(shop, sync, { ...place, settings: { stolen: true } }),
  storeSent: (shop) => pushQueries.storeSent(shop, push.id, { sentKey: "stolen", isFull: true, inS: 1 }),
  deletePush: (shop) => pushQueries.deletePush(shop, push.id),
  storeCursor: (shop) => pushQueries.storeCursor(shop, sync, NOTHING_SENT),
  pausePush: (shop) => pushQueries.pausePush(shop, sync, 60),
  addRefusals: (shop) => pushQueries.addRefusals(shop, sync, ["stolen"]),
  listRefusals: (shop) => pushQueries.listRefusals(shop, sync, "", 10),
  clearRefusals: (shop) => pushQueries.clearRefusals(shop, sync),
  wantRemovals: async (shop) => (await pushQueries.wantRemovals(shop, "google")) > 0,
  forgetPushes: (shop) => pushQueries.forgetPushes(shop, "google"),
  findPushed: (shop) => pushQueries.findPushed(shop, sync),
  listItemCounts: (shop) => readingQueries.listItemCounts(shop, victim.feedId),
  findReading: (shop) => readingQueries.findReading(shop, ofGoogle()),
  wantReading: (shop) => readingQueries.wantReading(shop, ofGoogle()),
  keepReading: (shop) => readingQueries.keepReading(shop, reading),
  releaseReading: (shop) => readingQueries.releaseReading(shop, reading),
  storeReading: (shop) => readingQueries.storeReading(shop, reading, { ...complete, objectKey: "mine" }),
  storeReadingFault: (shop) => readingQueries.storeReadingFault(shop, reading, { code: "x", message: "y", againS: 1, isLasting: true }),
  deleteReading: (shop) => readingQueries.deleteReading(shop, reading.id),
  findPushedAt: async (shop) => (await readingQueries.findPushedAt(shop, ofGoogle())) ?? undefined,
  findRunLiveAt: (shop) => readingQueries.findRunLiveAt(shop, victim.feedId, new Date()),
  findFeedTarget: (shop) => readingQueries.findFeedTarget(shop, victim.feedId),
  findRunOfFeed: (shop) => readingQueries.findRunOfFeed(shop, victim.feedId, runId),
  isOutdated: (shop) => readingQueries.isOutdated(shop, victim.feedId, runId),
  findLiveRows: async (shop) => (await syncQueries.findLiveRows(shop, ofGoogle())) !== null,
};

/** Each says why it is no way to another's rows. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  findCountry: "the handle's own shop",
  storeSignIn: "the handle's own shop",
  insertSignIn: "adds a sign-in of the handle's shop",
  takeSignIn: "found by its state, which is a secret",
  deleteExpiredSignIns: "the job boundary: any shop's",
  claimDatafeed: "the job boundary: any shop's",
  claimRemoval: "the job boundary: any shop's",
  keepRemoval: "the job boundary: what was claimed",
  releaseRemoval: "the job boundary: what was claimed",
  dropUnassigned: "the job boundary: any shop's",
  markOldAddressesDue: "the job boundary: any shop's",
  channelWorkWaits: "the job boundary: any shop's",
  claimSync: "the job boundary: any shop's",
  insertDuePushes: "the job boundary: any shop's",
  syncsWait: "the job boundary: any shop's",
  claimReading: "the job boundary: any shop's",
  readingsWait: "the job boundary: any shop's",
  planReadings: "the job boundary: any shop's",
  listEndedReadings: "the job boundary: any shop's",
};

async function rowsOf(shopId: number): Promise<string> {
  const tables = ["channel_connections", "sign_in_states", "datafeeds", "sync_logs", "channel_pushes", "push_refusals", "item_readings"];
  const texts = await Promise.all(
    tables.map((table) =>
      database.pool.query(`select json_agg(t order by t::text)::text as rows from ${table} t where shop_id = $1`, [shopId]),
    ),
  );
  return JSON.stringify(texts.map(({ rows }) => rows));
}

const isNothing = (answer: unknown): boolean => answer === undefined || answer === false || (Array.isArray(answer) && answer.length === 0);

test.each(Object.entries(QUERIES))("%s finds nothing of another shop and changes none of its rows", async (_, query) => {
  const before = await rowsOf(victim.shop.shopId);
  expect(isNothing(await query(stranger))).toBe(true);
  expect(await rowsOf(victim.shop.shopId)).toBe(before);
});

const reads = Object.entries(QUERIES).filter(([name]) => /^(?:find|lock|list)/.test(name) && name !== "findLiveRows");
test.each(reads)("%s finds what the stranger did not", async (_, query) => {
  expect(isNothing(await query(victim.shop))).toBe(false);
});

test("every query of connections, registrations and syncs is in one of the two lists", () => {
  const { markRemoving, ...connections } = connectionQueries;
  const modules: readonly object[] = [
    connections,
    { markConnectionRemoving: markRemoving },
    signInQueries,
    claimQueries,
    dueQueries,
    datafeedQueries,
    syncQueries,
    pushQueries,
    readingQueries,
  ];
  const functions = modules.flatMap((module) => Object.entries(module)).filter(([, value]) => typeof value === "function");
  const listed = [...Object.keys(QUERIES), ...Object.keys(ELSEWHERE)];
  expect(functions.map(([name]) => name).toSorted()).toEqual(listed.toSorted());
});
