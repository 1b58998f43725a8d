import { didYouMean, nearestNames } from "../../engine/expression/column-names.ts";
import { attributeColumns, feedColumns } from "../../engine/plan/feed-columns.ts";
import { pointed } from "../../engine/rules/schema-faults.ts";
import type { FeedTest } from "../../engine/run/feed-tests.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { parseId } from "../../kernel/ids.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { withoutNulls } from "../../kernel/without-nulls.ts";
import { sectionFaults } from "../definitions/index.ts";
import { WrittenTests } from "./test-shapes.ts";

interface ReadingContext {
  /** Of the feed: with the standard columns those a test may name. */
  readonly extraColumns: readonly string[];
  /** Rows the snapshot has of those named; absent: whatever a row id names will do. */
  readonly rows?: ReadonlySet<number>;
}

/** Tests as a feed keeps them, and every fault in them with its place: `/tests/2/expect/titel`. Only tests without any fault may be kept. */
export function readWrittenTests(
  written: unknown,
  context: ReadingContext,
): { readonly tests: readonly FeedTest[]; readonly faults: readonly ErrorDetail[] } {
  const parsed = WrittenTests.safeParse(withoutNulls(WrittenTests, written), PLAINLY);
  if (!parsed.success) return { tests: [], faults: sectionFaults(parsed.error, "/tests") };
  const columns = [...feedColumns(context.extraColumns), ...attributeColumns(context.extraColumns)].map(({ name }) => name);
  return {
    tests: parsed.data.map((test) => storedTest(test, columns)),
    faults: parsed.data.flatMap((test, at) => [...rowFaults(test, at, context.rows), ...columnFaults(test, at, columns)]),
  };
}

type WrittenTest = WrittenTests[number];

function rowFaults({ row_id: text }: WrittenTest, at: number, rows: ReadonlySet<number> | undefined): readonly ErrorDetail[] {
  const param = `/tests/${at}/row_id`;
  const id = rowIdOf(text);
  if (id === undefined)
    return [
      { param, code: "invalid_param", message: `${text} isn't a row id. Give a source variant id such as 41200000011393, or a prod_ id.` },
    ];
  if (rows === undefined || rows.has(id)) return [];
  return [{ param, code: "rows_not_found", message: `The current snapshot has no row ${id}.` }];
}

function columnFaults({ expect = {} }: WrittenTest, at: number, columns: readonly string[]): readonly ErrorDetail[] {
  return Object.keys(expect).flatMap((column): readonly ErrorDetail[] => {
    if (columns.includes(column)) return [];
    const message = `The feed has no column ${column}.${didYouMean(nearestNames(column, columns))}`;
    return [{ param: `/tests/${at}/expect/${pointed(column)}`, code: "unknown_feed_column", message }];
  });
}

/** Columns in the order of the file, so that the same test is always the same text. */
function storedTest(
  { name, row_id: text, item, expect = {}, excluded, excluded_reason: reason }: WrittenTest,
  columns: readonly string[],
): FeedTest {
  const rowId = String(rowIdOf(text) ?? text);
  const expected = Object.entries(expect).toSorted(([a], [b]) => columns.indexOf(a) - columns.indexOf(b));
  return {
    name: name ?? `Row ${rowId}`,
    row_id: rowId,
    ...(item === undefined || item === 1 ? {} : { item }),
    expect: Object.fromEntries(expected),
    ...(excluded === undefined ? {} : { excluded }),
    ...(reason === undefined ? {} : { excluded_reason: reason }),
  };
}

/** The row a test names, where it is an id at all. */
export function rowIdOf(text: string): number | undefined {
  return parseId("prod", text.trim());
}
