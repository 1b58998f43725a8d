import { afterAll, describe, expect, test } from "vitest";
import { feedDefinition, runFeed } from "../../test/golden/feed-run.ts";
import type { BadRows } from "../../test/harness/bad-rows.ts";
import { channelInput, columnsFor, type PlacedRow, rowsToCheck } from "../../test/harness/checked-catalog.ts";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../test/harness/raw-records.ts";
import { rowValues } from "../engine/channels/row-values.ts";
import type { Check, SuggestedRule } from "../engine/channels/check.ts";
import { findingsQuery } from "../engine/channels/findings-query.ts";
import { storedContext } from "../engine/plan/stored-context.ts";
import { readRule } from "../engine/rules/rule-reader.ts";
import { list, literal, sql } from "../engine/sql/fragment.ts";
import { badCases, nameOf, placedRows } from "./bad-cases.suite.ts";
import type { ChannelPack } from "./channel-port.ts";
import { CHANNEL_PACKS } from "./packs.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

/** Tells the rows of a case from the others', for rules and for checks. */
const CASE = "bad_case";
/** Share of the kinds of findings that a rule can clear. */
const SHARE_MIN = 0.6;

interface Case {
  readonly bad: BadRows;
  readonly check: Check;
  readonly rule: SuggestedRule;
  readonly rows: readonly PlacedRow[];
  readonly called: string;
}

/** The cases of a pack whose check suggests a rule. */
async function ruledCases(pack: ChannelPack): Promise<readonly Case[]> {
  const columns = columnsFor(pack);
  const cases = await badCases(pack);
  return cases.flatMap((bad, at) => {
    const check = pack.checks(channelInput(pack, { columns, ...bad })).find((one) => nameOf(one) === nameOf(bad));
    if (check?.rule === undefined || check.kind === "feed") return [];
    return [{ bad, check, rule: check.rule, rows: placedRows(bad, at + 1), called: `case ${at + 1}` }];
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

  test("suggests rules that clear what they are suggested for", { timeout: 120_000 }, async () => {
    const cases = await ruledCases(pack);
    const placed = cases.flatMap(({ rows, called }) => rows.map((row) => ({ ...row, columns: { ...row.columns, [CASE]: called } })));
    const run = await runOf(placed, columns, cases.map(ofCase));
    const left: object[] = [];
    for (const one of cases) {
      const input = { ...channelInput(pack, { columns, ...one.bad }), rows: rowValues(run.columns, ["sku", "inventory_quantity"]) };
      const quantities = sql`SELECT *, '' AS its_sku, '5' AS its_inventory_quantity FROM read_parquet(${literal(run.rowsFile)})`;
      const own = sql`SELECT * FROM (${quantities}) WHERE reason IS NULL AND row_id IN (${list(one.rows.map((row) => literal(String(row.rowId))))})`;
      const found = await duckdb.all(findingsQuery([one.check], rowsToCheck(pack, input, own), sql`row_id`));
      if (found.length > 0) left.push({ check: nameOf(one.bad), rule: one.rule, found: found.length });
    }
    expect(left).toEqual([]);
  });
});

/** A run of a shop's variants whose feed columns are those of bad rows before the rules. */
async function runOf(placed: readonly PlacedRow[], columns: readonly string[], rules: readonly SuggestedRule[]) {
  const products = [...new Set(placed.map(({ product }) => product))];
  const snapshot = await takeSnapshot(duckdb, {
    products: products.map((product, at) =>
      rawProduct(at + 1, {
        key: `p${product}`,
        id: String(product),
        title: `Linen Shirt, model ${product}`,
        vendor: "Harbour & Hazel",
        body_html: "<p>Washed linen.</p>",
      }),
    ),
    variants: placed.map(({ rowId, product, inventory, sku }, at) =>
      rawVariant(at + 1, { product_key: `p${product}`, id: String(rowId), price: "59.00", inventory_quantity: inventory, sku }),
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
  return runFeed(duckdb, { snapshot, definition, overrides });
}
