import { z } from "zod";
import { sourceRowsAmong } from "../../engine/source/find-row.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { changeDefinition, changeOf } from "../definitions/index.ts";
import { ChangeQuery, FeedPath, findFeed } from "../feeds/index.ts";
import { type ShopCall, write } from "../operation.ts";
import { testsOf } from "../runs/index.ts";
import { findLiveSnapshot, SOURCE_INDEX_FILE } from "../snapshots/index.ts";
import { testsAnswer } from "./get-feed-tests.ts";
import { readWrittenTests, rowIdOf } from "./read-written-tests.ts";
import { testsSection } from "./section.ts";
import { FeedTestsShape, WrittenTests } from "./test-shapes.ts";

export const setFeedTests = write({
  name: "tests.set",
  title: "Replace a feed's tests",
  summary: "Replaces the feed's tests.",
  description:
    "The rows and columns must exist when you write a test. If a row disappears later, its test doesn't hold runs. A column that disappears is read as blank. An empty list removes all tests.",
  scope: "write_rules",
  http: { method: "PUT", path: "/feeds/{id}/tests", status: 200 },
  path: FeedPath,
  query: ChangeQuery,
  body: z.strictObject({ tests: WrittenTests }),
  output: dataOf(FeedTestsShape),
  example: { answer: { data: { tests: [{ result: null }], last_run: null } } },
  errors: ["resource_not_found", "version_conflict", "no_source_extract", "validation_failed"],
  audit: "feed_tests.changed",
  mcp: {
    tool: "set_feed_tests",
    use: "Use it to guard important rows: a run that breaks one is held. Send all tests: they replace the old ones. Try them with `run_feed_tests`.",
  },
  undone: "versions",
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  prepare: (call, { body }) => findRows(call, body.tests),
  async run(call, { path, query, body, prepared: rows = call.fail("no_source_extract") }) {
    const { feed } = await changeDefinition(call, {
      feedId: path.id,
      expected: query.expected_version,
      async read(present) {
        const { tests, faults } = readWrittenTests(body.tests, { extraColumns: present.extra_columns, rows });
        if (faults.length > 0) return refuseTests(call, faults);
        return { changes: [changeOf(testsSection, { before: testsOf(present), after: tests })], summary: summaryOf(tests.length) };
      },
    });
    return { data: await testsAnswer(call.shop, feed) };
  },
});

function summaryOf(count: number): string {
  return count === 0 ? "Removed all rule tests." : `Set ${count} rule ${count === 1 ? "test" : "tests"}.`;
}

/** Those of the named rows that the live snapshot has. Undefined: there is none. */
async function findRows(call: ShopCall, written: WrittenTests): Promise<ReadonlySet<number> | undefined> {
  const ids = written.flatMap(({ row_id: text }) => rowIdOf(text) ?? []);
  if (ids.length === 0) return new Set();
  const snapshot = await findLiveSnapshot(call.shop);
  if (snapshot === undefined) return undefined;
  await using index = await call.objects.local(`${snapshot.prefix}${SOURCE_INDEX_FILE}`);
  const found = await call.warehouse.of(call.shop.shopId).query(sourceRowsAmong(index.path, [...new Set(ids)]));
  return new Set(found.map((row) => Number(row["row_id"])));
}

/** One fault is worth saying in the message itself. */
export function refuseTests(call: Refuse<"validation_failed">, faults: readonly ErrorDetail[]): never {
  const [first, second] = faults;
  return call.fail("validation_failed", second === undefined ? first?.message : undefined, faults);
}
