import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { perform } from "../../../test/harness/perform.ts";
import type { TestDatabase } from "../../../test/harness/postgres-template.ts";
import { type RealServices, realServices } from "../../../test/harness/real-platform.ts";
import { listedCatalog, listedStorefront } from "../../../test/harness/listed-storefront.ts";
import { jobsDatabase, liveSnapshot, type TestShop, testShop } from "../../../test/harness/shop-fixture.ts";
import type { ExtractId } from "../../kernel/ids.ts";
import { listSeries } from "./index.ts";

interface Series {
  readonly bucket: string;
  readonly time_zone: string;
  readonly points: readonly Readonly<Record<string, unknown>>[];
}

let database: TestDatabase;
let real: RealServices;
let made: TestShop;
let extractId: ExtractId;
beforeAll(async () => {
  database = await jobsDatabase();
  real = await realServices(listedStorefront(listedCatalog(1)));
});
afterAll(async () => {
  await real[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  made = await testShop(database.db);
  extractId = await liveSnapshot(made.shop);
  await database.db.updateTable("shops").set({ time_zone: "America/New_York" }).where("id", "=", made.shop.shopId).execute();
});

const series = (query: Readonly<Record<string, string>>) =>
  perform<Series>(real.services, made.shop, listSeries, { path: { id: String(made.feedId) }, query });

interface Ended {
  readonly rows: number;
  readonly duration?: number;
  readonly failed?: boolean;
  readonly held?: boolean;
}

async function ended(at: string, { rows, duration = 1_000, failed = false, held = false }: Ended): Promise<string> {
  const { id } = await database.db
    .insertInto("runs")
    .values({
      ...{ shop_id: made.shop.shopId, feed_id: made.feedId, extract_id: extractId, trigger: "schedule", definition_version: 1 },
      status: failed ? "failed" : "completed",
      publication: failed ? "none" : held ? "held" : "superseded",
      ...(failed ? {} : { included_count: rows, excluded_count: 2, total_count: rows + 2 }),
      held_reasons: held ? JSON.stringify([{ code: "empty", message: "No.", details: {} }]) : "[]",
      ...{ duration_ms: duration, completed_at: new Date(at), published_at: failed || held ? null : new Date(at) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return `run_${id}`;
}

test("by run every ended run is a point, with its counts, findings, duration and what became of its file", async () => {
  const live = await ended("2026-03-01T10:00:00Z", { rows: 5 });
  const held = await ended("2026-03-01T11:00:00Z", { rows: 1, held: true });
  const failed = await ended("2026-03-01T12:00:00Z", { rows: 0, failed: true });
  await ended("2026-03-02T00:00:00Z", { rows: 9 });
  const finding = {
    shop_id: made.shop.shopId,
    run_id: Number(live.slice(4)),
    channel: "google",
    nth: 1,
    category: "c",
    message: "m",
    what_to_do: "w",
  };
  const found = (code: string, severity: "error" | "warning", affected: number) => ({
    ...finding,
    code,
    severity,
    affected_count: affected,
    samples: "[]",
  });
  await database.db
    .insertInto("findings")
    .values([found("a", "error", 2), found("b", "error", 1), found("c", "warning", 4)])
    .execute();
  const answer = await series({ from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z" });
  expect(answer).toMatchObject({ bucket: "run", time_zone: "America/New_York" });
  const nothing = { total_count: null, included_count: null, excluded_count: null };
  expect(answer.points).toEqual([
    {
      ...{ at: "2026-03-01T10:00:00.000Z", run_id: live, publication: "superseded", total_count: 7, included_count: 5, excluded_count: 2 },
      ...{ error_count: 3, warning_count: 4, duration_ms: 1_000, run_count: 1, failed_count: 0, held_run_ids: [] },
    },
    expect.objectContaining({ run_id: held, publication: "held", included_count: 1, error_count: null, held_run_ids: [held] }),
    expect.objectContaining({ run_id: failed, publication: "none", ...nothing, failed_count: 1 }),
  ]);
});

test("by day a point has the last run that went live on that day of the shop, and a day without a run is a gap", async () => {
  // In New York these are the evening of 1 March, and two runs of 3 March.
  await ended("2026-03-02T04:00:00Z", { rows: 1 });
  const last = await ended("2026-03-03T05:00:00Z", { rows: 3, duration: 2_000 });
  const held = await ended("2026-03-04T04:59:59Z", { rows: 0, duration: 4_000, held: true });
  const { points } = await series({ from: "2026-03-01T05:00:00Z", to: "2026-03-05T05:00:00Z", bucket: "day" });
  expect(points.map(({ at, included_count: rows, run_count: runs }) => [at, rows, runs])).toEqual([
    ["2026-03-01T05:00:00.000Z", 1, 1],
    ["2026-03-02T05:00:00.000Z", null, 0],
    ["2026-03-03T05:00:00.000Z", 3, 2],
    ["2026-03-04T05:00:00.000Z", null, 0],
  ]);
  expect(points[2]).toMatchObject({ run_id: last, duration_ms: 3_000, held_run_ids: [held] });
  expect(points[1]).toMatchObject({ run_id: null, publication: null, duration_ms: null, held_run_ids: [] });
});

test("by hour every hour is there, across a change of the clock too", async () => {
  // New York goes from 2:00 to 3:00 on 8 March.
  await ended("2026-03-08T07:30:00Z", { rows: 4 });
  const query = { from: "2026-03-08T05:00:00Z", to: "2026-03-08T09:00:00Z" };
  expect((await series({ ...query, bucket: "hour" })).points.map(({ at, run_count: runs }) => [at, runs])).toEqual([
    ["2026-03-08T05:00:00.000Z", 0],
    ["2026-03-08T06:00:00.000Z", 0],
    ["2026-03-08T07:00:00.000Z", 1],
    ["2026-03-08T08:00:00.000Z", 0],
  ]);
  const days = await series({ from: "2026-03-08T05:00:00Z", to: "2026-03-10T04:00:00Z", bucket: "day" });
  expect(days.points.map(({ at }) => at)).toEqual(["2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"]);
});

test("has at most 500 points: a longer one is refused, or has longer points where it may choose", async () => {
  for (let nth = 0; nth < 501; nth += 1) await ended(new Date(Date.UTC(2026, 2, 1, 0, nth)).toISOString(), { rows: nth });
  const month = { from: "2026-03-01T00:00:00Z", to: "2026-03-31T00:00:00Z" };
  expect((await series({ ...month, to: "2026-03-15T00:00:00Z" })).bucket).toBe("hour");
  expect((await series(month)).bucket).toBe("day");
  for (const bucket of ["run", "hour"]) await expect(series({ ...month, bucket })).rejects.toMatchObject({ code: "invalid_request" });
  const years = { from: "0001-01-01T00:00:00Z", to: "2026-03-31T00:00:00Z" };
  await expect(series({ ...years, bucket: "day" })).rejects.toMatchObject({ details: [{ param: "/bucket" }] });
  await expect(series({ from: month.to, to: month.from })).rejects.toMatchObject({ details: [{ param: "/from" }] });
});
