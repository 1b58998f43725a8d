import { describe, expect, test } from "vitest";
import { attackedFeed, COLUMNS, faultsOf, many, set, WRITING } from "../../../test/harness/attacked-feed.ts";
import { FEEDWIDE_MAX } from "../expression/functions/catalog.ts";
import { columnsInScope } from "../expression/read-expression.ts";
import { feedColumns } from "../plan/feed-columns.ts";
import { storedContext } from "../plan/stored-context.ts";
import { literal, sql } from "../sql/fragment.ts";
import { printRule } from "./print-rule.ts";
import { RuleInvalid } from "./rule-fault.ts";
import { readRule } from "./rule-reader.ts";
import { bestCpuMs, SLOW_MACHINE } from "../../../test/harness/slow-machine.ts";

/** What nobody can run is refused when it is written, at once and with what is wrong. */

const { duckdb } = await attackedFeed();

describe("a regular expression is refused with what is wrong with it, or cheap", () => {
  const matching = (pattern: string): object =>
    set("x", { condition: { all: [{ side: "D", column: "title", operator: "matches", value: pattern }] } });

  test.each([
    [".{1000}z", /Nested repetition counts multiply to 1000/],
    ["((a{10}){10}){10}", /Nested repetition counts multiply to 1000/],
    [".{99}".repeat(90), /Repetition counts add up to 8910/],
    ["(?:a{40}|b{40}){3}", /Nested repetition counts multiply to 120/],
    ["x".repeat(1_001), /1000 characters/],
    ["(?=a)b", /look-ahead/],
    ["(?<!a)b", /look-behind/],
    ["", /empty/],
  ])("%j is refused", (pattern, message) => {
    for (const definition of [
      matching(pattern),
      { type: "extract", target: "color", from: "[D]title", pattern },
      set(`=regex_replace([D]title, "${pattern}", "")`),
    ]) {
      const faults = faultsOf(definition).join();
      expect(faults).toMatch(pattern === "" || pattern.length > 1_000 ? /\S/ : message);
    }
  });

  test.each(["(a)\\1", "(", "[", "(?<name>a)", "\\p{Emoji}", "a**{2}{3}", "(?z)a", "\\", "[z-a]", "a{2,1}"])(
    "%j is known to be none by the engine that runs it",
    async (pattern) => {
      await expect(duckdb.all(sql`SELECT regexp_matches('', ${literal(pattern)}) AS found`)).rejects.toThrow(/Invalid Input Error/);
    },
  );

  /** A thousand values of 20,000 characters. */
  const DEAREST_MS = 50 * SLOW_MACHINE;
  test("what others take ages for is cheap", async () => {
    await duckdb.run(
      sql`CREATE TABLE long_values AS SELECT left(repeat('aaaa abc, ', 2000) || CAST(range AS VARCHAR), 20000) AS title FROM range(1000)`,
    );
    const dear: string[] = [];
    for (const pattern of [
      "(a*)*b",
      "(a+)+$",
      "(a|aa)+$",
      "(.*)*z",
      "(x+x+)+y",
      "(?i)(A|B)*c{9}z",
      "(?i)ſK{20}z",
      "(a?){50}a{50}",
      "^(([a-z])+.)+[A-Z]([a-z])+$",
    ]) {
      expect(faultsOf(matching(pattern))).toEqual([]);
      const ms = await bestCpuMs(4, () =>
        duckdb.all(sql`SELECT count(*) FILTER (WHERE regexp_matches(left(title, 2000), ${literal(pattern)}, 'i')) FROM long_values`),
      );
      if (ms > DEAREST_MS) dear.push(`${pattern}: ${ms} ms`);
    }
    expect(dear).toEqual([]);
  });
});

test("a count that is written out is refused where no text holds as much, and a stored one is read", () => {
  const repeated = (count: string): readonly string[] => faultsOf(set(`=repeat_text([D]title, ${count})`));
  expect(repeated("20001").join()).toMatch(/up to 20000, found 20001/);
  expect([...repeated("20000"), ...repeated("-1"), ...repeated("length([D]title) * 20001")]).toEqual([]);
  const stored = set("=repeat_text([D]title, 20001)");
  expect(readRule(1, stored, storedContext([])).steps).toHaveLength(1);
});

describe("twelve thousand operands are refused within 50 ms", () => {
  const REFUSED_MS = 50 * SLOW_MACHINE;
  test.each([
    ["&", { text: `Set title to ${many(12_000, "1", "&")}` }],
    ["+", { text: `Set title to ${many(12_000, "1", "+")}` }],
    ["-", { text: `Set title to ${many(12_000, "1", "-")}` }],
    ["and", set("x", { condition: many(12_000, "a", " and ").slice(0, 49_000) })],
    ["or", { text: `Include when ${many(4_800, "a=1", " or ")}` }],
    ["in (…)", set("x", { condition: `title in (${many(12_000, "1", ",")})` })],
    [
      "in of a tree",
      set("x", { condition: { all: [{ side: "D", column: "title", operator: "in", value: Array.from({ length: 12_000 }, () => "a") }] } }),
    ],
    [
      "conditions of a tree",
      set("x", { condition: { any: Array.from({ length: 700 }, () => ({ side: "D", column: "title", operator: "=", value: "a" })) } }),
    ],
    ["(", set(`=${"(".repeat(12_000)}`)],
    ["not", set("x", { condition: many(12_000, "not", " ") })],
    ["-", set(`=${"-".repeat(12_000)}1`)],
    ["if (", set(`=${"if (".repeat(4_000)}`)],
    [
      "if (…) within if (…)",
      set("x", { condition: Array.from({ length: 70 }).reduce<string>((inner) => `if (${inner}) then true else false`, 'title = "a"') }),
    ],
    ["lists within lists", { text: `combine(target: title, parts: ${"[".repeat(12_000)}` }],
    [
      "trees within trees",
      set("x", {
        condition: Array.from({ length: 4_000 }).reduce<object>((inner) => ({ all: [inner] }), {
          side: "D",
          column: "title",
          operator: "=",
          value: "1",
        }),
      }),
    ],
    ["objects of a text", { text: `combine(${many(4_000, "a: {", " ")}` }],
    ["bytes", set("x".repeat(60_000))],
  ])("%s", async (_, definition) => {
    expect(faultsOf(definition).length).toBeGreaterThan(0);
    expect(await bestCpuMs(3, () => faultsOf(definition))).toBeLessThan(REFUSED_MS);
  });

  test("of a thousand unknown names the first twenty are named within half a second, however many columns there are", async () => {
    const columns = columnsInScope(
      [...COLUMNS, ...Array.from({ length: 500 }, (_, at) => `metafield-made_up_column_${at}`)],
      feedColumns([]),
    );
    const definition = set(`=${many(1_000, "made_up_kolumn", " & ")}`);
    const read = (): number => {
      try {
        readRule(1, definition, { ...WRITING, columns });
        return 0;
      } catch (error) {
        return error instanceof RuleInvalid ? error.faults.length : 0;
      }
    };
    expect(read()).toBe(20);
    expect(await bestCpuMs(3, read)).toBeLessThan(500 * SLOW_MACHINE);
  });

  test("what may be written nests 64 deep, and `if (…)` as well", () => {
    const nested = Array.from({ length: 30 }).reduce<string>((inner) => `if (${inner}) then true else false`, 'title = "a"');
    expect(faultsOf(set("x", { condition: nested }))).toEqual([]);
  });
});

describe("what is taken is read again by every run", () => {
  test.each([
    ["a value that is too long once its columns have their sides", set(`=${many(1_990, "title", "&")}`)],
    [
      "a condition likewise",
      { text: `Include when title in (${many(990, '"a"', ",")}) ${many(30, `and brand = "${"x".repeat(1_400)}"`, " ")}` },
    ],
    ["denials within denials", set("x", { condition: `${"not ".repeat(62)}title = "a"` })],
    ["denials at their bound", set("x", { condition: `${"not ".repeat(63)}title = "a"` })],
    [
      "a tree at its bound",
      set("x", {
        condition: Array.from({ length: 63 }).reduce<object>((inner) => ({ none: [inner] }), {
          side: "D",
          column: "title",
          operator: "=",
          value: "=",
        }),
      }),
    ],
    ["if without else", set(`=${Array.from({ length: 30 }).reduce<string>((inner) => `if(title = "a", ${inner})`, '"b"')}`)],
    ["signs", set(`=${"-".repeat(60)}price`)],
  ])("%s: refused, or read as it was", (_, definition) => {
    if (faultsOf(definition).length > 0) return;
    const read = readRule(1, definition, WRITING);
    const again = readRule(1, read.definition, storedContext([]));
    expect(again.definition).toEqual(read.definition);
    expect(again.steps).toEqual(read.steps);
    expect(readRule(1, { text: printRule(read.definition) }, WRITING).definition).toEqual(read.definition);
  });
});

describe("functions over the whole feed", () => {
  const ranked = many(500, "rank([D]price)", " & ");

  test("are counted one by one, wherever they stand in a rule, so that the feed's bound holds", () => {
    const count = (definition: object): number => readRule(1, definition, WRITING).size.feedwide;
    expect(count(set(`=${ranked}`))).toBe(500);
    expect(
      count(set(`=rank([D]price) & group_count(rank([D]cost))`, { condition: "is_duplicate([D]sku) and percentile([D]price) > 50" })),
    ).toBe(5);
    expect(count({ type: "limit_rows", keep: 5, by: "=rank([D]price)", per: "=group_count([D]vendor)" })).toBe(3);
    expect(count({ type: "deduplicate", by: "[D]sku", condition: "rank([D]price) > 1" })).toBe(2);
    expect(
      count({
        type: "label_tiers",
        slot: "custom_label_0",
        tiers: [
          { name: "top", condition: "rank([D]price) < 5" },
          { name: "low", condition: "percentile([D]price) < 5" },
        ],
      }),
    ).toBe(2);
    expect(count({ type: "template", target: "title", template: "{{rank([D]price)}} of {{count_in_feed()}}", skip_if_blank: true })).toBe(
      2,
    );
    expect(FEEDWIDE_MAX).toBe(16);
  });
});
