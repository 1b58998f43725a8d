import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { EXTRA_COLUMNS, feedDefinition } from "../../../test/golden/feed-run.ts";
import {
  type FeedAtHand,
  type OutputRow,
  type PreviewedFeed,
  previewedFeed,
  ranRows,
  tracedFeed,
} from "../../../test/golden/opened-feed.ts";
import { attackRuns, attackSeed, seeded, timeLeft } from "../../../test/harness/attack-seed.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { writeSourceFile } from "../../../test/harness/source-file.ts";
import { definitionsOf, mappingTexts, sourceRow } from "../../../test/oracle/arbitrary-rules.ts";
import { columnsInScope } from "../expression/read-expression.ts";
import { type FeedDefinition, FeedSettings } from "../plan/feed-definition.ts";
import { feedColumns } from "../plan/feed-columns.ts";
import { storedContext } from "../plan/stored-context.ts";
import { RuleInvalid } from "../rules/rule-fault.ts";
import { readRule, type RuleDefinition } from "../rules/rule-reader.ts";
import { RULE_TYPE_NAMES } from "../rules/rule-types.ts";
import { snapshotColumns } from "../source/snapshot-query.ts";
import { literal, sql } from "../sql/fragment.ts";

/** A run, a trace of its rows and the preview of a change are three ways through one plan, and say the same. */

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const COLUMNS = snapshotColumns([]);
const ROWS = 30;
const TIME_MS = 25_000;
const TRACED_AT_ONCE = 5;

const tables = new Map([["colours", { file: duckdb.file("colours.parquet"), columns: ["family", "hex"] }]]);
await duckdb.run(
  sql`COPY (SELECT * FROM (VALUES ('red', 'Red', '#f00'), ('acme', 'Maker', '')) v(k1, v1, v2)) TO ${literal(duckdb.file("colours.parquet"))} (FORMAT parquet)`,
);

const WRITING = {
  columns: columnsInScope(COLUMNS, feedColumns(EXTRA_COLUMNS)),
  lenient: false,
  tables: new Map([["colours", ["family", "hex"]]]),
};

/** The rule as it is stored, where it may be written at all. */
function readable(definition: object, id: number): RuleDefinition | undefined {
  try {
    return readRule(id, readRule(id, definition, WRITING).definition, storedContext(EXTRA_COLUMNS));
  } catch (error) {
    if (error instanceof RuleInvalid) return undefined;
    throw error;
  }
}

const rules = fc
  .array(
    fc
      .constantFrom(...RULE_TYPE_NAMES, "include", "exclude", "limit_rows", "deduplicate", "split_row", "set_value", "set_value")
      .chain(definitionsOf),
    { minLength: 3, maxLength: 14 },
  )
  .map((written) => {
    const read = written.flatMap((definition, at) => readable(definition, at + 1) ?? []).filter(({ size }) => size.patterns.size === 0);
    const splitting = read.findIndex(({ size }) => size.splits);
    return read.filter(({ size }, at) => !size.splits || at === splitting);
  })
  .filter((read) => read.length > 0 && read.reduce((sum, { size }) => sum + size.feedwide, 0) <= 16);

const settings = fc
  .record({
    seo: fc.boolean(),
    variants: fc.boolean(),
    use_shopify_quantity: fc.boolean(),
    import_unpublish_product: fc.boolean(),
    id_format: fc.constantFrom("global", "sku", "variant"),
  })
  .map((members) => FeedSettings.parse(members));
const definitions: fc.Arbitrary<FeedDefinition> = fc
  .record({
    settings,
    mappings: fc.dictionary(
      fc.constantFrom("title", "description", "brand", "price", "custom_label_1", "extra_1"),
      fc.oneof(fc.constant(null), fc.constantFrom("vendor", "sku", "price"), mappingTexts),
      { maxKeys: 3 },
    ),
    rules,
    allowance: fc.constantFrom(null, null, 5, 20),
  })
  .map((members) => feedDefinition({ ...members, extraColumns: EXTRA_COLUMNS }));

const state = fc.record({
  status: fc.constantFrom("active", "active", "active", "archived", "draft"),
  published: fc.constantFrom("true", "true", "true", "false"),
  variant_position: fc.constantFrom("1", "1", "2"),
  id: fc.constantFrom("10", "11", "12"),
});
const rows = fc.array(
  fc.tuple(sourceRow, state).map(([row, more]): Readonly<Record<string, string>> => ({ ...row, ...more })),
  { minLength: ROWS, maxLength: ROWS },
);
const overlay = (columns: readonly string[]) =>
  fc.dictionary(
    fc.integer({ min: 1, max: ROWS }).map(String),
    fc.dictionary(fc.constantFrom(...columns), fc.constantFrom("", "Better", "5.00 USD", "true", "red,blue"), { minKeys: 1, maxKeys: 2 }),
    { maxKeys: 6 },
  );

const cases = fc.record({
  definition: definitions,
  rows,
  cells: overlay(["title", "price", "tags", "body_html"]),
  overrides: overlay(["title", "brand", "price", "excluded"]),
  cellsMax: fc.constantFrom(10_000, 100),
  pick: fc.nat(),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

async function feedOf({ rows: written, cells, overrides, cellsMax }: Case): Promise<FeedAtHand> {
  return { source: await writeSourceFile(duckdb, COLUMNS, written), sourceColumns: COLUMNS, cells, overrides, tables, cellsMax };
}

const key = ({ rowId, item }: { readonly rowId: string; readonly item: number }): string => `${rowId}|${item}`;

/** What a preview has to say, out of two whole runs. */
function difference(before: readonly OutputRow[], after: readonly OutputRow[]) {
  const [old, fresh] = [new Map(before.map((row) => [key(row), row])), new Map(after.map((row) => [key(row), row]))];
  const changes = new Map<string, "excluded" | "included" | "changed" | "same">();
  for (const at of new Set([...old.keys(), ...fresh.keys()])) {
    const [b, a] = [old.get(at), fresh.get(at)];
    const [was, is] = [b?.reason === null, a?.reason === null];
    // A column that only one of the feeds has is blank in the other.
    const fields = Object.keys({ ...b?.fields, ...a?.fields });
    const differs = was && is && fields.some((field) => (b?.fields[field] ?? "") !== (a?.fields[field] ?? ""));
    changes.set(at, was && !is ? "excluded" : is && !was ? "included" : differs ? "changed" : "same");
  }
  const count = (change: string): number => [...changes.values()].filter((found) => found === change).length;
  const summary = {
    changed: count("changed"),
    newly_excluded: count("excluded"),
    newly_included: count("included"),
    unchanged: count("same"),
    total: changes.size,
  };
  return { changes, summary, old, fresh };
}

async function expectPreview(
  feed: FeedAtHand,
  before: FeedDefinition,
  after: FeedDefinition,
  condition: RuleDefinition["matched"],
): Promise<PreviewedFeed> {
  const changed = { ...feed, cells: feed.candidateCells ?? feed.cells };
  const { changes, summary, old, fresh } = difference(await ranRows(duckdb, feed, before), await ranRows(duckdb, changed, after));
  const preview = await previewedFeed(feed, { before, after }, condition);
  expect(preview.summary).toMatchObject(summary);
  expect(preview.rows).toHaveLength(Math.min(10, summary.total - summary.unchanged));
  for (const sample of preview.rows) {
    const items = [...changes]
      .filter(([at, change]) => at.startsWith(`${sample.rowId}|`) && change !== "same")
      .map(([at]) => ({ b: old.get(at), a: fresh.get(at) }));
    const told = items.map(({ b, a }) => ({
      excluded: a === undefined || a.reason !== null,
      reason: a?.reason ?? null,
      changes: Object.keys({ ...b?.fields, ...a?.fields }).flatMap((field) =>
        (b?.fields[field] ?? "") === (a?.fields[field] ?? "")
          ? []
          : [{ field, before: b?.fields[field] ?? "", after: a?.fields[field] ?? "" }],
      ),
    }));
    expect(told).toContainEqual({ excluded: sample.excluded, reason: sample.excludedReason, changes: sample.changes });
  }
  return preview;
}

describe(`for random feeds over random rows ${seeded}`, () => {
  test(
    "the trace of every row ends with what a run writes, and excludes it for the same reason",
    async () => {
      const left = timeLeft(TIME_MS);
      const property = fc.asyncProperty(cases, async (drawn) => {
        if (!left()) return;
        const feed = await feedOf(drawn);
        const ran = await ranRows(duckdb, feed, drawn.definition);
        // Some alone, some together, in no order: a trace of few rows knows nothing of the others.
        const order = Array.from({ length: ROWS }, (_, at) => ((at * 7 + drawn.pick) % ROWS) + 1);
        for (const size of [1, 2, TRACED_AT_ONCE, TRACED_AT_ONCE]) {
          const ids = order.splice(0, size);
          const traced = await tracedFeed(feed, drawn.definition, ids);
          const told = traced.map(({ rowId, item, reason, output }) => ({ rowId, item, reason, fields: output }));
          expect(told.toSorted(byKey)).toEqual(ran.filter(({ rowId }) => ids.includes(Number(rowId))).toSorted(byKey));
        }
      });
      await fc.assert(property, { seed: attackSeed, numRuns: 12 * attackRuns });
    },
    60_000 * attackRuns,
  );

  test(
    "the preview of a rule that is added, removed or changed is the difference of two runs",
    async () => {
      const left = timeLeft(TIME_MS);
      const property = fc.asyncProperty(cases, rules, async (drawn, others) => {
        if (!left()) return;
        const feed = await feedOf(drawn);
        const { definition, pick } = drawn;
        const without = { ...definition, rules: definition.rules.slice(0, -1) };
        const last = definition.rules.at(-1);
        const added = await expectPreview(feed, without, definition, last?.matched ?? null);
        const { condition } = last?.definition ?? {};
        const mark = { type: "set_value", target: "extra_2", value: "met", ...(condition === undefined ? {} : { condition }) };
        const marked = { ...without, rules: [...without.rules, readRule(99, mark, storedContext(EXTRA_COLUMNS))] };
        const met = (await ranRows(duckdb, feed, marked)).filter(({ fields }) => fields["extra_2"] === "met");
        expect(added.summary.matched).toBe(met.length);
        await expectPreview(feed, definition, without, null);
        const at = pick % definition.rules.length;
        const splitting = definition.rules.some(({ size }, place) => size.splits && place !== at);
        const other = others.find(({ size }) => !splitting || !size.splits) ?? last;
        const changed = {
          ...definition,
          rules: definition.rules.map((rule, place) => (place === at && other !== undefined ? { ...other, id: rule.id } : rule)),
        };
        await expectPreview(feed, definition, changed, other?.matched ?? null);
      });
      await fc.assert(property, { seed: attackSeed, numRuns: 20 * attackRuns });
    },
    60_000 * attackRuns,
  );

  test(
    "the preview of a whole other definition, with other cells, is the difference of two runs",
    async () => {
      const left = timeLeft(TIME_MS);
      const other = fc.record({
        definition: definitions,
        extraColumns: fc.constantFrom(EXTRA_COLUMNS, [], ["extra_2", "extra_1"], ["extra_3", "extra_1"]),
        cells: overlay(["title", "price", "vendor", "body_html"]),
      });
      const property = fc.asyncProperty(cases, other, async (drawn, wanted) => {
        if (!left()) return;
        const feed = { ...(await feedOf(drawn)), candidateCells: wanted.cells };
        await expectPreview(feed, drawn.definition, { ...wanted.definition, extraColumns: wanted.extraColumns }, null);
        await expectPreview(feed, drawn.definition, drawn.definition, null);
      });
      await fc.assert(property, { seed: attackSeed, numRuns: 15 * attackRuns });
    },
    60_000 * attackRuns,
  );
});

function byKey(a: { readonly rowId: string; readonly item: number }, b: { readonly rowId: string; readonly item: number }): number {
  return Number(a.rowId) - Number(b.rowId) || a.item - b.item;
}
