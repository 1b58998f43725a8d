import { z } from "zod";
import { type FeedTest, TestResult } from "../../engine/run/feed-tests.ts";
import { SPLIT_ITEMS_MAX } from "../../engine/plan/aside-query.ts";
import { TEXT_LENGTH_MAX } from "../../engine/sql/text-sql.ts";
import { idSchema } from "../../kernel/ids.ts";

/** Few enough to be read, and to be asked for in one breath. */
const TESTS_MAX = 100;
const COLUMNS_A_TEST_MAX = 50;
const NAME_MAX = 200;
/** As long as the longest reason a rule can give, twice: a collection's title may be in it. */
const REASON_MAX = 1_000;

const NAME = { description: "Display name. `Row <row_id>` if left out." };
const ITEM = { description: "Position of the item, from 1, if a rule splits the row." };
const EXPECT = {
  description: 'Feed columns, and the value the row must have in each, as the file shows it. `""` means blank.',
  examples: [{ brand: "Harbour & Hazel" }],
};
const EXCLUDED = {
  description: "`true`: the row must be excluded from the feed. `false`: the row must be in it. If left out, either is fine.",
};
const REASON = { description: "Reason for which the row must be excluded." };

const WrittenTest = z
  .strictObject({
    name: z.string().max(NAME_MAX).regex(/\S/, "must not be blank").optional().meta(NAME),
    row_id: z
      .string()
      .max(40)
      .meta({ description: "Row to test, by its source variant id or its `prod_` id.", examples: ["41200000011393"] }),
    item: z.int().min(1).max(SPLIT_ITEMS_MAX).optional().meta(ITEM),
    expect: z
      .record(z.string(), z.string().max(TEXT_LENGTH_MAX))
      .refine((expected) => Object.keys(expected).length <= COLUMNS_A_TEST_MAX, `can have at most ${COLUMNS_A_TEST_MAX} columns`)
      .optional()
      .meta(EXPECT),
    excluded: z.boolean().optional().meta(EXCLUDED),
    excluded_reason: z.string().min(1).max(REASON_MAX).normalize("NFC").optional().meta(REASON),
    result: z.unknown().meta({ description: "Ignored, so that you can send tests back as they were returned." }).optional(),
  })
  .superRefine((test, context) => {
    const expects = Object.keys(test.expect ?? {}).length > 0 || test.excluded !== undefined || test.excluded_reason !== undefined;
    if (!expects) context.addIssue({ code: "custom", message: "expects nothing; add `expect` or `excluded`" });
    if (test.excluded === false && test.excluded_reason !== undefined)
      context.addIssue({ code: "custom", path: ["excluded_reason"], message: "can't be set for a row that must be in the feed" });
  })
  .meta({ id: "FeedTestInput" });

/** All tests of a feed, as people write them. */
export const WrittenTests = z
  .array(WrittenTest)
  .max(TESTS_MAX, `can have at most ${TESTS_MAX} tests`)
  .meta({ description: "All tests, in order." });
export type WrittenTests = z.output<typeof WrittenTests>;

const ResultShape = z
  .strictObject({
    ...TestResult.shape,
    status: TestResult.shape.status.meta({
      description:
        "`row_missing`: the snapshot no longer has the row, or the row no longer has the item. The test doesn't fail because of it.",
    }),
    excluded: TestResult.shape.excluded.meta({ description: "Null if the row is included or excluded as expected." }),
  })
  .meta({ id: "FeedTestResult" });

const TestShape = z
  .strictObject({
    name: z.string().meta(NAME),
    row_id: z.string(),
    item: z.int().meta(ITEM),
    expect: z.record(z.string(), z.string()).meta(EXPECT),
    excluded: z.boolean().optional().meta(EXCLUDED),
    excluded_reason: z.string().optional().meta(REASON),
    result: ResultShape.nullable().meta({ description: "Differences. Values longer than 1,000 characters are cut." }),
  })
  .meta({ id: "FeedTest" });

const counts = { passed: z.int(), failed: z.int(), missing: z.int() };

export const FeedTestsShape = z
  .strictObject({
    object: z.literal("feed_tests"),
    feed_id: idSchema("feed", "Id of the feed."),
    tests: z.array(TestShape),
    last_run: z
      .strictObject({ run_id: idSchema("run", "The run."), ...counts })
      .nullable()
      .meta({
        description: "The last completed run that was checked with these tests; the results are from it. Null if there is none yet.",
      }),
  })
  .meta({ id: "FeedTests" });
export type FeedTestsShape = z.input<typeof FeedTestsShape>;

export const FeedTestResultsShape = z
  .strictObject({
    object: z.literal("feed_test_results"),
    feed_id: idSchema("feed", "Id of the feed."),
    ...counts,
    tests: z.array(TestShape),
  })
  .meta({ id: "FeedTestResults" });
export type FeedTestResultsShape = z.input<typeof FeedTestResultsShape>;

/** Tests with what became of them, where that is known. */
export function testAnswers(tests: readonly FeedTest[], results: readonly TestResult[] | null): FeedTestsShape["tests"] {
  return tests.map(({ item, ...test }, at) => ({ ...test, item: item ?? 1, result: results?.[at] ?? null }));
}
