import { afterAll, describe, expect, test } from "vitest";
import { type FeedRun, feedDefinition, mappingsOf, runFeed } from "../../test/golden/feed-run.ts";
import type { BadRow, BadRows } from "../../test/harness/bad-rows.ts";
import { channelInput, CHECKED_AT, columnsFor, findingsAmong, type PlacedRow } from "../../test/harness/checked-catalog.ts";
import { type TestDuckdb, testDuckdb } from "../../test/harness/duckdb.ts";
import { taxonomyTables } from "../../test/harness/taxonomies.ts";
import { rawProduct, rawVariant, takeSnapshot } from "../../test/harness/raw-records.ts";
import type { Check, SuggestedRule } from "../engine/channels/check.ts";
import { storedContext } from "../engine/plan/stored-context.ts";
import { readRule } from "../engine/rules/rule-reader.ts";
import { list, literal, name, sql } from "../engine/sql/fragment.ts";
import type { Sql } from "../kernel/sql.ts";
import { badCases, nameOf, placedRows } from "./bad-cases.suite.ts";
import type { ChannelPack } from "./channel-port.ts";
import { google } from "./google/pack.ts";
import { meta } from "./meta/pack.ts";
import { CHANNEL_PACKS } from "./packs.ts";

/** Tells the rows of a case from the others', for rules and for checks. */
const CASE = "bad_case";
/** Ids of other rows lie behind those of all cases. */
const OTHER_PARTS = 1_000;
const UNNUMBERED = { gtin: "", mpn: "" };
const SAME_TITLE = { title: "Wireless Headphones of one title", item_group_id: "" };
/** Rows near to what checks find. */
const OTHERS: readonly BadRow[] = [
  { columns: {} },
  { base: "coffee", columns: {} },
  { base: "coffee", columns: { gender: "", age_group: "", color: "", size: "" } },
  { base: "book", columns: { brand: "" } },
  { base: "chair", columns: { ...UNNUMBERED, identifier_exists: "no" } },
  { base: "chair", columns: { ...UNNUMBERED, identifier_exists: "false", brand: "" } },
  { base: "chair", columns: { ...UNNUMBERED, condition: "used", brand: "" } },
  { base: "chair", columns: { brand: "", mpn: "M-1", identifier_exists: "no", gtin: "" } },
  { base: "chair", columns: { title: "LED TV", description: "LED TV 4K" } },
  { base: "headphones", columns: SAME_TITLE },
  { base: "headphones", columns: SAME_TITLE },
];
/** Share of the kinds of findings that a rule can clear. */
const SHARE_MIN = 0.6;
/** What takes the place of a finding that a rule can clear only by removing a value or words. */
const REMAINS: ReadonlySet<string> = new Set([
  ...["missing_gtin", "amz_missing_product_identifier", "availability_date_missing", "title_too_short"],
]);
/** The shop of these tests is on another domain than its rows' links, and a run gives bare amounts a currency. */
const OF_TESTS: ReadonlySet<string> = new Set(["link_domain_mismatch", "sale_price_not_lower"]);

interface Case {
  readonly bad: BadRows;
  readonly check: Check;
  readonly rule: SuggestedRule;
  readonly rows: readonly PlacedRow[];
  /** Rows with nothing wrong or something else, which the rule has to leave alone. */
  readonly others: readonly PlacedRow[];
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
      const others = placedRows({ ...bad, rows: OTHERS }, part + OTHER_PARTS);
      return [{ bad, check, rule: check.rule, rows: placedRows(bad, part), others, called: `case ${part}` }];
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
  /** Without the rules. */
  readonly before: FeedRun;
  /** With the rules. */
  readonly run: FeedRun;
}

let tried: Promise<Tried> | undefined;

/** One run of all cases' rows and rules: planning it takes longer than any of them. */
function triedCases(): Promise<Tried> {
  tried ??= ruledCases().then(async (cases) => {
    const unique = [...new Map([...cases.values()].flat().map((one) => [one.called, one])).values()];
    const placed = unique.flatMap(({ rows, others, called }) =>
      [...rows, ...others].map((row) => ({ ...row, columns: { ...row.columns, [CASE]: called } })),
    );
    return { cases, ...(await runsOf(duckdb, placed, unique.map(ofCase))) };
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

  test("suggests rules that clear what they are suggested for, change no other row, and cause no other finding", async () => {
    const { before, run, cases: all } = await triedCases();
    const cases = all.get(pack) ?? [];
    expect(cases.length).toBeGreaterThan(0);
    const [rowsBefore, rowsAfterwards] = [before, run].map(({ rows }) => new Map(rows.map((row) => [row.rowId, row])));
    const left = (await foundByCase({ pack, run, columns, cases })).flatMap(({ one: { bad, rule }, rowIds }) =>
      [...rowIds].map((rowId) => ({ check: nameOf(bad), rule, rowId })),
    );
    expect(left).toEqual([]);
    const found = await foundByCase({ pack, run: before, columns, cases });
    const changed = found.flatMap(({ one, rowIds }) => {
      const bad = new Set((one.bad.found ?? one.rows.keys()).map((at) => String(one.rows[at]?.rowId)));
      const others = [...one.rows, ...one.others]
        .map(({ rowId }) => String(rowId))
        .filter((rowId) => !rowIds.has(rowId) && !bad.has(rowId));
      return others.flatMap((rowId) => {
        const [was, is] = [rowsBefore?.get(rowId), rowsAfterwards?.get(rowId)];
        const fields = COLUMNS.filter((column) => was?.fields[column] !== is?.fields[column]);
        if (was?.reason === is?.reason && fields.length === 0) return [];
        return [{ check: nameOf(one.bad), rule: one.rule, was, reason: is?.reason, fields }];
      });
    });
    expect(changed).toEqual([]);
    expect(await causedFindings({ pack, run, before, columns, cases })).toEqual([]);
  });
});

test("the rule for too many characters of additional images on Meta keeps the first images whole", async () => {
  const images = [1_900, 90, 100].map((length) => `https://harbour-hazel.example/${"a".repeat(length)}.jpg`);
  const kept = [images, images.slice(0, 1), ["https://harbour-hazel.example/".padEnd(2_100, "a")]];
  const rows = placedRows({ code: "", field: null, rows: kept.map((some) => ({ columns: { additional_image_link: some.join(",") } })) }, 1);
  const check = meta.checks(channelInput(meta, { columns: COLUMNS })).find(({ code }) => code === "meta_additional_images_too_long");
  await using own = await testDuckdb();
  const { run } = await runsOf(own, rows, [check?.rule ?? {}]);
  expect(run.rows.map(({ fields }) => fields["additional_image_link"])).toEqual([images[0], images[0], ""]);
});

test("the rule for variants with the same title tells them apart although the title contains their names", async () => {
  const [title, ended] = ["Hat in cut 0 or cut 1", "Scarf - Cut 2"];
  const of = (product: "A" | "B", called: string): BadRow => ({ product, columns: { title: called, item_group_id: product } });
  const same = [of("A", title), of("A", title), of("B", ended), of("B", ended)];
  const rows = placedRows({ code: "", field: null, rows: same }, 1);
  const check = google.checks(channelInput(google, { columns: COLUMNS })).find(({ code }) => code === "title_duplicate_in_group");
  await using own = await testDuckdb();
  const { run } = await runsOf(own, rows, [check?.rule ?? {}]);
  expect(run.rows.map(({ fields }) => fields["title"])).toEqual([`${title} - Cut 0`, `${title} - Cut 1`, ended, `${ended} - Cut 3`]);
});

test("the rule for a condition that isn't listed knows words for used and refurbished", async () => {
  const said = ["Pre-owned", "Used: very good", "gebraucht", "Unused", "Renewed, used once", "mint"];
  const rows = placedRows({ code: "", field: null, rows: said.map((condition) => ({ columns: { condition } })) }, 1);
  const check = google.checks(channelInput(google, { columns: COLUMNS })).find(({ code }) => code === "condition_invalid");
  await using own = await testDuckdb();
  const { run } = await runsOf(own, rows, [check?.rule ?? {}]);
  expect(run.rows.map(({ fields }) => fields["condition"])).toEqual(["used", "used", "used", "new", "refurbished", "new"]);
});

test.each([
  ["gender", ["Femenino", "Women’s", "HERREN", "Niños", "Mixte", "everyone"], ["female", "female", "male", "male", "unisex", "unisex"]],
  ["age_group", ["Bébé", "Kinder", "erwachsene", "everyone"], ["infant", "kids", "adult", "adult"]],
])("the rule for a %s that isn't listed knows the words of many languages", async (column, said, written) => {
  const rows = placedRows({ code: "", field: null, rows: said.map((value) => ({ columns: { [column]: value } })) }, 1);
  const check = google.checks(channelInput(google, { columns: COLUMNS })).find(({ code }) => code === `${column}_invalid`);
  await using own = await testDuckdb();
  const { run } = await runsOf(own, rows, [check?.rule ?? {}]);
  expect(run.rows.map(({ fields }) => fields[column])).toEqual(written);
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

/** The rows of each case that its check finds in a run. Row checks of the same input look at all rows at once; those of groups at their own. */
async function foundByCase(ran: Ran): Promise<readonly { readonly one: Case; readonly rowIds: ReadonlySet<string> }[]> {
  const all = [];
  for (const cases of Map.groupBy(ran.cases, queryOf).values()) {
    const input = channelInput(ran.pack, { columns: ran.columns, ...cases[0]?.bad });
    const rows = rowsAfter(
      ran,
      cases.flatMap((one) => [...one.rows, ...one.others].map(({ rowId }) => rowId)),
    );
    const checks = cases.map(({ check }) => check);
    const found = await duckdb.all(findingsAmong(checks, { pack: ran.pack, input, rows }, sql`row_id`));
    for (const [nth, one] of cases.entries()) {
      const own = new Set([...one.rows, ...one.others].map(({ rowId }) => String(rowId)));
      const rowIds = found.filter((line) => Number(line["nth"]) === nth).map((line) => String(line["row_id"]));
      all.push({ one, rowIds: new Set(rowIds.filter((rowId) => own.has(rowId))) });
    }
  }
  return all;
}

/** What rows have after the rules and didn't have before, by the check whose rule it was. */
async function causedFindings({ before, ...ran }: Ran & Pick<Tried, "before">): Promise<readonly string[]> {
  const { pack, columns, cases } = ran;
  const input = channelInput(pack, { columns });
  const checks = pack.checks(input).filter(({ kind, code }) => kind === "row" && !REMAINS.has(code) && !OF_TESTS.has(code));
  const rowIds = cases.flatMap(({ rows }) => rows.map(({ rowId }) => rowId));
  const findingsOf = async (run: FeedRun): Promise<ReadonlySet<string>> => {
    const found = await duckdb.all(findingsAmong(checks, { pack, input, rows: rowsAfter({ ...ran, run }, rowIds) }, sql`row_id`));
    return new Set(found.map((line) => `${String(line["row_id"])} ${nameOf(checks[Number(line["nth"])] ?? { code: "?", field: null })}`));
  };
  const had = await findingsOf(before);
  const caused = [...(await findingsOf(ran.run))].filter((one) => !had.has(one));
  return cases.flatMap(({ bad, rows }) =>
    rows.flatMap(({ rowId }) => caused.filter((one) => one.startsWith(`${rowId} `)).map((one) => `${nameOf(bad)}: ${one}`)),
  );
}

/** Runs of a shop's variants whose feed columns are those of bad rows before the rules. */
async function runsOf(db: TestDuckdb, placed: readonly PlacedRow[], rules: readonly SuggestedRule[]): Promise<Omit<Tried, "cases">> {
  const products = [...new Set(placed.map(({ product }) => product))];
  const snapshot = await takeSnapshot(db, {
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
  const tables = await taxonomyTables(db);
  const runWith = (some: readonly SuggestedRule[]): Promise<FeedRun> => {
    const read = some.map((rule, at) => readRule(at + 1, rule, context));
    const definition = feedDefinition({ extraColumns: COLUMNS, mappings: mappingsOf(), rules: read });
    return runFeed(db, { snapshot, definition, overrides, now: CHECKED_AT, tables });
  };
  return { before: await runWith([]), run: await runWith(rules) };
}
