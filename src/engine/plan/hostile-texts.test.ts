import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { readable, testDuckdb } from "../../../test/harness/duckdb.ts";
import { writeSourceFile } from "../../../test/harness/source-file.ts";
import { EXTRA_COLUMNS, feedDefinition, mappingsOf } from "../../../test/golden/feed-run.ts";
import { definitionsOf, HOSTILE, MEMBERS, sourceRow, UNKEEPABLE } from "../../../test/oracle/arbitrary-rules.ts";
import { runRules } from "../../../test/oracle/rules/rule-run.ts";
import { columnsInScope } from "../expression/read-expression.ts";
import type { CheckContext } from "../expression/check-faults.ts";
import { printRule } from "../rules/print-rule.ts";
import { RuleInvalid } from "../rules/rule-fault.ts";
import { readRule, type RuleDefinition } from "../rules/rule-reader.ts";
import { RULE_TYPE_NAMES } from "../rules/rule-types.ts";
import { snapshotColumns } from "../source/snapshot-query.ts";
import { list, literal, name, sql } from "../sql/fragment.ts";
import type { LookupFiles } from "./aside-query.ts";
import { buildPlan } from "./build-plan.ts";
import { FEED_COLUMNS, feedColumns } from "./feed-columns.ts";
import { storedContext } from "./stored-context.ts";
import { transformQuery } from "./transform-query.ts";

/** What a rule says is data: it is written as it stands or refused, never executed, and no run fails of it. */

const duckdb = await testDuckdb();
await duckdb.run(sql`CREATE TABLE canary AS SELECT 7 AS value`);
afterAll(() => duckdb[Symbol.asyncDispose]());

const TARGETS = FEED_COLUMNS.map((column) => column.name).filter((column) => !column.startsWith("custom_label"));
const composed = (text: string): string => readable(text.normalize("NFC"));
/** As an expression of the language, and as a value that is none. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const plain = (text: string): string => (text.startsWith("=") ? `=${text}` : text);

/** Where only white space stands nothing is written, which other tests hold. */
const TEXTS = HOSTILE.filter((text) => /[^\s\u00A0\u202F\uFEFF]/.test(text));

describe("a hostile text is written exactly as it stands by", () => {
  const present = "prefix";
  interface Writing {
    readonly rule: object;
    /** What the column then holds, where that is not the text alone. */
    readonly expected?: string;
  }
  const writers: Readonly<Record<string, (text: string, target: string) => Writing>> = {
    "set_value, as a value": (text, target) => ({ rule: { type: "set_value", target, value: plain(text) } }),
    "set_value, in an expression": (text, target) => ({ rule: { type: "set_value", target, value: `=${quoted(text)}` } }),
    "set_value, in a text form": (text, target) => ({ rule: { text: `Set [G]${target} to ${quoted(text)}` } }),
    "set_value, through functions": (text, target) => ({
      rule: { type: "set_value", target, value: `=if(true, coalesce("", ${quoted(text)} & "") & "")` },
    }),
    append: (text, target) => ({ rule: { type: "append", target, value: plain(text) }, expected: `${present}${text}` }),
    "append, as the separator": (text, target) => ({
      rule: { type: "append", target, value: "x", separator: text },
      expected: `${present}${text}x`,
    }),
    prepend: (text, target) => ({ rule: { type: "prepend", target, value: `=${quoted(text)}` }, expected: `${text}${present}` }),
    "combine, as a part": (text, target) => ({
      rule: { type: "combine", target, parts: ["x", `=${quoted(text)}`], separator: "" },
      expected: `x${text}`,
    }),
    "combine, as the separator": (text, target) => ({
      rule: { type: "combine", target, parts: ["x", "y"], separator: text },
      expected: `x${text}y`,
    }),
    "template, in a placeholder": (text, target) => ({
      rule: { type: "template", target, template: `x{{${quoted(text)}}}` },
      expected: `x${text}`,
    }),
    replace: (text, target) => ({ rule: { type: "replace", target, find: present, replace_with: text } }),
    "replace, of a word": (text, target) => ({ rule: { type: "replace", target, find: present, replace_with: text, match: "word" } }),
    "replace, of the whole value": (text, target) => ({
      rule: { type: "replace", target, find: present, replace_with: text, match: "whole" },
    }),
    replace_many: (text, target) => ({ rule: { type: "replace_many", target, pairs: [{ from: present, to: text }] } }),
    "replace_many, as the default": (text, target) => ({
      rule: { type: "replace_many", target, pairs: [{ from: "else", to: "x" }], default: `=${quoted(text)}` },
    }),
    map_values: (text, target) => ({ rule: { type: "map_values", target, from: "[D]metafield-a", pairs: [{ from: "key", to: text }] } }),
    first_of: (text, target) => ({ rule: { type: "first_of", target, from: ["[D]sku", `=${quoted(text)}`, "[D]metafield-a"] } }),
    "extract, as the default": (text, target) => ({
      rule: { type: "extract", target, from: "[D]metafield-a", pattern: "nothing", default: `=${quoted(text)}` },
    }),
    "extract, as a word": (text, target) => ({ rule: { type: "extract", target, from: `="- " & ${quoted(text)} & " -"`, words: [text] } }),
    add_query: (text, target) => ({
      rule: { type: "add_query", target, parameters: { q: `=${quoted(text)}` } },
      expected: `${present}?q=${text.trim()}`,
    }),
    label_tiers: (text, target) => ({
      rule: {
        type: "label_tiers",
        slot: "custom_label_0",
        tiers: [{ name: text, condition: `[D]metafield-a = "key" and [G]${target} = "${present}"` }],
      },
    }),
  };

  test.each(Object.entries(writers))("%s", async (what, writer) => {
    const slots = what === "label_tiers" ? ["custom_label_0"] : TARGETS;
    for (let from = 0; from < TEXTS.length; from += slots.length) {
      const cases = TEXTS.slice(from, from + slots.length).map((text, at) => ({ text, ...writer(text, slots[at] ?? "") }));
      const definitions = cases.map(({ rule }) => rule);
      const [row] = await runRules(duckdb, { definitions, rows: [{ present, "metafield-a": "key", sku: "" }], columns: slots });
      const held = (cell: string): string => readable(what === "add_query" ? decodeURIComponent(cell) : cell);
      expect(cases.map((_, at) => held(row?.cells[at] ?? ""))).toEqual(cases.map(({ text, expected }) => composed(expected ?? text)));
    }
  });

  test("exclude, as the reason", async () => {
    const definitions = TEXTS.map((reason, at) => ({ type: "exclude", reason, condition: `[D]metafield-a = "${at}"` }));
    const rows = await runRules(duckdb, { definitions, rows: TEXTS.map((_, at) => ({ "metafield-a": String(at) })), columns: ["title"] });
    expect(rows.map(({ reason }) => readable(reason ?? ""))).toEqual(TEXTS.map(composed));
  });
});

describe("a hostile text is compared as it stands", () => {
  const conditions: Readonly<Record<string, (text: string) => unknown>> = {
    "in a text": (text) => `[D]metafield-a = cs ${quoted(text)}`,
    "in a list": (text) => `[D]metafield-a in cs (${quoted(text)}, "none")`,
    "in a tree": (text) => ({ all: [{ side: "D", column: "metafield-a", operator: "=", value: text, case_sensitive: true }] }),
    "in the list of a tree": (text) => ({
      any: [{ side: "D", column: "metafield-a", operator: "in", value: [text, "none"], case_sensitive: true }],
    }),
    "as both ends": (text) => `[D]metafield-a between cs ${quoted(text)} and ${quoted(text)}`,
    "by its beginning and end": (text) =>
      `[D]metafield-a starts with cs ${quoted(text)} and [D]metafield-a ends with cs ${quoted(text)} and length([D]metafield-a) = ${[...text.normalize("NFC")].length}`,
    "through a pattern": (text) =>
      `[D]metafield-a matches cs ${quoted(`^${text.normalize("NFC").replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&")}$`)}`,
  };
  // A column begins none with U+FEFF: the client of the tests drops it.
  const rows = TEXTS.map((text) => ({ "metafield-a": text.normalize("NFC") }));

  test.each(Object.entries(conditions))("%s: it meets the rows that hold it and no other", async (_, condition) => {
    const definitions = TEXTS.map((text, at) => ({ type: "append", target: "title", value: `<${at}>`, condition: condition(text) }));
    const outcomes = await runRules(duckdb, { definitions, rows, columns: ["title"] });
    const same = TEXTS.map((text) =>
      TEXTS.flatMap((other, at) => (other.normalize("NFC") === text.normalize("NFC") ? [`<${at}>`] : [])).join(""),
    );
    expect(outcomes.map(({ cells }) => cells[0])).toEqual(same);
  });

  test("as the name of a column", async () => {
    const names = TEXTS.map((text) => `metafield-${text.normalize("NFC")}`);
    const row = Object.fromEntries(names.map((column, at) => [column, `value ${at}`]));
    const definitions = names.flatMap((column, at) => [
      {
        type: "append",
        target: "title",
        value: `=[D]${quoted(column)}`,
        condition: { all: [{ side: "D", column, operator: "=", value: `value ${at}` }] },
      },
      { type: "append", target: "brand", value: "x", condition: `[D]${quoted(column)} is blank` },
    ]);
    const [outcome] = await runRules(duckdb, { definitions, rows: [row], columns: ["title", "brand"] });
    expect(outcome?.cells).toEqual([names.map((_, at) => `value ${at}`).join(""), ""]);
  });

  test("as the name, the key and the column of a lookup table, and as the name of a feed column", async () => {
    // Names of tables ignore case, and `[G]` before the column a rule writes is no part of its name.
    const names = TEXTS.filter((text) => text !== "null" && text !== "[G]title").map((text) => text.normalize("NFC"));
    const tables = new Map(names.map((text) => [text, [text]]));
    const writing: CheckContext = { columns: columnsInScope(["metafield-a"], feedColumns(names)), lenient: false, tables };
    const files: LookupFiles = new Map(
      await Promise.all(
        names.map(async (table, at) => {
          const file = duckdb.file(`table-${at}.parquet`);
          await duckdb.run(
            sql`COPY (SELECT lower(${literal(table.trim())}) AS k1, ${literal(`found ${at}`)} AS v1) TO ${literal(file)} (FORMAT parquet)`,
          );
          return [table.toLowerCase(), { file, columns: [table] }] as const;
        }),
      ),
    );
    const rules = names.map((text, at) =>
      readRule(at + 1, { type: "set_value", target: text, value: `=lookup(${quoted(text)}, ${quoted(text)}, ${quoted(text)})` }, writing),
    );
    const source = sql`(SELECT CAST(0 AS BIGINT) AS ord, CAST(1 AS BIGINT) AS row_id, CAST(1 AS BIGINT) AS product_id, 'x' AS s1)`;
    const plan = buildPlan(feedDefinition({ rules, extraColumns: names, mappings: mappingsOf() }), {
      sourceColumns: ["metafield-a"],
      localised: [],
      cells: [],
      overrides: [],
    });
    const query = transformQuery(
      plan,
      { source, attached: [] },
      { cellsMax: 100_000, file: (called) => duckdb.file(called), tables: files, now: NOW },
    );
    await duckdb.run(...query.statements);
    const [row] = await duckdb.all(query.rows);
    expect(names.map((text) => row?.[`f${plan.output.indexOf(text) + 1}`])).toEqual(names.map((_, at) => `found ${at}`));
  });
});

const NOW = sql`TIMESTAMP '2026-01-31 12:00:00'`;
const SOURCE = snapshotColumns([]);
const TABLES = new Map([["colours", ["family", "hex"]]]);
const WRITING: CheckContext = { columns: columnsInScope(SOURCE, feedColumns(EXTRA_COLUMNS)), lenient: false, tables: TABLES };

/** What is wrong with a definition, or nothing. */
function faultOf(definition: unknown): string | undefined {
  try {
    readRule(1, definition, WRITING);
    return undefined;
  } catch (error) {
    if (error instanceof RuleInvalid) return error.message;
    throw error;
  }
}

test("a text that cannot be kept is refused wherever it stands", () => {
  for (const bad of UNKEEPABLE) {
    const definitions = [
      { type: "set_value", target: "title", value: bad },
      { type: "set_value", target: "title", value: `="${bad}"` },
      { type: "set_value", target: "title", value: "x", note: bad },
      { type: "set_value", target: "title", value: "x", condition: `[D]title = "${bad}"` },
      {
        type: "set_value",
        target: "title",
        value: "x",
        condition: { all: [{ side: "D", column: "title", operator: "in", value: ["x", bad] }] },
      },
      { type: "set_value", target: bad, value: "x" },
      { type: "exclude", reason: bad },
      { type: "replace", target: "title", find: bad, replace_with: "x" },
      { type: "replace", target: "title", find: "x", replace_with: bad },
      { type: "replace_many", target: "title", pairs: [{ from: "x", to: bad }] },
      { type: "combine", target: "title", parts: ["x", bad] },
      { type: "template", target: "title", template: `x ${bad}` },
      { type: "extract", target: "title", from: "[D]title", words: ["x", bad] },
      { type: "extract", target: "title", from: "[D]title", pattern: `x${bad}` },
      { type: "label_tiers", slot: "custom_label_0", by: "[D]vendor", tiers: [{ name: bad, in: ["x"] }] },
      { type: "add_query", parameters: { [bad]: "x" } },
      { type: "map_values", target: "title", from: "[D]vendor", lookup: bad },
      { text: `Set title to "${bad}"` },
    ];
    for (const definition of definitions) expect(faultOf(definition), JSON.stringify(definition)).toBeDefined();
  }
});

describe("no rule makes a run fail", () => {
  test("every type of rule is tried", () => {
    expect(Object.keys(MEMBERS).toSorted()).toEqual(RULE_TYPE_NAMES.toSorted());
  });

  test("whatever random rules of all types say of random rows: those that are taken are read again as they were, run, and leave neither NULL nor too long a text", async () => {
    const lookup = duckdb.file("colours.parquet");
    await duckdb.run(sql`COPY (SELECT 'red' AS k1, 'Red' AS v1, '#f00' AS v2) TO ${literal(lookup)} (FORMAT parquet)`);
    const tables: LookupFiles = new Map([["colours", { file: lookup, columns: ["family", "hex"] }]]);
    // One of every type, in any order: a plan of them all takes little longer than one of a few.
    const definitions = fc
      .shuffledSubarray([...RULE_TYPE_NAMES], { minLength: RULE_TYPE_NAMES.length })
      .chain((types) => fc.tuple(...types.map(definitionsOf)));
    const taken = new Map<string, number>();
    const property = fc.asyncProperty(definitions, fc.array(sourceRow, { minLength: 1, maxLength: 12 }), async (written, rows) => {
      const rules: RuleDefinition[] = [];
      for (const [at, definition] of written.entries()) {
        if (faultOf(definition) !== undefined) continue;
        const rule = await storedRule(at + 1, definition);
        if (rule === undefined || (rule.size.splits && rules.some(({ size }) => size.splits))) continue;
        rules.push(rule);
        taken.set(rule.type, (taken.get(rule.type) ?? 0) + 1);
      }
      const mappings = mappingsOf("title", "description", "price", "brand", "availability");
      const plan = buildPlan(feedDefinition({ rules, extraColumns: EXTRA_COLUMNS, mappings }), {
        sourceColumns: SOURCE,
        localised: [],
        cells: [],
        overrides: [],
      });
      const source = sql`read_parquet(${literal(await writeSourceFile(duckdb, SOURCE, rows))})`;
      const query = transformQuery(
        plan,
        { source, attached: [] },
        { cellsMax: 100_000, file: (called) => duckdb.file(called), tables, now: NOW },
      );
      await duckdb.run(...query.statements);
      const places = plan.output.map((_, at) => name(`f${at + 1}`));
      const faulty = places.map((place) => sql`${place} IS NULL OR length(${place}) > 20000`).reduce((any, one) => sql`${any} OR ${one}`);
      const [answer] = await duckdb.all(
        sql`SELECT count(*) AS total, count(*) FILTER (WHERE ${faulty}) AS faulty FROM (SELECT ${list([name("reason"), ...places])} FROM (${query.rows}) OFFSET 0)`,
      );
      expect(Number(answer?.["faulty"])).toBe(0);
      expect(Number(answer?.["total"])).toBeGreaterThanOrEqual(rows.length);
    });
    await fc.assert(property, { numRuns: 3 * testRuns });
    expect([...taken.keys()].length).toBeGreaterThan(RULE_TYPE_NAMES.length / 3);
  });
});

test("nothing that a text said here has been executed", async () => {
  expect(await duckdb.all(sql`SELECT value FROM canary`)).toEqual([{ value: 7 }]);
  expect(await duckdb.all(sql`SELECT table_name FROM duckdb_tables()`)).toEqual([{ table_name: "canary" }]);
});

/** As a run reads it: through JSON, once DuckDB has judged its patterns. Its text is read as the same definition. */
async function storedRule(id: number, written: object): Promise<RuleDefinition | undefined> {
  const read = readRule(id, written, WRITING);
  for (const pattern of read.size.patterns.values()) {
    try {
      await duckdb.all(sql`SELECT regexp_matches('', ${literal(pattern)}) AS judged`);
    } catch {
      return undefined;
    }
  }
  const stored = readRule(id, structuredClone(read.definition), storedContext(EXTRA_COLUMNS));
  expect(stored.definition).toEqual(read.definition);
  expect(stored.steps).toEqual(read.steps);
  expect(readRule(id, { text: printRule(read.definition) }, WRITING).definition).toEqual(read.definition);
  return stored;
}
