import { z } from "zod";
import { countResults, type FeedTest, judgeTests, type TestedRow, type TestResult } from "../../engine/run/feed-tests.ts";
import { type FeedId, formatId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { FeedPath, type FeedRow, findFeed, readDefinition } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { testsOf } from "../runs/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { PLAN_ERRORS, traceRows } from "../transforms/index.ts";
import { readWrittenTests } from "./read-written-tests.ts";
import { refuseTests } from "./set-feed-tests.ts";
import { FeedTestResultsShape, testAnswers, WrittenTests } from "./test-shapes.ts";

/** Rows traced at a time: a trace answers every row as it was behind every rule, and an answer is bounded. */
const ROWS_AT_ONCE = 10;

export const runFeedTests = read({
  name: "tests.run",
  title: "Run a feed's tests",
  summary: "Runs tests against the feed's current definition, without running the feed.",
  description: "Uses the feed's own tests, or the tests in the body, which aren't saved. Reads the current snapshot and changes nothing.",
  scope: "read_rules",
  http: { method: "POST", path: "/feeds/{id}/tests/run", status: 200 },
  path: FeedPath,
  body: z.strictObject({ tests: z.optional(WrittenTests) }),
  output: dataOf(FeedTestResultsShape),
  example: { body: { tests: [{ row_id: "41200000011393", expect: { brand: "Harbour & Hazel" } }] } },
  errors: ["resource_not_found", "no_source_extract", "validation_failed", ...PLAN_ERRORS, "internal_error"],
  mcp: { tool: "run_feed_tests", use: "Use it to try tests before `set_feed_tests` saves them. Nothing is saved." },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, body, target: feed }) {
    const tests = body.tests === undefined ? testsOf(feed) : wantedTests(call, feed, body.tests);
    const results = judgeTests(tests, await tracedRows(call, feed, tests));
    return { data: resultsAnswer(path.id, tests, results) };
  },
});

function resultsAnswer(feedId: FeedId, tests: readonly FeedTest[], results: readonly TestResult[]): FeedTestResultsShape {
  const answers = testAnswers(tests, results);
  return { object: "feed_test_results", feed_id: formatId("feed", feedId), ...countResults(results), tests: answers };
}

type Call = ShopCall & Refuse<"no_source_extract" | "validation_failed" | "internal_error">;

function wantedTests(call: Call, feed: FeedRow, written: WrittenTests): readonly FeedTest[] {
  const { tests, faults } = readWrittenTests(written, { extraColumns: feed.extra_columns });
  return faults.length > 0 ? refuseTests(call, faults) : tests;
}

async function tracedRows(call: Call, feed: FeedRow, tests: readonly FeedTest[]): Promise<readonly TestedRow[]> {
  const snapshot = (await findLiveSnapshot(call.shop)) ?? call.fail("no_source_extract");
  const definition = await readDefinition(call.shop, feed);
  const ids = [...new Set(tests.map(({ row_id: id }) => Number(id)))];
  const found: TestedRow[] = [];
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const rowIds = ids.slice(from, from + ROWS_AT_ONCE);
    const traced = (await traceRows(call, { feed, snapshot, definition, rowIds })) ?? call.fail("internal_error");
    found.push(...traced.map(({ rowId, item, reason, output }) => ({ rowId, item, reason, fields: new Map(Object.entries(output)) })));
  }
  return found;
}
