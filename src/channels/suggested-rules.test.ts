import { afterAll, describe, expect, test } from "vitest";
import { badRowCases, nameOf, placedRows } from "../../test/harness/bad-row-cases.ts";
import type { BadRows } from "../../test/harness/bad-rows.ts";
import { channelInput, columnsFor, type PlacedRow, rowsToCheck } from "../../test/harness/checked-catalog.ts";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import { testRuns } from "../../test/harness/test-seed.ts";
import type { Check, SuggestedRule } from "../engine/channels/check.ts";
import { findingsQuery } from "../engine/channels/findings-query.ts";
import { FEED_COLUMNS } from "../engine/plan/feed-columns.ts";
import type { FeedPlan } from "../engine/plan/feed-plan.ts";
import { pricedSteps } from "../engine/plan/price-steps.ts";
import { storedContext } from "../engine/plan/stored-context.ts";
import { transformQuery } from "../engine/plan/transform-query.ts";
import { readRule } from "../engine/rules/rule-reader.ts";
import { list, literal, name, sql } from "../engine/sql/fragment.ts";
import type { ChannelPack } from "./channel-port.ts";
import { CHANNEL_PACKS } from "./packs.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

/** What suggested rules read of a row's source, and what the bad rows have there. */
const SOURCE: Readonly<Record<string, (row: PlacedRow) => string>> = {
  title: ({ columns, rowId }) => columns["title"] || `Linen shirt with a soft collar ${rowId}`,
  vendor: () => "Harbour & Hazel",
  product_type: () => "Shirts",
  variant_title: ({ rowId }) => `Variant ${rowId}`,
  seo_description: () => "A light shirt of washed linen.",
  link: ({ rowId }) => `https://harbour-hazel.example/products/shirt?variant=${rowId}`,
  image_src: ({ rowId }) => `https://harbour-hazel.example/cdn/${rowId}.jpg`,
  inventory_quantity: ({ inventory }) => inventory,
};

const WRITTEN = { ...storedContext([]), lenient: false };

const suggesting = (pack: ChannelPack): readonly (Check & { readonly rule: SuggestedRule })[] =>
  pack
    .checks(channelInput(pack, { columns: columnsFor(pack) }))
    .flatMap((check) => (check.rule === undefined ? [] : [{ ...check, rule: check.rule }]));

describe.each(CHANNEL_PACKS)("$displayName", (pack) => {
  test("suggests rules that a feed accepts as they are, for most of its checks", () => {
    const checks = suggesting(pack);
    const refused = checks.flatMap((check) => {
      try {
        readRule(1, check.rule, WRITTEN);
        return [];
      } catch (error) {
        return [{ check: nameOf(check), error: String(error) }];
      }
    });
    expect(refused).toEqual([]);
    const codes = new Set(pack.checks(channelInput(pack, { columns: columnsFor(pack) })).map(({ code }) => code));
    expect(new Set(checks.map(({ code }) => code)).size / codes.size).toBeGreaterThanOrEqual(0.6);
  });
});

/** One case of each code and kind of rule; `FEEDWRIGHT_TEST_RUNS` runs them for each field of each channel. */
async function cases() {
  const seen = new Set<string>();
  const chosen: { readonly pack: ChannelPack; readonly bad: BadRows; readonly rule: SuggestedRule }[] = [];
  for (const pack of CHANNEL_PACKS) {
    const bad = new Map((await badRowCases(pack)).map((each) => [nameOf(each), each]));
    for (const check of suggesting(pack)) {
      const rows = bad.get(nameOf(check));
      const kind = testRuns > 1 ? `${pack.slug} ${nameOf(check)}` : `${check.code} ${String(check.rule["type"])}`;
      if (rows === undefined || rows.rows.length === 0 || seen.has(kind)) continue;
      seen.add(kind);
      chosen.push({ pack, bad: rows, rule: check.rule });
    }
  }
  return chosen;
}

test("a suggested rule, saved and run, clears what it was suggested for", { timeout: 120_000 * testRuns }, async () => {
  const left: object[] = [];
  for (const { pack, bad, rule } of await cases()) {
    const before = await foundAfter(pack, bad, []);
    const after = await foundAfter(pack, bad, [rule]);
    if (before === 0 || after > 0) left.push({ channel: pack.slug, check: nameOf(bad), before, after, rule });
  }
  expect(left).toEqual([]);
});

/** How many of the bad rows a check finds when a feed with these rules has written them. */
async function foundAfter(pack: ChannelPack, bad: BadRows, rules: readonly SuggestedRule[]): Promise<number> {
  const columns = columnsFor(pack);
  const input = channelInput(pack, { columns, ...bad });
  const check = pack.checks(input).find((one) => nameOf(one) === nameOf(bad));
  if (check === undefined) return 0;
  const source = [...columns.map((column) => `metafield-${column}`), ...Object.keys(SOURCE)];
  const standard = new Set(FEED_COLUMNS.map((column) => column.name));
  const mapped = columns.map((column) => ({
    op: "assign" as const,
    target: { side: "G" as const, name: column },
    value: { kind: "column" as const, side: "D" as const, name: `metafield-${column}` },
  }));
  const context = storedContext([], source);
  const plan: FeedPlan = {
    source,
    cleanSource: [],
    output: columns,
    attributes: columns.filter((column) => !standard.has(column)),
    attached: [],
    stages: [
      { name: "mapping", steps: mapped.flatMap(pricedSteps) },
      { name: "rules", steps: rules.flatMap((rule, at) => readRule(at + 1, rule, context).steps.flatMap(pricedSteps)) },
    ],
  };
  const records = placedRows(bad, 1).map((row, ord) => ({
    ...{ ord, row_id: row.rowId, product_id: row.product },
    ...Object.fromEntries(columns.map((column, at) => [`s${at + 1}`, row.columns[column] ?? ""])),
    ...Object.fromEntries(Object.values(SOURCE).map((of, at) => [`s${columns.length + at + 1}`, of(row)])),
    its_inventory_quantity: row.inventory,
  }));
  const file = await duckdb.records("bad.json", records);
  const numbers = ["ord", "row_id", "product_id"].map((column) => sql`${name(column)}: 'BIGINT'`);
  const texts = source.map((_, at) => sql`${name(`s${at + 1}`)}: 'VARCHAR'`);
  const read = sql`(SELECT * FROM read_json(${literal(file)}, format = 'newline_delimited', columns = {${list([...numbers, ...texts])}}))`;
  const options = {
    cellsMax: 1_000_000,
    file: (called: string) => duckdb.file(called),
    tables: new Map(),
    now: sql`TIMESTAMP '2026-11-23'`,
  };
  const transform = transformQuery(plan, { source: read, attached: [] }, options);
  await duckdb.run(...transform.statements);
  const quantity = sql`SELECT row_id, its_inventory_quantity, 'SKU' AS its_sku FROM read_json(${literal(file)}, format = 'newline_delimited', columns = {"row_id": 'BIGINT', "its_inventory_quantity": 'VARCHAR'})`;
  const rows = sql`SELECT * FROM (${transform.rows}) JOIN (${quantity}) USING (row_id) WHERE reason IS NULL`;
  const [found] = await duckdb.all(
    sql`SELECT count(*) AS found FROM (${findingsQuery([check], rowsToCheck(pack, input, rows), sql`row_id`)})`,
  );
  return Number(found?.["found"]);
}
