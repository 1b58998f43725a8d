import { afterAll, beforeAll, expect, test } from "vitest";
import { jobsDatabase, liveSnapshot, type TestShop, testShop, waitingRun } from "../../../test/harness/shop-fixture.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RunId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import * as discardQueries from "./discard-queries.ts";
import * as editQueries from "./edit-queries.ts";
import * as seriesQueries from "./series-queries.ts";

/** Like `src/features/tenancy.db.test.ts`: every query that takes a shop's handle, called for a stranger with another shop's ids. */

let database: TestDatabase;
let victim: TestShop;
let stranger: ShopDb;
let held: RunId;
let discarded: RunId;
let between: editQueries.RunsBetween;
const span = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };

beforeAll(async () => {
  database = await jobsDatabase();
  victim = await testShop(database.db);
  const extractId = await liveSnapshot(victim.shop);
  const ended = async (publication: "held" | "discarded") => {
    const { id } = await waitingRun(victim, extractId);
    await database.db
      .updateTable("runs")
      .set({ status: "completed", publication, completed_at: new Date() })
      .where("id", "=", id)
      .execute();
    return storedId("run", id);
  };
  held = await ended("held");
  discarded = await ended("discarded");
  const run = await database.db.selectFrom("runs").selectAll().where("id", "=", held).executeTakeFirstOrThrow();
  const ofVictim = { shop_id: victim.shop.shopId, row_id: 1 };
  await database.db
    .insertInto("cell_changes")
    .values({ ...ofVictim, feed_id: victim.feedId, version: 2, source_column: "title", before: "x" })
    .execute();
  await database.db
    .insertInto("product_overrides")
    .values({ ...ofVictim, feed_column: "title", value: "x" })
    .execute();
  between = {
    feedId: victim.feedId,
    before: { ...run, definition_version: 1, started_at: span.from },
    after: { ...run, definition_version: 2, started_at: span.to },
  };
  stranger = (await testShop(database.db)).shop;
});
afterAll(() => database[Symbol.asyncDispose]());

const QUERIES: Readonly<Record<string, (shop: ShopDb) => Promise<unknown>>> = {
  discardHeldRun: (shop) => discardQueries.discardHeldRun(shop, victim.feedId, held),
  listCellEdits: (shop) => editQueries.listCellEdits(shop, between),
  listOverrideEdits: (shop) => editQueries.listOverrideEdits(shop, between),
  listSeriesRuns: (shop) => seriesQueries.listSeriesRuns(shop, { feedId: victim.feedId, ...span }, 10),
  listSeriesBuckets: async (shop) =>
    (await seriesQueries.listSeriesBuckets(shop, { feedId: victim.feedId, ...span }, "day")).filter(({ run_count: runs }) => runs > 0),
  restoreDiscardedRun: (shop) => discardQueries.restoreDiscardedRun(shop, victim.feedId, discarded),
};

/** Of the handle's own shop alone. */
const ELSEWHERE = ["findTimeZone"];

const rowsOf = async () => JSON.stringify((await database.pool.query("select * from runs order by id")).rows);
const isNothing = (answer: unknown): boolean => answer === undefined || answer === false || (Array.isArray(answer) && answer.length === 0);

test.each(Object.entries(QUERIES))(
  "%s finds nothing of another shop, changes none of its rows, and finds the shop's own",
  async (_, query) => {
    const before = await rowsOf();
    expect(isNothing(await query(stranger))).toBe(true);
    expect(await rowsOf()).toBe(before);
    expect(isNothing(await query(victim.shop))).toBe(false);
  },
);

test("every query of these files is in the list", () => {
  const functions = [discardQueries, editQueries, seriesQueries]
    .flatMap((module) => Object.entries(module))
    .filter(([, value]) => typeof value === "function");
  expect(functions.map(([name]) => name).toSorted()).toEqual([...Object.keys(QUERIES), ...ELSEWHERE].toSorted());
});
