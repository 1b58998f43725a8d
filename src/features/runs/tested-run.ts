import type { FeedTest } from "../../engine/run/feed-tests.ts";
import { type FeedId, type RunId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findRunTestedBy } from "./run-test-queries.ts";
import { RunTests, testsDigest } from "./run-tests.ts";

/** What the last run that was tested by just these tests made of them. */
export async function findTestedRun(
  shop: ShopDb,
  feedId: FeedId,
  tests: readonly FeedTest[],
): Promise<(RunTests & { readonly runId: RunId }) | undefined> {
  if (tests.length === 0) return undefined;
  const run = await findRunTestedBy(shop, feedId, testsDigest(tests));
  return run === undefined ? undefined : { runId: storedId("run", run.id), ...RunTests.parse(run.test_results) };
}
