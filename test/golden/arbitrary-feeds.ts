import fc from "fast-check";
import { columnsInScope } from "../../src/engine/expression/read-expression.ts";
import { feedColumns } from "../../src/engine/plan/feed-columns.ts";
import { type FeedDefinition, FeedSettings } from "../../src/engine/plan/feed-definition.ts";
import { storedContext } from "../../src/engine/plan/stored-context.ts";
import { RuleInvalid } from "../../src/engine/rules/rule-fault.ts";
import { readRule, type RuleDefinition } from "../../src/engine/rules/rule-reader.ts";
import { RULE_TYPE_NAMES } from "../../src/engine/rules/rule-types.ts";
import { snapshotColumns } from "../../src/engine/source/snapshot-query.ts";
import { literal, sql } from "../../src/engine/sql/fragment.ts";
import { seenText } from "../../src/kernel/seen-text.ts";
import { cleanColumnsOf } from "../harness/clean-columns.ts";
import type { TestDuckdb } from "../harness/duckdb.ts";
import { writeSourceFile } from "../harness/source-file.ts";
import { definitionsOf, mappingTexts, sourceRow } from "../oracle/arbitrary-rules.ts";
import { EXTRA_COLUMNS, feedDefinition, mappingsOf } from "./feed-run.ts";
import type { FeedAtHand } from "./opened-feed.ts";

/** Random feeds over random rows, for tests that hold several ways through one plan to each other. */

const COLUMNS = snapshotColumns([]);
export const ROWS = 30;

/** The lookup table that rules may name; `feedOf` makes its file. */
const TABLE_COLUMNS = ["family", "hex"];

const WRITING = {
  columns: columnsInScope(COLUMNS, feedColumns(EXTRA_COLUMNS)),
  lenient: false,
  tables: new Map([["colours", TABLE_COLUMNS]]),
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

export const arbitraryRules = fc
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
    variant_titles: fc.constantFrom("never", "when_needed", "always"),
    use_shopify_quantity: fc.boolean(),
    import_unpublish_product: fc.boolean(),
    gift_cards: fc.boolean(),
    gtin_source: fc.constantFrom("valid_barcodes", "barcodes"),
    id_format: fc.constantFrom("global", "sku", "variant"),
  })
  .map((members) => FeedSettings.parse(members));

/** Most feeds make few columns, because a plan of all takes twice as long. */
const FEW = mappingsOf("id", "title", "description", "brand", "price", "sale_price", "availability");

export const arbitraryDefinitions: fc.Arbitrary<FeedDefinition> = fc
  .record({
    settings,
    mappings: fc
      .tuple(
        fc.constantFrom({}, FEW, FEW, FEW),
        fc.dictionary(
          fc.constantFrom("title", "description", "brand", "price", "custom_label_1", "extra_1"),
          fc.oneof(fc.constant(null), fc.constantFrom("vendor", "sku", "price"), mappingTexts),
          { maxKeys: 3 },
        ),
      )
      .map(([unmapped, mapped]) => ({ ...unmapped, ...mapped })),
    rules: arbitraryRules,
    allowance: fc.constantFrom(null, null, 5, 20),
  })
  .map((members) => feedDefinition({ ...members, extraColumns: EXTRA_COLUMNS }));

const state = fc.record({
  status: fc.constantFrom("active", "active", "active", "archived", "draft"),
  published: fc.constantFrom("true", "true", "true", "false"),
  variant_position: fc.constantFrom("1", "1", "2"),
  id: fc.constantFrom("10", "11", "12"),
});

/** Storefronts leave a value that nobody can see out of these, and plans rely on it. */
const SEEN: readonly string[] = ["title", "vendor", "sku"];

function asExtracted(row: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, SEEN.includes(column) ? (seenText(value) ?? "") : value]));
}

const rows = fc.array(
  fc.tuple(sourceRow, state).map(([row, more]) => asExtracted({ ...row, ...more })),
  { minLength: ROWS, maxLength: ROWS },
);
export const arbitraryOverlay = (columns: readonly string[]) =>
  fc.dictionary(
    fc.integer({ min: 1, max: ROWS }).map(String),
    fc.dictionary(fc.constantFrom(...columns), fc.constantFrom("", "Better", "5.00 USD", "true", "red,blue"), { minKeys: 1, maxKeys: 2 }),
    { maxKeys: 6 },
  );

export const arbitraryFeeds = fc.record({
  definition: arbitraryDefinitions,
  rows,
  cells: arbitraryOverlay(["title", "price", "tags", "body_html"]),
  overrides: arbitraryOverlay(["title", "brand", "price", "excluded"]),
  cellsMax: fc.constantFrom(10_000, 100),
  pick: fc.nat(),
});
export type ArbitraryFeed = typeof arbitraryFeeds extends fc.Arbitrary<infer T> ? T : never;

export async function feedOf(duckdb: TestDuckdb, { rows: written, cells, overrides, cellsMax }: ArbitraryFeed): Promise<FeedAtHand> {
  const file = duckdb.file("colours.parquet");
  await duckdb.run(
    sql`COPY (SELECT * FROM (VALUES ('red', 'Red', '#f00'), ('acme', 'Maker', '')) v(k1, v1, v2)) TO ${literal(file)} (FORMAT parquet)`,
  );
  const tables = new Map([["colours", { file, columns: TABLE_COLUMNS }]]);
  const source = await writeSourceFile(duckdb, COLUMNS, written);
  // Two of its rows are of one product and share nothing: each counts as the first of its product.
  const apart = written.map((row) => ({ ...row, variant_position: "" }));
  const cleanColumns = await cleanColumnsOf(duckdb, await writeSourceFile(duckdb, COLUMNS, apart, "apart.parquet"), COLUMNS);
  return { source, sourceColumns: COLUMNS, cleanColumns, cells, overrides, tables, cellsMax };
}
