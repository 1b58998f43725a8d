import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { FeedPath, type FeedRow, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { findTestedRun, testsOf } from "../runs/index.ts";
import { FeedTestsShape, testAnswers } from "./test-shapes.ts";

export const getFeedTests = read({
  name: "tests.get",
  title: "List a feed's tests",
  summary: "Shows the feed's tests and their results in the last run that was tested.",
  description: "A test names a row and the values it must have in the file. If a test fails, the run is held until someone publishes it.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{id}/tests", status: 200 },
  path: FeedPath,
  output: dataOf(FeedTestsShape),
  errors: ["resource_not_found"],
  mcp: { tool: "feed_tests", use: "Use it to read what chosen rows must have, and whether the last run passed." },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  run: async (call, { target: feed }) => ({ data: await testsAnswer(call.shop, feed) }),
});

export async function testsAnswer(shop: ShopDb, feed: FeedRow): Promise<FeedTestsShape> {
  const tests = testsOf(feed);
  const feedId = storedId("feed", feed.id);
  const tested = await findTestedRun(shop, feedId, tests);
  return {
    object: "feed_tests",
    feed_id: formatId("feed", feedId),
    tests: testAnswers(tests, tested?.results ?? null),
    last_run:
      tested === undefined
        ? null
        : { run_id: formatId("run", tested.runId), passed: tested.passed, failed: tested.failed, missing: tested.missing },
  };
}
