import { createHash } from "node:crypto";
import { z } from "zod";
import { countResults, FeedTest, judgeTests, sayFailure, type TestedRow, testedRows, TestResult } from "../../engine/run/feed-tests.ts";
import type { RowsShape } from "../../engine/run/run-files.ts";
import { isolated } from "../../kernel/isolated.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import type { HeldReason } from "./run.ts";

/** What a run's row keeps of the feed's tests. */
export const RunTests = z.strictObject({
  /** Of the tests themselves: results of other tests say nothing of those there are now. */
  digest: z.string(),
  passed: z.int(),
  failed: z.int(),
  missing: z.int(),
  /** In the order of the tests. */
  results: z.array(TestResult),
});
export type RunTests = z.output<typeof RunTests>;

const FeedTests = z.array(FeedTest);

/** The tests a feed's row holds. */
export function testsOf(feed: { readonly tests: readonly object[] }): readonly FeedTest[] {
  return FeedTests.parse(feed.tests);
}

/** Equal tests have equal digests. */
export function testsDigest(tests: readonly FeedTest[]): string {
  return createHash("sha256").update(JSON.stringify(tests)).digest("hex");
}

/** The tests against the rows a run has just written; `null` where the feed has none. */
export async function testRun(
  session: WarehouseSession,
  tests: readonly FeedTest[],
  { file, shape }: { readonly file: string; readonly shape: RowsShape },
): Promise<RunTests | null> {
  if (tests.length === 0) return null;
  const rows: TestedRow[] = [];
  for (const query of testedRows(file, shape, tests)) rows.push(...query.read(await session.all(query.rows)));
  const results = judgeTests(tests, rows);
  return { digest: testsDigest(tests), ...countResults(results), results: [...results] };
}

/** Failures a reason lists. */
const FAILURES_MAX = 20;
/** Failures its sentence tells. */
const SAID_MAX = 3;

/**
 * A failed test holds the file whatever the guard's settings are, and also the very first one: whoever wrote the test asked for
 * just that. A row that is gone holds nothing.
 */
export function heldByTests(tests: readonly FeedTest[], outcome: RunTests | null): readonly HeldReason[] {
  if (outcome === null || outcome.failed === 0) return [];
  const failures = tests.flatMap((test, at) => {
    const result = outcome.results[at];
    return result?.status === "failed" ? [{ test, result }] : [];
  });
  const said = failures.slice(0, SAID_MAX).map(({ test, result }) => `"${isolated(test.name)}" ${sayFailure(result)}`);
  const more = failures.length > SAID_MAX ? [`${failures.length - SAID_MAX} more`] : [];
  return [
    {
      code: "test_failed",
      message: `${outcome.failed} of ${tests.length} tests failed: ${[...said, ...more].join("; ")}.`,
      details: {
        passed: outcome.passed,
        failed: outcome.failed,
        missing: outcome.missing,
        failures: failures.slice(0, FAILURES_MAX).map(({ test: { name, row_id: rowId, item }, result: { differences, excluded } }) => ({
          name,
          row_id: rowId,
          item: item ?? 1,
          differences,
          excluded,
        })),
      },
    },
  ];
}
