import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { overTexts, readable, testDuckdb } from "../../../test/harness/duckdb.ts";
import { UNSEEN } from "../../kernel/seen-text.ts";
import type { Sql } from "../../kernel/sql.ts";
import { decimal, integer, list, literal, sql } from "./fragment.ts";
import {
  anyUnclean,
  anyUncleanItem,
  cleaned,
  dateOf,
  dateText,
  hasMatch,
  hasUncleanItem,
  isBlank,
  isCleanLine,
  isPlainList,
  isUnclean,
  isUnseen,
  itemsOf,
  itemsText,
  nfc,
  numberOf,
  numberText,
  trimmed,
  writtenNumber,
} from "./text-sql.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const each = (texts: readonly string[], of: (text: Sql) => Sql): Promise<readonly unknown[]> => overTexts(duckdb, texts, of);

/** Rules, section 1, as a person reads it. */
function numberByTheRules(text: string): string | null {
  const found = /^[ \t\n\f\r]*([+-]?)([0-9]{1,18})(?:\.([0-9]{1,9}))?(?: [A-Z]{3})?[ \t\n\f\r]*$/.exec(text);
  if (found === null) return null;
  const [, sign = "", digits = "", fraction = ""] = found;
  const scaled = BigInt(`${digits}${fraction.padEnd(9, "0")}`) * (sign === "-" ? -1n : 1n);
  const plain = String(scaled < 0n ? -scaled : scaled).padStart(10, "0");
  return `${scaled < 0n ? "-" : ""}${plain.slice(0, -9)}.${plain.slice(-9)}`;
}

const numberAnswer = (text: Sql): Sql => sql`CAST(${numberOf(text)} AS VARCHAR)`;

describe("numberOf reads what the rule language calls a number", () => {
  test.each([
    ["0", "0.000000000"],
    ["007", "7.000000000"],
    ["12.90", "12.900000000"],
    ["12.90 USD", "12.900000000"],
    [" 12 ", "12.000000000"],
    ["\t-0.5\r\n", "-0.500000000"],
    ["+5", "5.000000000"],
    ["123456789012345678", "123456789012345678.000000000"],
    ["-123456789012345678.123456789 KWD", "-123456789012345678.123456789"],
    ["0.000000001", "0.000000001"],
    ["1234567890123.4567", "1234567890123.456700000"],
    ["12345678901234.5", "12345678901234.500000000"],
    ["1.23456", "1.234560000"],
  ])("%j is a number", async (text, number) => {
    expect(await each([text], numberAnswer)).toEqual([number]);
  });

  test.each([
    "",
    " ",
    "1E5",
    "1e5",
    "1_000",
    "1,000",
    "nan",
    "NaN",
    "Infinity",
    "inf",
    "5.",
    ".5",
    "-",
    "+",
    "--5",
    "1 2",
    "12 usd",
    "12  USD",
    "12USD",
    "USD 12",
    "0x10",
    "1.2.3",
    "1234567890123456789",
    "1.1234567891",
    "١٢",
    "12 €",
    "1/2",
    "true",
  ])("%j is no number", async (text) => {
    expect(await each([text], numberAnswer)).toEqual([null]);
  });

  test("whatever the text, it reads as the rules say and never throws", async () => {
    const close = fc.array(
      fc.constantFrom("0", "1", "9", "5", "123456", ".", "-", "+", " ", "\t", "USD", "e", "E", "_", ",", "nan", "\u00A0"),
      { maxLength: 8 },
    );
    const texts = fc.array(
      fc.oneof(
        close.map((parts) => parts.join("")),
        fc.string({ unit: "grapheme-composite" }),
      ),
      { minLength: 50, maxLength: 50 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        expect(await each(values, numberAnswer)).toEqual(values.map(numberByTheRules));
      }),
      { numRuns: 10 * testRuns },
    );
  });
});

describe("numberText prints a number as a person writes it", () => {
  test.each([
    ["0", "0"],
    ["-0", "0"],
    ["100", "100"],
    ["1.50", "1.5"],
    ["-3", "-3"],
    ["10.010", "10.01"],
    ["0.000000001", "0.000000001"],
    ["1000000000000000000", "1000000000000000000"],
    ["-0.10", "-0.1"],
  ])("%s prints %s", async (written, printed) => {
    expect(await duckdb.all(sql`SELECT ${numberText(decimal(written))} AS text`)).toEqual([{ text: printed }]);
  });

  test("no number is blank", async () => {
    expect(await duckdb.all(sql`SELECT ${numberText(sql`CAST(NULL AS DECIMAL(28,9))`)} AS text`)).toEqual([{ text: "" }]);
  });

  test("what is printed reads as the same number", async () => {
    const number = fc.tuple(
      fc.constantFrom("", "-"),
      fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
      fc.integer({ min: 0, max: 999_999_999 }),
    );
    const written = number.map(([sign, whole, fraction]) => `${sign}${whole}.${String(fraction).padStart(9, "0")}`);
    await fc.assert(
      fc.asyncProperty(fc.array(written, { minLength: 50, maxLength: 50 }), async (values) => {
        const printed = await each(values, (text) => numberText(numberOf(text)));
        expect(printed.map((text) => numberByTheRules(String(text)))).toEqual(values.map(numberByTheRules));
        for (const text of printed) expect(text).toMatch(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/);
      }),
      { numRuns: 6 * testRuns },
    );
  });
});

test("a number written in a rule is the text that numberText prints of it", async () => {
  const digits = (max: number) => fc.string({ unit: fc.constantFrom("0", "0", "1", "9"), minLength: 1, maxLength: max });
  const written = fc
    .tuple(fc.constantFrom("", "+", "-"), digits(19), fc.option(digits(9)))
    .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? "" : `.${fraction}`}`);
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 50, maxLength: 50 }), async (numbers) => {
      const printed = await duckdb.all(sql`SELECT unnest([${list(numbers.map((number) => numberText(decimal(number))))}]) AS text`);
      expect(printed).toEqual(numbers.map((number) => ({ text: writtenNumber(number) })));
    }),
    { numRuns: 4 * testRuns },
  );
});

describe("dateOf reads days and moments", () => {
  test.each([
    ["2026-11-23", "2026-11-23"],
    [" 2026-11-23T10:30:15Z ", "2026-11-23T10:30:15Z"],
    ["2026-11-23T10:30", "2026-11-23T10:30:00Z"],
    ["2026-11-23 10:30:00-0530", "2026-11-23T16:00:00Z"],
    ["2026-11-23T10:30Z", "2026-11-23T10:30:00Z"],
    ["2026-11-23T10:30+01:00", "2026-11-23T09:30:00Z"],
    ["2026-11-23 00:30+0130", "2026-11-22T23:00:00Z"],
    ["2026-11-23T10:60+01:00", ""],
    ["2026-02-30T10:30Z", ""],
    ["2026-11-23T10+01:00", ""],
  ])("%j is %j", async (text, moment) => {
    expect(await each([text], (written) => dateText(dateOf(written)))).toEqual([moment]);
  });
});

describe("white space", () => {
  test.each([
    ["", true],
    [" \t\r\n", true],
    ["\u00A0 ", true],
    ["0", false],
    ["\u200B", false],
    [" a ", false],
  ])("whether %j is blank: %s", async (text, blank) => {
    expect(await each([text], isBlank)).toEqual([blank]);
  });

  test.each([
    [" a b ", "a b"],
    ["\u00A0\u202F\uFEFFa\u00A0", "a"],
    ["\r\n\t", ""],
  ])("%j without white space at its ends is %j", async (text, rest) => {
    expect(await each([text], trimmed)).toEqual([rest]);
  });
});

describe("what can't be seen", () => {
  const characters = Array.from({ length: 0x11_00_00 - 1 }, (_, at) => at + 1)
    .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
    .map((point) => String.fromCodePoint(point));

  test("is the same for the database, except for marks of younger editions of Unicode", async () => {
    const query = sql`SELECT list(n ORDER BY n) FILTER (${isUnseen(sql`c0`)}) AS unseen
      FROM (SELECT n, chr(CAST(n AS INTEGER)) AS c0 FROM range(1, ${integer(0x11_00_00)}) r(n) WHERE n NOT BETWEEN ${integer(0xd8_00)} AND ${integer(0xdf_ff)})`;
    const [row] = await duckdb.all(sql`SELECT CAST(to_json(unseen) AS VARCHAR) AS unseen FROM (${query})`);
    const unseen = new Set(
      z
        .array(z.number())
        .parse(JSON.parse(String(row?.["unseen"])))
        .map((point) => String.fromCodePoint(point)),
    );
    const different = characters.filter((character) => unseen.has(character) !== UNSEEN.test(character));
    expect(different.filter((character) => !/\p{M}/u.test(character))).toEqual([]);
    expect(["\u0301", "\uFE0F", "\u0E31"].every((mark) => unseen.has(mark))).toBe(true);
  });

  test("is what Unicode says is ignored, a mark or white space, and no letter, digit, sign or picture", () => {
    const ignored = characters.filter((character) => /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}]/u.test(character));
    expect(ignored.filter((character) => !UNSEEN.test(character))).toEqual([]);
    const shown = characters.filter((character) => /[\p{N}\p{P}\p{S}]/u.test(character) && character !== "\u2800");
    expect(shown.filter((character) => UNSEEN.test(character))).toEqual([]);
    expect(characters.filter((character) => /\p{L}/u.test(character) && UNSEEN.test(character))).toEqual([
      "\u115F",
      "\u1160",
      "\u3164",
      "\uFFA0",
    ]);
  });

  test.each([
    ["", true],
    [" \u200B\u0001", true],
    ["\u3164\u2800", true],
    ["\u200Ba", false],
    ["~", false],
    ["花", false],
  ])("of all of %j: %s", async (text, unseen) => {
    expect(await each([text], isUnseen)).toEqual([unseen]);
    expect(await duckdb.all(sql`SELECT ${isUnseen(literal(text))} AS unseen`)).toEqual([{ unseen }]);
  });
});

describe("a cleaned value is one cell of one line", () => {
  // Everything that ends a line for anybody: C0, DEL, C1 (NEL among them), and the separators of Unicode.
  const LINE_BREAKING = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/;
  const text = fc
    .array(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 3 }),
        fc.constantFrom("\n", "\r\n", "\t", " ", "\u0085", "\u2028", "\u000B", "\u00A0", "\u3000", "\u202F", "\uFFFF", '"', "a"),
      ),
      { maxLength: 12 },
    )
    .map((parts) => readable(parts.join("")));
  const texts = fc.array(text, { minLength: 20, maxLength: 20 });

  test("whatever goes in, no control character and no line break comes out, no space at its ends, and cleaning again changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const once = (await each(values, cleaned)).map(String);
        expect(once.filter((value) => LINE_BREAKING.test(value) || value !== value.replace(/^ +| +$/g, ""))).toEqual([]);
        expect(await each(once, cleaned)).toEqual(once);
      }),
      { numRuns: 10 * testRuns },
    );
  });

  test("what is not told to be unclean is left as it is by cleaning", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        const flags = await each(values, (value) => anyUnclean([value]));
        const clean = values.filter((_, at) => flags[at] === false);
        expect(clean.length === 0 ? [] : await each(clean, cleaned)).toEqual(clean);
      }),
      { numRuns: 10 * testRuns },
    );
  });

  test.each([
    ["a\r\n\tb", "a b"],
    [" a ", "a"],
    ["a  b", "a  b"],
    ["a\u0085b\u2028c\u2029d\u007Fe", "a b c d e"],
    ["\n", ""],
  ])("%j becomes %j", async (dirty, clean) => {
    expect(await each([dirty], cleaned)).toEqual([clean]);
  });

  test.each(["first", "middle", "last"])("one unclean value is seen when it is the %s of many", async (place) => {
    for (const dirty of ["a\tb", " a", "a ", "\u0085", "\u00A0", "a\u3000", "\u2003a", "\u202Fa"]) {
      const values = ["x", "", "y z"];
      values.splice({ first: 0, middle: 1, last: 3 }[place] ?? 0, 0, dirty);
      expect(await duckdb.all(sql`SELECT ${anyUnclean(values.map(literal))} AS unclean`)).toEqual([{ unclean: true }]);
    }
  });

  test("values of one clean line each are told to be clean, blank ones too", async () => {
    const clean = ["x", "", "é 😀", '"', "a  b"].map(literal);
    expect(await duckdb.all(sql`SELECT ${anyUnclean(clean)} AS unclean`)).toEqual([{ unclean: false }]);
  });
});

describe("who tells beforehand that a value is clean", () => {
  /** Every control character, every kind of space and what looks like one, alone and at each place of a text. */
  const characters = Array.from({ length: 0x10000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff) && /[\p{C}\p{Z}\s]/u.test(String.fromCodePoint(code)))
    .filter((code) => code < 0x3100 || code % 61 === 0 || code >= 0xfe00)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => readable(character) === character);
  const texts = [
    "",
    "a",
    "a b",
    "é",
    ...characters.flatMap((character) => [character, `${character}a`, `a${character}`, `a${character}b`]),
  ];

  test("sees every text that cleaning changes, and says of no other text of a definition that it is unclean", async () => {
    const [unclean, clean] = [await each(texts, isUnclean), await each(texts, cleaned)];
    expect(texts.filter((text, at) => unclean[at] === false && clean[at] !== text)).toEqual([]);
    expect(texts.filter((text, at) => isCleanLine(text) && unclean[at] === true)).toEqual([]);
    expect(["", "a", "a b", "é"].every(isCleanLine)).toBe(true);
    expect(["", "a", "a b", "é"].map((text) => unclean[texts.indexOf(text)])).toEqual([false, false, false, false]);
  });

  test("sees every list of which an item is unclean, and a look at many values sees whatever a look at one sees", async () => {
    const lists = characters.flatMap((character) => [`x,${character}a`, `x, ${character}`, `a${character} ,y`, `,\uFEFF${character}a`]);
    const all = [...lists, ...texts];
    const unclean = await each(all, hasUncleanItem);
    const first = await each(all, (text) => itemsText(sql`(${itemsOf(text)})[1:1]`));
    const second = await each(all, (text) => itemsText(sql`(${itemsOf(text)})[2:2]`));
    const cleanedItems = async (items: readonly unknown[]): Promise<readonly unknown[]> => each(items.map(String), cleaned);
    const [cleanFirst, cleanSecond] = [await cleanedItems(first), await cleanedItems(second)];
    expect(all.filter((_, at) => unclean[at] === false && (first[at] !== cleanFirst[at] || second[at] !== cleanSecond[at]))).toEqual([]);
    const together = await each(all, (text) => anyUncleanItem([sql`'x'`, text, sql`''`]));
    expect(all.filter((_, at) => unclean[at] === true && together[at] === false)).toEqual([]);
  });

  test("parts a plain list at its commas into the items it has", async () => {
    const spaced = characters.filter((character) => /[\s\uFEFF]/u.test(character));
    const lists = [
      ...["", ",", "a", "a,b", "a,b,c", ",a", "a,", "a,,b", "a, b", " a", "a b,c", "é,ü"],
      ...spaced.flatMap((character) => [`${character}a,b`, `a${character},b`, `a,${character}b`, `a,b${character}`, `a,${character}`]),
    ];
    const plain = await each(lists, isPlainList);
    const parted = await each(lists, (text) => sql`string_split(${text}, ',')`);
    const items = await each(lists, itemsOf);
    expect(lists.filter((_, at) => plain[at] === true && JSON.stringify(parted[at]) !== JSON.stringify(items[at]))).toEqual([]);
    expect(lists.filter((_, at) => plain[at] === true)).toEqual(expect.arrayContaining(["a", "a,b", "a,b,c", "é,ü"]));
  });
});

/** Every mark with its neighbours, in both orders: marks of unlike classes change places, even those that compose with nothing. */
function markPairs(): readonly string[] {
  const marks: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{M}/u.test(character)) marks.push(character);
  }
  return marks.flatMap((mark, at) =>
    [1, 2, 3].flatMap((next) => [`e${mark}${marks[at + next] ?? ""}`, `e${marks[at + next] ?? ""}${mark}`]),
  );
}

describe("composing", () => {
  test("looks at every character of Unicode that it could change, alone or behind another", async () => {
    const touched = new Set<number>();
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      if (character.normalize("NFC") !== character) touched.add(code);
      // A character that composes: the ones behind the first of its decomposition can change what stands before them.
      const [, ...behind] = character.normalize("NFD");
      for (const other of behind) touched.add(other.codePointAt(0) ?? 0);
    }
    // Decomposed on purpose, so that an overlooked character stays as it is and shows.
    const texts = [...[...touched].map((code) => `e${String.fromCodePoint(code)}`), ...markPairs()];
    expect(await each(texts, nfc)).toEqual(await each(texts, (text) => sql`nfc_normalize(${text})`));
    expect(touched.size).toBeGreaterThan(1_000);
  });
});

test("a pattern has a match wherever DuckDB finds one", async () => {
  const texts = ["", "ab", "xabx", "AB", "a\nb", "x\nab\nx", "b", "\u00E9ab"];
  for (const pattern of ["ab", "^ab", "ab$", "(?i)ab", "a|^b$", "\\bab", "a\\nb", "x.*x"]) {
    const found = (of: (text: Sql) => Sql) => each(texts, of);
    expect(await found((text) => hasMatch(text, pattern))).toEqual(
      await found((text) => sql`regexp_matches(${text}, ${literal(pattern)})`),
    );
  }
});
