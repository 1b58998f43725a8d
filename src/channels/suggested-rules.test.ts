import { afterAll, describe, expect, test } from "vitest";
import { type FeedRun, feedDefinition, mappingsOf, runFeed } from "../../test/golden/feed-run.ts";
import type { BadRows } from "../../test/harness/bad-rows.ts";
import {
  channelInput,
  CHECKED_AT,
  columnsFor,
  findingsAmong,
  type PlacedRow,
  readRecords,
  recordsOf,
} from "../../test/harness/checked-catalog.ts";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import { taxonomyTables } from "../../test/harness/taxonomies.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../test/harness/raw-records.ts";
import type { Check, SuggestedRule } from "../engine/channels/check.ts";
import { storedContext } from "../engine/plan/stored-context.ts";
import { readRule } from "../engine/rules/rule-reader.ts";
import { list, literal, name, sql } from "../engine/sql/fragment.ts";
import type { Sql } from "../kernel/sql.ts";
import { badCases, nameOf, placedRows } from "./bad-cases.suite.ts";
import type { ChannelPack } from "./channel-port.ts";
import { CHANNEL_PACKS } from "./packs.ts";

/** Tells the rows of a case from the others', for rules and for checks. */
const CASE = "bad_case";
/** Ids of clean rows lie behind those of all cases. */
const CLEAN_PARTS = 1_000;
/** Share of the kinds of findings that a rule can clear. */
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

/** One label speaks for all five: their checks differ in the column alone, and each takes a thousand rows. */
const ofOtherLabels = ({ code, field }: BadRows): boolean => code === "custom_label_too_many_values" && field !== "custom_label_0";

/** The cases whose check suggests a rule, of every pack. Those with the same rows and the same rule are tried once. */
async function ruledCases(): Promise<ReadonlyMap<ChannelPack, readonly Case[]>> {
  const parts = new Map<string, number>();
  const casesOf = async (pack: ChannelPack): Promise<readonly Case[]> => {
    const columns = columnsFor(pack);
    const cases = (await badCases(pack)).filter((bad) => !ofOtherLabels(bad));
    return cases.flatMap((bad) => {
      const check = pack.checks(channelInput(pack, { columns, ...bad })).find((one) => nameOf(one) === nameOf(bad));
      if (check?.rule === undefined || check.kind === "feed") return [];
      const key = JSON.stringify([bad.rows, check.rule]);
      const part = parts.get(key) ?? parts.size + 1;
      parts.set(key, part);
      const [clean] = placedRows({ ...bad, rows: [{ columns: {} }] }, part + CLEAN_PARTS);
      return clean === undefined ? [] : [{ bad, check, rule: check.rule, rows: placedRows(bad, part), clean, called: `case ${part}` }];
    });
  };
  return new Map(await Promise.all(CHANNEL_PACKS.map(async (pack) => [pack, await casesOf(pack)] as const)));
}

/** The rule for the rows of its case alone, so that one run tries all of them. */
function ofCase({ rule, called }: Case): SuggestedRule {
  const own = { side: "G", column: CASE, operator: "=", value: called };
  const { condition } = rule;
  if (condition === undefined) return { ...rule, condition: { all: [own] } };
  return { ...rule, condition: typeof condition === "string" ? `(${condition}) and [G]${CASE} = "${called}"` : { all: [condition, own] } };
}

/** Every column that any pack's rows have. */
const COLUMNS = [...new Set(CHANNEL_PACKS.flatMap(columnsFor)), CASE];

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

interface Tried {
  readonly cases: ReadonlyMap<ChannelPack, readonly Case[]>;
  readonly run: FeedRun;
}

let tried: Promise<Tried> | undefined;

/** One run of all cases' rows and rules: planning it takes longer than any of them. */
function triedCases(): Promise<Tried> {
  tried ??= ruledCases().then(async (cases) => {
    const unique = [...new Map([...cases.values()].flat().map((one) => [one.called, one])).values()];
    const placed = unique.flatMap(({ rows, clean, called }) =>
      [...rows, clean].map((row) => ({ ...row, columns: { ...row.columns, [CASE]: called } })),
    );
    return { cases, run: await runOf(placed, unique.map(ofCase)) };
  });
  return tried;
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
    const { run, cases: all } = await triedCases();
    const cases = all.get(pack) ?? [];
    expect(cases.length).toBeGreaterThan(0);
    const left = [];
    // Row checks of the same input look at all rows at once; those of groups at their own.
    for (const together of Map.groupBy(cases, queryOf).values()) {
      const found = await foundIn({ pack, run, columns, cases: together });
      for (const [nth, one] of together.entries()) {
        const own = new Set(one.rows.map(({ rowId }) => String(rowId)));
        const rows = found.filter((line) => Number(line["nth"]) === nth && own.has(String(line["row_id"])));
        if (rows.length > 0) left.push({ check: nameOf(one.bad), rule: JSON.stringify(one.rule), found: rows.length });
      }
    }
    expect(left).toEqual([]);
    const after = new Map(run.rows.map((row) => [row.rowId, row]));
    const harmed = cases.flatMap(({ bad, clean, rule }) => {
      const ran = after.get(String(clean.rowId));
      const changed = Object.entries(clean.columns).filter(([column, value]) => columns.includes(column) && ran?.fields[column] !== value);
      return ran?.reason === null && changed.length === 0 ? [] : [{ check: nameOf(bad), rule: JSON.stringify(rule), ran, changed }];
    });
    expect(harmed).toEqual([]);
    expect(await causedErrors({ pack, run, columns, cases })).toEqual([]);
  });
});

const queryOf = ({ bad, check, called }: Case): string => JSON.stringify([bad.feed, bad.settings, check.kind === "group" ? called : ""]);

interface Ran extends Pick<Tried, "run"> {
  readonly pack: ChannelPack;
  /** The columns that the pack's rows have. */
  readonly columns: readonly string[];
  readonly cases: readonly Case[];
}

/** Rows that weren't excluded, with the columns that the pack's rows have. */
function rowsAfter({ run, columns }: Ran, rowIds: readonly number[]): Sql {
  const own = columns.map((column, at) => sql`${name(`f${run.columns.indexOf(column) + 1}`)} AS ${name(`f${at + 1}`)}`);
  return sql`SELECT ord, row_id, product_id, '' AS its_sku, '5' AS its_inventory_quantity, ${list(own)} FROM read_parquet(${literal(run.rowsFile)})
    WHERE reason IS NULL AND list_contains([${list(rowIds.map((rowId) => literal(String(rowId))))}], CAST(row_id AS VARCHAR))`;
}

/** `row_id, nth` of what the cases' checks still find. */
async function foundIn(ran: Ran) {
  const { pack, columns, cases } = ran;
  const input = channelInput(pack, { columns, ...cases[0]?.bad });
  const rowIds = cases.flatMap(({ rows }) => rows.map(({ rowId }) => rowId));
  const checks = cases.map(({ check }) => check);
  return duckdb.all(findingsAmong(checks, { pack, input, rows: rowsAfter(ran, rowIds) }, sql`row_id`));
}

/** Errors that rows have after the rules and didn't have before, by the check whose rule it was. */
async function causedErrors(ran: Ran): Promise<readonly string[]> {
  const { pack, columns, cases } = ran;
  const input = channelInput(pack, { columns });
  const checks = pack
    .checks(input)
    .filter(({ kind, severity, code }) => kind === "row" && severity === "error" && !REMAINS.has(code) && !OF_TESTS.has(code));
  const errorsOf = async (rows: Sql): Promise<ReadonlySet<string>> => {
    const found = await duckdb.all(findingsAmong(checks, { pack, input, rows }, sql`row_id`));
    return new Set(found.map((line) => `${String(line["row_id"])} ${nameOf(checks[Number(line["nth"])] ?? { code: "?", field: null })}`));
  };
  const placed = cases.flatMap(({ rows }) => rows);
  const before = await errorsOf(readRecords(await duckdb.records("before.json", recordsOf(placed, columns)), columns));
  const rowIds = placed.map(({ rowId }) => rowId);
  const caused = [...(await errorsOf(rowsAfter(ran, rowIds)))].filter((one) => !before.has(one));
  return cases.flatMap(({ bad, rows }) =>
    rows.flatMap(({ rowId }) => caused.filter((one) => one.startsWith(`${rowId} `)).map((one) => `${nameOf(bad)}: ${one}`)),
  );
}

/** A run of a shop's variants whose feed columns are those of bad rows before the rules. */
async function runOf(placed: readonly PlacedRow[], rules: readonly SuggestedRule[]): Promise<FeedRun> {
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
  // Nothing is mapped, so a column that a row doesn't have is blank.
  const overrides = Object.fromEntries(
    placed.map(({ rowId, columns: values }) => [
      String(rowId),
      Object.fromEntries(COLUMNS.flatMap((column) => (values[column] ? [[column, values[column]]] : []))),
    ]),
  );
  const context = storedContext(COLUMNS);
  const definition = feedDefinition({
    extraColumns: COLUMNS,
    mappings: mappingsOf(),
    rules: rules.map((rule, at) => readRule(at + 1, rule, context)),
  });
  return runFeed(duckdb, { snapshot, definition, overrides, now: CHECKED_AT, tables: await taxonomyTables(duckdb) });
}
