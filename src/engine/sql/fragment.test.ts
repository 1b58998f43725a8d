import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { readable, testDuckdb } from "../../../test/harness/duckdb.ts";
import { decimal, integer, isAmong, join, keyword, list, literal, name, sql, type } from "./fragment.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const answer = async (fragment: ReturnType<typeof literal>): Promise<unknown> =>
  (await duckdb.all(sql`SELECT ${fragment} AS value`))[0]?.["value"];

describe("literal", () => {
  test.each([
    "",
    "'",
    "''",
    "\\",
    "\\'",
    "\\n",
    "a\nb\r\n\tc",
    "--",
    "/*",
    "; DROP TABLE x",
    "$$",
    "E'\\x41'",
    "{{[D]title}}",
    "😀'\u{10ffff}",
    "\uFFFE\uFFFF",
  ])("%j arrives as it was written", async (text) => {
    expect(await answer(literal(text))).toBe(text);
  });

  test("any text of Unicode arrives as it was written", async () => {
    const character = fc.oneof(fc.string({ unit: "binary", maxLength: 1 }), fc.constantFrom("'", "\\", "\n", '"', ";", "-", "$", "%"));
    const texts = fc.array(
      fc.array(character, { maxLength: 40 }).map((characters) => readable(characters.join(""))),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const [row] = await duckdb.all(sql`SELECT [${list(values.map(literal))}] AS found`);
        expect(row?.["found"]).toEqual(values);
      }),
      { numRuns: 100 },
    );
  });

  test("U+0000 is refused, because it would end the statement early", () => {
    expect(() => literal("a\u0000b")).toThrow(RangeError);
  });
});

describe("what is no literal is checked against a pattern", () => {
  test.each(["", "Title", "title name", 'ti"tle', "title;", "1title", "titlé", "_title", "t".repeat(64)])(
    "the identifier %j is refused",
    (text) => {
      expect(() => name(text)).toThrow(RangeError);
    },
  );

  test("an identifier of ours is quoted, so that a keyword is one too", async () => {
    expect(await duckdb.all(sql`SELECT 1 AS ${name("select")}`)).toEqual([{ select: 1 }]);
  });

  test.each(["", "varchar", "VARCHAR; DROP TABLE x", "VARCHAR'", 'VARCHAR"', "VARCHAR--"])("the type %j is refused", (text) => {
    expect(() => type(text)).toThrow(RangeError);
  });

  test("a type out of our tables is taken", async () => {
    expect(await answer(sql`CAST([1, 2] AS ${type("DECIMAL(28,9)[]")})::VARCHAR`)).toBe("[1.000000000, 2.000000000]");
  });

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%d is no integer", (value) => {
    expect(() => integer(value)).toThrow(RangeError);
  });

  test.each(["", "1e5", "1.", ".5", "nan", " 1", "1 ", "1'", "12345678901234567890", "0.1234567891"])(
    "the decimal %j is refused",
    (text) => {
      expect(() => decimal(text)).toThrow(RangeError);
    },
  );

  test.each([
    ["0", "0.000000000"],
    ["-1.5", "-1.500000000"],
    ["+7", "7.000000000"],
    ["1234567890123456789", "1234567890123456789.000000000"],
    ["0.000000001", "0.000000001"],
  ])("the decimal %s keeps all its digits", async (text, exact) => {
    expect(await answer(sql`${decimal(text)}::VARCHAR`)).toBe(exact);
  });
});

describe("a text among words", () => {
  const words = ["", "it's", "a, b", "ÄÖ", "x", "y"];
  const among = async (text: string, of: readonly string[], written?: Parameters<typeof isAmong>[2]) =>
    answer(isAmong(literal(text), of, written));

  test.each([words, words.slice(0, 3), [...words, "two\nlines"]].map((of) => [of.length, of] as const))("is found in %i", async (_, of) => {
    for (const word of of) expect(await among(word, of)).toBe(true);
    for (const other of ["it", "X", "b", "two", "lines", "\n", "x\ny"]) expect(await among(other, of)).toBe(false);
  });

  test("is found whatever the case of the words, if they're written so", async () => {
    const folded = (text: string) => sql`lower(${literal(text)})`;
    expect(await among("äö", words, folded)).toBe(true);
    expect(await among("äö", words)).toBe(false);
  });
});

test("fragments are put together in order, by the separator and nothing else", () => {
  expect(join([integer(1), integer(2), integer(3)], sql` ${keyword("AND")} `).text).toBe("1 AND 2 AND 3");
  expect(list([]).text).toBe("");
});
