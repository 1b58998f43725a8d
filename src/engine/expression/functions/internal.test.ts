import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../../test/harness/test-seed.ts";
import { addQueryReference } from "../../../../test/oracle/rules/link-rules.ts";
import { replaceReference } from "../../../../test/oracle/rules/text-rules.ts";
import { extractReference } from "../../../../test/oracle/rules/value-rules.ts";
import { readable, type TestDuckdb, testDuckdb } from "../../../../test/harness/duckdb.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { integer, join, list, literal, name, sql } from "../../sql/fragment.ts";
import { isBlank, trimmed } from "../../sql/text-sql.ts";
import { asText, type Term, textTerm } from "../term.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { INTERNAL } from "./internal.ts";

/** What rule types lower to, against plain TypeScript, on texts that people and machines write. */

let duckdb: TestDuckdb;
beforeAll(async () => {
  duckdb = await testDuckdb();
});
afterAll(async () => {
  await duckdb[Symbol.asyncDispose]();
});

const TRIES = { numRuns: 8 * testRuns };

const given = (text: string): Term => ({ type: "text", sql: literal(text), reads: "text", literal: text });
const column = (at: number): Term => textTerm(name(`c${at}`));
const environment = { now: sql`TIMESTAMP '2026-01-01'` };

function compiled(entry: FunctionEntry, ...args: readonly Term[]): Sql {
  return asText(entry.compile(args, environment));
}

/** What an expression over `c0…` makes of each row. */
async function over(rows: readonly (readonly string[])[], of: Sql): Promise<readonly string[]> {
  const values = rows.map((row, at) => sql`(${list([integer(at), ...row.map(literal)])})`);
  const names = (rows[0] ?? []).map((_, at) => name(`c${at}`));
  const answers = await duckdb.all(
    sql`SELECT ${of} AS value FROM (VALUES ${join(values, sql`, `)}) v(${list([name("n"), ...names])}) ORDER BY n`,
  );
  return answers.map((row) => String(row["value"]));
}

const oneOf = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);

/** Texts of few pieces, so that what is looked for is there, beside any text at all. */
const piece = oneOf(
  "a",
  "A",
  "aa",
  "é",
  "É",
  "café",
  "ß",
  "ẞ",
  "K",
  "\u212A",
  "ſ",
  "S",
  "σς",
  " ",
  "-",
  "+",
  "a+b",
  "$",
  "\\",
  "\\1",
  "'",
  '"',
  "(",
  "😀",
  "\u0301",
  "ب",
  "\n",
  "_",
  "7",
  ".",
  "*",
);
const pieced = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
/** U+FFFE and U+FFFF are no characters; texts that have them are a case of their own. */
const anyText = fc.string({ unit: "binary", maxLength: 30 }).map((text) => readable(text).replaceAll(/[\uFFFE\uFFFF]/gu, ""));
const texts = fc.oneof({ weight: 4, arbitrary: pieced }, { weight: 1, arbitrary: anyText });

describe("_replace", () => {
  const compileReplace = (find: string, replacement: string, match: string, caseSensitive: boolean): Sql =>
    compiled(INTERNAL._replace, column(0), given(find), given(replacement), given(match), given(caseSensitive ? "cs" : "ci"));

  test.each([
    ["text", "a.b", "x", ["a.b", "axb", "A.B a.b"], ["x", "axb", "x x"]],
    ["text", "$", "\\1", ["5 $", ""], ["5 \\1", ""]],
    ["text", "straße", "x", ["STRAßE", "STRASSE"], ["x", "STRASSE"]],
    ["word", "a", "b", ["a a a", "café a", "a_a a-a", "aa"], ["b b b", "café b", "a_a b-b", "aa"]],
    ["word", "café", "tea", ["Café, cafés (CAFÉ)"], ["tea, cafés (tea)"]],
    [
      "word",
      "&",
      "and",
      ["Salt & Pepper", "R&D", "& & &", "&&&&&&&&", "a&&&&"],
      ["Salt and Pepper", "R&D", "and and and", "and".repeat(8), `a&${"and".repeat(3)}`],
    ],
    ["word", "c++", "C", ["c++ C++11 (C++)"], ["C C++11 (C)"]],
    ["word", "new york", "NYC", ["New York New York", "New  York"], ["NYC NYC", "New  York"]],
    ["whole", "blue", "Navy", ["Blue", "blue ", "blues"], ["Navy", "blue ", "blues"]],
  ])("%s: %j becomes %j", async (match, find, replacement, ...[before, after]) => {
    expect(
      await over(
        before.map((text) => [text]),
        compileReplace(find, replacement, match, false),
      ),
    ).toEqual(after);
  });

  test.each(["text", "word", "whole"] as const)("agrees with its reference: %s", async (match) => {
    const sought = fc.oneof(
      { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join("")) },
      { weight: 1, arbitrary: anyText.filter((text) => text !== "") },
    );
    // What begins and ends with no word's character may overlap itself; one character cannot.
    const find = match === "word" ? sought.filter((text) => /^[\p{L}\p{N}_]|[\p{L}\p{N}_]$/u.test(text) || [...text].length === 1) : sought;
    const replacement = fc.oneof(pieced, anyText);
    await fc.assert(
      fc.asyncProperty(
        find,
        replacement,
        fc.boolean(),
        fc.array(texts, { minLength: 40, maxLength: 40 }),
        async (looked, by, caseSensitive, rows) => {
          const members = { target: "title", find: looked, replace_with: by, match, case_sensitive: caseSensitive };
          const expected = rows.map((present) => replaceReference(members, { present, at: () => "" }));
          expect(
            await over(
              rows.map((text) => [text]),
              compileReplace(looked, by, match, caseSensitive),
            ),
          ).toEqual(expected);
        },
      ),
      TRIES,
    );
  });

  test.each([
    ["text", true],
    ["text", false],
    ["word", false],
  ] as const)(
    "never makes more than a text may have, and makes its beginning right: %s, case sensitive %s",
    async (match, caseSensitive) => {
      const present = "e é ".repeat(5_000);
      const by = "long ".repeat(4_000);
      const [value] = await over([[present]], compileReplace("é", by, match, caseSensitive));
      expect(value).toBe(`e ${by}`.slice(0, 20_000));
      const [dense] = await over([["é ".repeat(10_000)]], compileReplace("é", "long ".repeat(100), match, caseSensitive));
      expect(dense).toBe(`${"long ".repeat(100)} `.repeat(40).slice(0, 20_000));
    },
  );

  test("spares texts with the character that stands for what was found", async () => {
    expect(await over([["a \uFFFF a"], ["a \uFFFE"]], compileReplace("a", "b", "word", false))).toEqual(["b \uFFFF b", "a \uFFFE"]);
  });
});

describe("_word_of", () => {
  const compileWords = (words: readonly string[]): Sql => {
    const listed = words.map(given);
    const marked = compiled(INTERNAL._word_marks, column(0), ...listed);
    return sql`(SELECT ${compiled(INTERNAL._word_of, textTerm(name("marked")), ...listed)} FROM (SELECT ${marked} AS marked))`;
  };

  test("takes the list's first word, as it is listed", async () => {
    const rows = ["Red and NAVY BLUE dress", "navy-blue", "Bluebird", "blue", "", "C++ in C", "vitamin C", "rouge"].map((text) => [text]);
    expect(await over(rows, compileWords(["Navy Blue", "Blue", "Red", "C++", "C"]))).toEqual([
      "Navy Blue",
      "Blue",
      "",
      "Blue",
      "",
      "C++",
      "C",
      "",
    ]);
  });

  test("finds each of five hundred, and no other", async () => {
    const words = Array.from({ length: 500 }, (_, at) => `word ${at}`);
    const rows = [...words, "word", "word 500", "words 1"].map((word) => [`A ${word.toUpperCase()}!`]);
    expect(await over(rows, compileWords(words))).toEqual([...words, "", "", ""]);
  });

  test("agrees with its reference", async () => {
    const word = fc
      .array(piece, { minLength: 1, maxLength: 3 })
      .map((pieces) => pieces.join("").trim())
      .filter((text) => text !== "");
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 20 }),
        fc.array(texts, { minLength: 40, maxLength: 40 }),
        async (words, rows) => {
          const expected = rows.map((value) =>
            extractReference({ target: "color", from: "[D]title", words: [...words] }, { present: "", at: () => value }),
          );
          expect(
            await over(
              rows.map((text) => [text]),
              compileWords(words),
            ),
          ).toEqual(expected);
        },
      ),
      TRIES,
    );
  });
});

describe("_add_query", () => {
  const compileQuery = (names: readonly string[], told: readonly string[] = []): Sql =>
    withQuery(compiled(INTERNAL._query_of, ...names.flatMap((called, at) => [given(called), column(at + 1)])), told);
  /** As the rule type calls it: where neither is blank, and the link without white space around it. */
  const withQuery = (added: Sql, names: readonly string[]): Sql =>
    sql`(SELECT CASE WHEN added = '' OR ${isBlank(sql`c0`)} THEN c0 ELSE ${compiled(INTERNAL._add_query, textTerm(sql`link`), textTerm(sql`added`), ...names.map(given))} END FROM (SELECT ${trimmed(sql`c0`)} AS link, ${added} AS added))`;

  test.each([
    ["https://s.example/p", "https://s.example/p?utm=a%20b"],
    ["https://s.example/p?", "https://s.example/p?utm=a%20b"],
    ["https://s.example/p?variant=1", "https://s.example/p?variant=1&utm=a%20b"],
    ["https://s.example/p?utm=old&variant=1&utm=older", "https://s.example/p?variant=1&utm=a%20b"],
    ["https://s.example/p?%75tm=old&utmx=1&UTM=2", "https://s.example/p?utmx=1&UTM=2&utm=a%20b"],
    ["https://s.example/p?a=%ff&utm#top?x=1", "https://s.example/p?a=%ff&utm=a%20b#top?x=1"],
    [" https://s.example/ü?q=ü ", "https://s.example/ü?q=ü&utm=a%20b"],
    ["", ""],
    [" ", " "],
  ])("%j becomes %j", async (link, expected) => {
    for (const told of [[], ["utm"]]) expect(await over([[link, "a b"]], compileQuery(["utm"], told))).toEqual([expected]);
  });

  test("leaves a parameter with a blank value out, and the link's own one where it is", async () => {
    const rows = [
      ["https://s.example/?a=1", " ", "x"],
      ["https://s.example/?a=1", "", ""],
    ];
    expect(await over(rows, compileQuery(["a", "b"]))).toEqual(["https://s.example/?a=1&b=x", "https://s.example/?a=1"]);
  });

  test("agrees with its reference", async () => {
    const part = oneOf("https://s.example", "/p", "?", "&", "=", "#", "a", "b b", "%", "%61", "+", "a=1", "ü", "%FF", " ", "&&");
    const link = fc.oneof(
      fc.array(part, { maxLength: 10 }).map((parts) => parts.join("")),
      texts,
    );
    const names = fc.uniqueArray(oneOf("a", "b b", "ü", "x'y", "%61", "utm_source"), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(names, fc.array(fc.tuple(link, texts, texts, texts), { minLength: 40, maxLength: 40 }), async (called, rows) => {
        const parameters = Object.fromEntries(called.map((parameter) => [parameter, ""]));
        const expected = rows.map(([present, ...values]) =>
          addQueryReference(
            { target: "link", parameters },
            { present, at: (pointer) => values[called.indexOf(pointer.slice("/parameters/".length))] ?? "" },
          ),
        );
        for (const told of [[], called]) expect(await over(rows, compileQuery(called, told))).toEqual(expected);
      }),
      TRIES,
    );
  });

  test("cuts a link at the length of a text, and nothing of a shorter one", async () => {
    const link = (length: number): string => `https://s.example/${"p".repeat(length - 18)}`;
    for (const [length, expected] of [
      [19_990, 19_996],
      [19_994, 20_000],
      [19_995, 20_000],
      [20_000, 20_000],
    ] as const)
      expect(await over([[link(length), "v"]], compileQuery(["utm"], ["utm"]))).toEqual([`${link(length)}?utm=v`.slice(0, expected)]);
  });
});
