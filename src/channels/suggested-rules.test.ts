import { describe, expect, test } from "vitest";
import { feedDefinition, runFeed } from "../../test/golden/feed-run.ts";
import type { BadRows } from "../../test/harness/bad-rows.ts";
import { channelInput, columnsFor, findingsAmong, type PlacedRow, readRecords, recordsOf } from "../../test/harness/checked-catalog.ts";
import { type TestDuckdb, testDuckdb } from "../../test/harness/duckdb.ts";
import { taxonomyTables } from "../../test/harness/taxonomies.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../test/harness/raw-records.ts";
import { CARRIED_COLUMNS, rowValues } from "../engine/channels/row-values.ts";
import type { Check, SuggestedRule } from "../engine/channels/check.ts";
import { storedContext } from "../engine/plan/stored-context.ts";
import { readRule } from "../engine/rules/rule-reader.ts";
import { list, literal, sql } from "../engine/sql/fragment.ts";
import type { Sql } from "../kernel/sql.ts";
import { badCases, nameOf, placedRows } from "./bad-cases.suite.ts";
import type { ChannelPack } from "./channel-port.ts";
import { CHANNEL_PACKS } from "./packs.ts";

/** Tells the rows of a case from the others', for rules and for checks. */
const CASE = "bad_case";
/** Share of the kinds of findings that a rule can clear. */
/** Ids of clean rows lie behind those of all cases. */
const CLEAN_PARTS = 1_000;
const SHARE_MIN = 0.6;
/** What takes the place of a finding that a rule can clear only by removing a value. */
const REMAINS: ReadonlySet<string> = new Set(["missing_gtin", "amz_missing_product_identifier", "availability_date_missing"]);
/** The shop of these tests is on another domain than its rows' links, and a run gives bare amounts a currency. */
const OF_TESTS: ReadonlySet<string> = new Set(["link_domain_mismatch", "sale_price_not_lower"]);

interface Case {
  readonly bad: BadRows;
  readonly check: Check;
  readonly rule: SuggestedRule;
  readonly rows: readonly PlacedRow[];
  /** A row with nothing wrong, which the rule has to leave alone. */
  readonly clean: PlacedRow;
  readonly called: string;
}

/** The cases of a pack whose check suggests a rule. */
async function ruledCases(pack: ChannelPack): Promise<readonly Case[]> {
  const columns = columnsFor(pack);
  const cases = await badCases(pack);
  return cases.flatMap((bad, at) => {
    const check = pack.checks(channelInput(pack, { columns, ...bad })).find((one) => nameOf(one) === nameOf(bad));
    if (check?.rule === undefined || check.kind === "feed") return [];
    const [clean] = placedRows({ ...bad, rows: [{ columns: {} }] }, at + CLEAN_PARTS);
    if (clean === undefined) return [];
    return [{ bad, check, rule: check.rule, rows: placedRows(bad, at + 1), clean, called: `case ${at + 1}` }];
  });
}

/** The rule for the rows of its case alone, so that one run tries all of them. */
function ofCase({ rule, called }: Case): SuggestedRule {
  const own = { side: "G", column: CASE, operator: "=", value: called };
  const { condition } = rule;
  if (condition === undefined) return { ...rule, condition: { all: [own] } };
  return { ...rule, condition: typeof condition === "string" ? `(${condition}) and [G]${CASE} = "${called}"` : { all: [condition, own] } };
}

describe.each(CHANNEL_PACKS)("$displayName", (pack) => {
  const columns = [...columnsFor(pack), CASE];

  test("suggests rules that can be saved, for most of what it finds", () => {
    const checks = pack.checks(channelInput(pack, { columns }));
    const context = { ...storedContext(columns), lenient: false };
    const refused = checks.flatMap((check) => {
      if (check.rule === undefined) return [];
      try {
        readRule(1, check.rule, context);
        return [];
      } catch (error) {
        return [{ check: nameOf(check), rule: check.rule, error: error instanceof Error ? JSON.stringify(error) : "" }];
      }
    });
    expect(refused).toEqual([]);
    const codes = [...new Set(checks.map(({ code }) => code))];
    const ruled = new Set(checks.flatMap(({ code, rule }) => (rule === undefined ? [] : [code])));
    expect(ruled.size / codes.length).toBeGreaterThanOrEqual(SHARE_MIN);
  });

  test("suggests rules that clear what they are suggested for, cause no errors, and leave clean rows alone", async () => {
    await using duckdb = await testDuckdb();
    const cases = await ruledCases(pack);
    const placed = cases.flatMap(({ rows, clean, called }) =>
      [...rows, clean].map((row) => ({ ...row, columns: { ...row.columns, [CASE]: called } })),
    );
    const run = await runOf(duckdb, placed, columns, cases.map(ofCase));
    const left = [];
    // Row checks of the same input look at all rows at once; those of groups at their own.
    for (const together of Map.groupBy(cases, queryOf).values()) {
      const found = await foundIn(duckdb, { pack, run, cases: together });
      for (const [nth, one] of together.entries()) {
        const own = new Set(one.rows.map(({ rowId }) => String(rowId)));
        const rows = found.filter((line) => Number(line["nth"]) === nth && own.has(String(line["row_id"])));
        if (rows.length > 0) left.push({ check: nameOf(one.bad), rule: JSON.stringify(one.rule), found: rows.length });
      }
    }
    expect(left).toEqual([]);
    const rowsAfter = new Map(run.rows.map((row) => [row.rowId, row]));
    const harmed = cases.flatMap(({ bad, clean, rule }) => {
      const after = rowsAfter.get(String(clean.rowId));
      const changed = Object.entries(clean.columns).filter(
        ([column, value]) => columns.includes(column) && after?.fields[column] !== value,
      );
      return after?.reason === null && changed.length === 0 ? [] : [{ check: nameOf(bad), rule: JSON.stringify(rule), after, changed }];
    });
    expect(harmed).toEqual([]);
    expect(await causedErrors(duckdb, { pack, run, cases })).toEqual([]);
  });
});

const queryOf = ({ bad, check, called }: Case): string => JSON.stringify([bad.feed, bad.settings, check.kind === "group" ? called : ""]);

interface Ran {
  readonly pack: ChannelPack;
  readonly run: Awaited<ReturnType<typeof runOf>>;
  readonly cases: readonly Case[];
}

/** `row_id, nth` of what the cases' checks still find among the rows that weren't excluded. */
async function foundIn(duckdb: TestDuckdb, { pack, run, cases }: Ran) {
  const usual = channelInput(pack, { columns: run.columns, ...cases[0]?.bad });
  const input = { ...usual, rows: rowValues(run.columns, CARRIED_COLUMNS) };
  const ids = list(cases.flatMap(({ rows }) => rows.map(({ rowId }) => literal(String(rowId)))));
  const rows = sql`SELECT *, '' AS its_sku, '5' AS its_inventory_quantity FROM read_parquet(${literal(run.rowsFile)})
    WHERE reason IS NULL AND list_contains([${ids}], CAST(row_id AS VARCHAR))`;
  const checks = cases.map(({ check }) => check);
  return duckdb.all(findingsAmong(checks, { pack, input, rows }, sql`row_id`));
}

/** Errors that rows have after the rules and didn't have before, by the check whose rule it was. */
async function causedErrors(duckdb: TestDuckdb, { pack, run, cases }: Ran): Promise<readonly string[]> {
  const input = channelInput(pack, { columns: run.columns });
  const checks = pack
    .checks(input)
    .filter(({ kind, severity, code }) => kind === "row" && severity === "error" && !REMAINS.has(code) && !OF_TESTS.has(code));
  const errorsOf = async (rows: Sql): Promise<ReadonlySet<string>> => {
    const found = await duckdb.all(findingsAmong(checks, { pack, input, rows }, sql`row_id`));
    return new Set(found.map((line) => `${String(line["row_id"])} ${nameOf(checks[Number(line["nth"])] ?? { code: "?", field: null })}`));
  };
  const placed = cases.flatMap(({ rows }) => rows);
  const before = await errorsOf(readRecords(await duckdb.records("before.json", recordsOf(placed, run.columns)), run.columns));
  const after = await errorsOf(sql`SELECT *, '' AS its_sku, '5' AS its_inventory_quantity FROM read_parquet(${literal(run.rowsFile)})
    WHERE reason IS NULL`);
  return cases.flatMap(({ bad, rows }) =>
    rows.flatMap(({ rowId }) => {
      const caused = [...after].filter((one) => !before.has(one) && one.startsWith(`${rowId} `));
      return caused.map((one) => `${nameOf(bad)}: ${one}`);
    }),
  );
}

/** A run of a shop's variants whose feed columns are those of bad rows before the rules. */
async function runOf(duckdb: TestDuckdb, placed: readonly PlacedRow[], columns: readonly string[], rules: readonly SuggestedRule[]) {
  const products = [...new Set(placed.map(({ product }) => product))];
  const snapshot = await takeSnapshot(duckdb, {
    products: products.map((product, at) =>
      rawProduct(at + 1, {
        key: `p${product}`,
        id: String(product),
        title: `Linen Shirt, model ${product}`,
        vendor: "Harbour & Hazel",
        body_html: "<p>Washed linen.</p>",
        option1_name: "Cut",
      }),
    ),
    variants: placed.map(({ rowId, product, inventory, sku }, at) =>
      rawVariant(at + 1, {
        product_key: `p${product}`,
        id: String(rowId),
        price: "59.00",
        inventory_quantity: inventory,
        sku,
        option1_value: `Cut ${at}`,
      }),
    ),
  });
  const overrides = Object.fromEntries(
    placed.map(({ rowId, columns: values }) => [
      String(rowId),
      Object.fromEntries(columns.map((column) => [column, values[column] ?? ""])),
    ]),
  );
  const context = storedContext(columns);
  const definition = feedDefinition({ extraColumns: columns, rules: rules.map((rule, at) => readRule(at + 1, rule, context)) });
  return runFeed(duckdb, { snapshot, definition, overrides, tables: await taxonomyTables(duckdb) });
}
