import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListedShop, listedShop } from "../../../test/harness/listed-shop.ts";
import { perform } from "../../../test/harness/perform.ts";
import { secondFeed, testShop } from "../../../test/harness/shop-fixture.ts";
import { RequestError } from "../../kernel/errors.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import type { AnyOperation } from "../operation.ts";
import { changeExtraColumns } from "../extra-columns/index.ts";
import { createRule } from "../rules/index.ts";
import { changeSettings } from "../settings/index.ts";
import { claimRun, getRun, latestRun, publishRun, regenerateFeed, workRun } from "../runs/index.ts";
import { getFeedTests, runFeedTests, setFeedTests } from "./index.ts";
import { readWrittenTests } from "./read-written-tests.ts";
import type { FeedTestResultsShape, FeedTestsShape } from "./test-shapes.ts";

/** A shop with a real snapshot of four rows, 1001 to 1004. */
let listed: ListedShop;
let feedId: FeedId;
let feeds = 0;
beforeAll(async () => {
  listed = await listedShop("tests.example", 4);
  await listed.database.db.updateTable("runs").set({ status: "failed" }).execute();
});
afterAll(() => listed[Symbol.asyncDispose]());
beforeEach(async () => {
  feeds += 1;
  feedId = storedId("feed", (await secondFeed(listed.shop, `tests-${feeds}`)).id);
  // A market without prices would exclude every row.
  await listed.database.db.updateTable("feeds").set({ feed_type: "language" }).where("id", "=", feedId).execute();
});

const ask = <Answer>(operation: AnyOperation, input: object = {}) =>
  perform<Answer>(listed.real.services, listed.shop, operation, { path: { id: String(feedId) }, ...input });
const get = () => ask<FeedTestsShape>(getFeedTests);
const set = (tests: unknown, query: Readonly<Record<string, string>> = {}) => ask<FeedTestsShape>(setFeedTests, { body: { tests }, query });
const tryOut = (body: object = {}) => ask<FeedTestResultsShape>(runFeedTests, { body });
const addRule = (rule: object) =>
  perform(listed.real.services, listed.shop, createRule, { path: { feed_id: String(feedId) }, body: { rule } });
const version = async () =>
  (await listed.database.db.selectFrom("feeds").select("definition_version").where("id", "=", feedId).executeTakeFirstOrThrow())
    .definition_version;

interface Run {
  readonly id: string;
  readonly publication: string;
  readonly held_reasons: readonly {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  }[];
  readonly tests: object | null;
}
async function run(): Promise<Run> {
  await ask(regenerateFeed);
  const claim = await claimRun(listed.database.db, "test", 20);
  if (claim === undefined) throw new Error("no run waits");
  await workRun(listed.real.services, listed.shop, claim, { signal: new AbortController().signal, end: async () => undefined });
  return ask<Run>(latestRun);
}

async function refusal(asked: Promise<unknown>): Promise<RequestError> {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RequestError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
}

const TITLE = { row_id: "1001", expect: { title: "Product 1" } };

describe("the tests of a feed", () => {
  test("are none at first; they are kept in one form, each change once, as a version", async () => {
    expect(await get()).toEqual({ object: "feed_tests", feed_id: `feed_${feedId}`, tests: [], last_run: null });
    const before = await version();
    const written = [{ name: "Blue shoe", row_id: "prod_1002", expect: { title: "Product 2", brand: "" }, excluded: false }, TITLE];
    const stored = await set(written);
    expect(stored.tests).toEqual([
      { name: "Blue shoe", row_id: "1002", item: 1, expect: { title: "Product 2", brand: "" }, excluded: false, result: null },
      { name: "Row 1001", row_id: "1001", item: 1, expect: { title: "Product 1" }, result: null },
    ]);
    expect(await get()).toEqual(stored);
    expect(await version()).toBe(before + 1);
    // What was answered may be sent again, and changes nothing.
    expect(await set(stored.tests)).toEqual(stored);
    expect(await version()).toBe(before + 1);
    const kept = await listed.database.db
      .selectFrom("feed_versions")
      .select(["summary", "tests"])
      .where("feed_id", "=", feedId)
      .orderBy("version", "desc")
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ summary: "Set 2 rule tests.", tests: [{ name: "Blue shoe" }, { name: "Row 1001" }] });
    expect((await set([])).tests).toEqual([]);
  });

  test("are changed only in view of the version they were written for", async () => {
    const seen = String(await version());
    await set([TITLE], { expected_version: seen });
    expect(await refusal(set([], { expected_version: seen }))).toMatchObject({ code: "version_conflict" });
  });

  test("may name extra columns, and are refused with every fault at its place", async () => {
    await perform(listed.real.services, listed.shop, changeExtraColumns, {
      path: { feed_id: String(feedId) },
      body: { extra_columns: ["promotion_id"] },
    });
    expect((await set([{ row_id: "1001", expect: { promotion_id: "" } }])).tests).toHaveLength(1);
    const error = await refusal(set([TITLE, { row_id: "77", expect: { titel: "x", promotion: "y" } }, { row_id: "shoe", excluded: true }]));
    expect(error.code).toBe("validation_failed");
    expect(error.details).toEqual([
      { param: "/tests/1/row_id", code: "rows_not_found", message: "The current snapshot has no row 77." },
      { param: "/tests/1/expect/titel", code: "unknown_feed_column", message: "The feed has no column titel. Did you mean title?" },
      { param: "/tests/1/expect/promotion", code: "unknown_feed_column", message: expect.stringContaining("Did you mean promotion_id?") },
      { param: "/tests/2/row_id", code: "invalid_param", message: expect.stringContaining("shoe isn't a row id") },
    ]);
  });

  test.each([
    [{ row_id: "1001" }, "/tests/0"],
    [{ row_id: "1001", expect: {} }, "/tests/0"],
    [{ row_id: "1001", excluded: false, excluded_reason: "Old" }, "/tests/0/excluded_reason"],
    [{ row_id: "1001", expect: { title: 3 } }, "/tests/0/expect/title"],
    [{ row_id: "1001", expect: { title: "x".repeat(20_001) } }, "/tests/0/expect/title"],
    [{ ...TITLE, name: " " }, "/tests/0/name"],
    [{ ...TITLE, item: 0 }, "/tests/0/item"],
    [{ ...TITLE, expected: true }, "/tests/0/expected"],
    [{ expect: { title: "x" } }, "/tests/0/row_id"],
    [{ row_id: "1001", expect: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`c${at}`, ""])) }, "/tests/0/expect"],
    [{ ...TITLE, row_id: 1001 }, "/tests/0/row_id"],
  ])("of %o is refused at %s, by the API and by a document alike", async (written, param) => {
    const refused = await refusal(set([written]));
    expect(refused).toMatchObject({ code: "validation_failed", details: [{ param }] });
    const { faults } = readWrittenTests([written], { extraColumns: [] });
    expect(faults.map(({ message }) => message)).toEqual(refused.details.map(({ message }) => message));
  });

  test("are at most a hundred, and need a snapshot", async () => {
    expect(await refusal(set(Array.from({ length: 101 }, () => TITLE)))).toMatchObject({ details: [{ param: "/tests" }] });
    const bare = await testShop(listed.database.db);
    const asked = perform(listed.real.services, bare.shop, setFeedTests, { path: { id: String(bare.feedId) }, body: { tests: [TITLE] } });
    expect(await refusal(asked)).toMatchObject({ code: "no_source_extract" });
  });
});

describe("a run", () => {
  test("of which a test fails is held with what failed, the first one too, and with the guard switched off; a person may publish it", async () => {
    await perform(listed.real.services, listed.shop, changeSettings, {
      path: { feed_id: String(feedId) },
      body: { publish_guard: { enabled: false } },
    });
    await listed.database.db.updateTable("runs").set({ status: "failed" }).where("status", "=", "running").execute();
    await addRule({ type: "set_value", target: "brand", value: "acme" });
    await set([TITLE, { name: "Blue shoe", row_id: "1002", expect: { brand: "Acme" } }, { row_id: "1003", excluded: false }]);
    const held = await run();
    expect(held).toMatchObject({ publication: "held", tests: { passed: 2, failed: 1, missing: 0 } });
    expect(held.held_reasons).toEqual([
      {
        code: "test_failed",
        message: '1 of 3 tests failed: "Blue shoe" expected brand "Acme", got "acme".',
        details: {
          passed: 2,
          failed: 1,
          missing: 0,
          failures: [
            {
              name: "Blue shoe",
              row_id: "1002",
              item: 1,
              differences: [{ field: "brand", expected: "Acme", actual: "acme" }],
              excluded: null,
            },
          ],
        },
      },
    ]);
    const told = await get();
    expect(told.last_run).toEqual({ run_id: held.id, passed: 2, failed: 1, missing: 0 });
    expect(told.tests.map(({ result }) => result?.status)).toEqual(["passed", "failed", "passed"]);
    await ask(publishRun, { path: { id: String(feedId), run_id: held.id } });
    expect(await ask(getRun, { path: { id: String(feedId), run_id: held.id } })).toMatchObject({ publication: "live" });
  });

  test("for a test's row that is gone is published; results are of these tests alone", async () => {
    await set([TITLE]);
    // As if the row had gone away since.
    const tests = JSON.stringify([{ name: "Gone", row_id: "77", expect: { title: "x" } }]);
    await listed.database.db.updateTable("feeds").set({ tests }).where("id", "=", feedId).execute();
    expect(await run()).toMatchObject({ publication: "live", held_reasons: [], tests: { passed: 0, failed: 0, missing: 1 } });
    expect(await get()).toMatchObject({ tests: [{ result: { status: "row_missing" } }], last_run: { missing: 1 } });
    expect(await set([TITLE])).toMatchObject({ tests: [{ result: null }], last_run: null });
  });

  test("tells three failures in its sentence and counts the others", async () => {
    await set(["1001", "1002", "1003", "1004", "1001"].map((id) => ({ row_id: id, excluded: true })));
    const [reason] = (await run()).held_reasons;
    expect(reason?.message).toBe(
      '5 of 5 tests failed: "Row 1001" expected the row to be excluded, but it is in the feed; "Row 1002" expected the row to be excluded, but it is in the feed; "Row 1003" expected the row to be excluded, but it is in the feed; 2 more.',
    );
    expect(reason?.details["failures"]).toHaveLength(5);
  });
});

describe("tests that are tried out", () => {
  test("say of the feed as it is defined now what the next run will, which is published where all pass", async () => {
    await set([TITLE, { row_id: "1002", expect: { brand: "Acme" } }, { row_id: "1004", excluded_reason: "Too dear" }]);
    await addRule({ type: "set_value", target: "brand", value: "Acme" });
    await addRule({ type: "exclude", reason: "Too dear", condition: "[D]price > 3" });
    await addRule({ type: "limit_rows", keep: 2, by: "[D]price" });
    const tried = await tryOut();
    expect(tried).toMatchObject({ object: "feed_test_results", passed: 3, failed: 0, missing: 0 });
    expect(await run()).toMatchObject({ publication: "live", tests: { passed: 3, failed: 0, missing: 0 } });
    expect((await get()).tests).toEqual(tried.tests);
  });

  test("may be others than the feed's, and are not kept", async () => {
    const tried = await tryOut({
      tests: [
        { row_id: "77", excluded: true },
        { row_id: "1001", expect: { title: "Product 2" } },
      ],
    });
    expect(tried).toMatchObject({
      failed: 1,
      missing: 1,
      tests: [{ result: { status: "row_missing" } }, { result: { differences: [{ expected: "Product 2", actual: "Product 1" }] } }],
    });
    expect((await get()).tests).toEqual([]);
    expect(await refusal(tryOut({ tests: [{ row_id: "1001", expect: { titel: "x" } }] }))).toMatchObject({
      details: [{ param: "/tests/0/expect/titel" }],
    });
  });

  test("may name an item of a row that a rule splits", async () => {
    await addRule({ type: "split_row", over: '=list("red,blue", ",")', target: "color" });
    const tests = [
      { row_id: "1001", expect: { color: "red" } },
      { row_id: "1001", item: 2, expect: { color: "blue" } },
      { row_id: "1001", item: 3, expect: { color: "green" } },
    ];
    expect((await tryOut({ tests })).tests.map(({ result }) => result?.status)).toEqual(["passed", "passed", "row_missing"]);
    await set(tests);
    expect(await run()).toMatchObject({ tests: { passed: 2, failed: 0, missing: 1 } });
  });
});
