import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../../test/harness/test-seed.ts";
import { pieced } from "../../../../test/oracle/arbitrary-calls.ts";
import { cells, NOW, type Slot } from "../../../../test/oracle/function-cells.ts";
import { given, lower, points, textOf } from "../../../../test/oracle/given.ts";
import { DATES } from "../../../../test/oracle/references/dates.ts";
import { date, text, type Value } from "../../../../test/oracle/values.ts";
import { readable, testDuckdb } from "../../../../test/harness/duckdb.ts";
import { patternFault } from "../pattern.ts";
import { sql } from "../../sql/fragment.ts";
import { FORMAT_CODES, formatFault, PARSE_CODES } from "./date-format.ts";
import type { FunctionName } from "./function-catalogue.ts";
import { groupsOf } from "./patterns.ts";
import { regexReplace } from "./text-replace.ts";
import { priceEnding } from "./money.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const TEXT: Slot = { column: "text" };

/** What a function of texts makes of each. */
async function each(fn: FunctionName, texts: readonly string[], ...more: readonly (readonly string[])[]): Promise<readonly string[]> {
  const rows = texts.map((value, at) => [text(value), ...more.map((others) => text(others[at] ?? ""))]);
  return (await cells(duckdb, { fn, slots: [TEXT, ...more.map(() => TEXT)], rows })).map(textOf);
}

const many = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: 50, maxLength: 50 });
const anyText = fc.string({ unit: "binary", maxLength: 12 }).map(readable);
const texts = many(fc.oneof(pieced(10), anyText));

const holds = (property: fc.IAsyncProperty<unknown>): Promise<void> => fc.assert(property, { numRuns: 4 * testRuns });

describe("reverse", () => {
  const sorted = (value: string): string => points(value).toSorted().join("");

  test("keeps every character", async () => {
    await holds(
      fc.asyncProperty(texts, async (values) => {
        expect((await each("reverse", values)).map(sorted)).toEqual(values.map(sorted));
      }),
    );
  });

  test("turns plain text around, and turned around again it is as before", async () => {
    const plain = many(fc.string({ unit: fc.constantFrom(...points("abcXYZ 0189-.,éÄ日")), maxLength: 20 }));
    await holds(
      fc.asyncProperty(plain, async (values) => {
        const reversed = await each("reverse", values);
        expect(reversed).toEqual(values.map((value) => points(value).toReversed().join("")));
        expect(await each("reverse", reversed)).toEqual(values);
      }),
    );
  });

  test("leaves an accent with its letter", async () => {
    expect(await each("reverse", ["ae\u0301b"])).toEqual(["be\u0301a"]);
  });
});

describe("html_decode", () => {
  test("undoes html_encode", async () => {
    await holds(
      fc.asyncProperty(texts, async (values) => {
        expect(await each("html_decode", await each("html_encode", values))).toEqual(values);
      }),
    );
  });

  test("leaves a text without an ampersand as it is", async () => {
    const plain = many(anyText.map((value) => value.replaceAll("&", "")));
    await holds(
      fc.asyncProperty(plain, async (values) => {
        expect(await each("html_decode", values)).toEqual(values);
      }),
    );
  });

  test.each([
    ["&lt;b&gt; x\n y", "<b> x\n y"],
    ["&amp;amp;", "&amp;"],
    ["AT&T &unknown; &", "AT&T &unknown; &"],
    ["a&nbsp;b", "a b"],
    ["<p>&eacute;&#8364;&#x20AC;</p>", "<p>é€€</p>"],
  ])("%j becomes %j", async (encoded, decoded) => {
    expect(await each("html_decode", [encoded])).toEqual([decoded]);
  });
});

describe("strip_html", () => {
  test("leaves words without markup as they are, but for white space", async () => {
    const plain = many(pieced(10).map((value) => value.replaceAll(/[&<]/g, "")));
    await holds(
      fc.asyncProperty(plain, async (values) => {
        expect(await each("strip_html", values)).toEqual(await each("collapse_spaces", values));
      }),
    );
  });

  test("leaves no tag, whatever they hold", async () => {
    const tagged = many(fc.tuple(pieced(3), fc.constantFrom("p", "b", "br/", "div class='x'", "!-- c --"), pieced(3)));
    await holds(
      fc.asyncProperty(tagged, async (values) => {
        const stripped = await each(
          "strip_html",
          values.map(([before, tag, after]) => `${before.replaceAll(/[&<]/g, "")}<${tag}>${after.replaceAll(/[&<]/g, "")}`),
        );
        expect(stripped.filter((value) => value.includes("<"))).toEqual([]);
      }),
    );
  });
});

describe("strip_emoji", () => {
  /** Unicode's own list, but for signs that are as much typography as pictures. */
  const pictographs = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u20E3]/u;
  const kept = /[\u00A9\u00AE\u203C\u2049\u2122\u2139\u2194-\u2199\u21A9\u21AA\u24C2\u3030\u303D\u3297\u3299]/u;

  test("no pictograph of Unicode is left, and every letter, digit and punctuation mark stays", async () => {
    const codes = Array.from({ length: 0x1fb00 }, (_, code) => code).filter(
      (code) => code > 31 && (code < 0xd800 || code > 0xf8ff) && code !== 0xfeff,
    );
    const characters = codes.map((code) => String.fromCodePoint(code));
    // Each stands between two U+0001, which parts the answer again.
    const rows = Array.from({ length: Math.ceil(characters.length / 500) }, (_, row) => characters.slice(500 * row, 500 * (row + 1)));
    const stripped = await each(
      "strip_emoji",
      rows.map((row) => `\u0001${row.join("\u0001")}\u0001`),
    );
    const found = stripped.flatMap((row) => row.split("\u0001").slice(1, -1));
    expect(found).toHaveLength(characters.length);
    const isPictograph = (character: string): boolean => pictographs.test(character) && !kept.test(character);
    const isWriting = (character: string): boolean =>
      /[\p{L}\p{N}\p{P}\p{Sc}]/u.test(character) && !/[\u{1F000}-\u{1FAFF}]/u.test(character);
    expect(characters.filter((character, at) => isPictograph(character) && found[at]?.trim() !== "")).toEqual([]);
    expect(characters.filter((character, at) => isWriting(character) && found[at] !== character)).toEqual([]);
  });

  test.each([
    ["Nice👍shirt", "Nice shirt"],
    ["1\uFE0F\u20E3 first", "1 first"],
    ["family 👨‍👩‍👧 size", "family size"],
    ["flags 🇩🇪🇫🇷", "flags"],
    ["Acme® ©2026 ™", "Acme® ©2026 ™"],
    ["क्\u200Dष", "क्\u200Dष"],
    ["❝quoted❞ ➊", "❝quoted❞ ➊"],
  ])("%j becomes %j", async (before, after) => {
    expect(await each("strip_emoji", [before])).toEqual([after]);
  });
});

describe("similarity", () => {
  const words = many(fc.oneof(fc.string({ unit: fc.constantFrom(...points("abcABC é")), maxLength: 8 }), pieced(4)));

  test("is from 0 to 1, the same both ways, and 1 exactly for what is equal but for case", async () => {
    await holds(
      fc.asyncProperty(words, words, async (a, b) => {
        const there = (await each("similarity", a, b)).map(Number);
        expect((await each("similarity", b, a)).map(Number)).toEqual(there);
        expect(there.filter((value) => value < 0 || value > 1)).toEqual([]);
        const equal = a.map((value, at) => value !== "" && lower(value) === lower(b[at] ?? ""));
        expect(there.map((value) => value === 1)).toEqual(equal);
      }),
    );
  });

  test("sees the first 200 characters", async () => {
    const start = "é".repeat(200);
    expect(await each("similarity", [`${start}a`], [`${start}b`])).toEqual(["1"]);
  });
});

describe("dates", () => {
  const DAY = 86_400_000;
  const moments = many(fc.integer({ min: 10_000, max: 24_000 }).map((day) => day * DAY + 45_296_000));

  test.each(["%Y-%m-%d %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%d %B %Y, %H:%M:%S", "%j/%Y %H%M%S", "%b %d %y %H:%M:%S"])(
    "a date reads back from the format %j",
    async (format) => {
      const slots: readonly Slot[] = [TEXT, { literal: text(format) }];
      const later = (found: number): number => (format.includes("%y") ? Math.max(found, 0) : found);
      await holds(
        fc.asyncProperty(moments, async (drawn) => {
          const values = drawn.map(later);
          const rows = values.map((moment): readonly Value[] => [
            DATES["date_format"]?.(given([date(moment), text(format)])) ?? text(""),
            text(format),
          ]);
          expect(await cells(duckdb, { fn: "date", slots, rows })).toEqual(values.map(date));
        }),
      );
    },
  );

  test.each(["2026-02-29", "2026-13-01", "21.11.2026", "2026-11-21T25:00:00Z", "0000-05-05", "9999-12-31T23:30:00-01:00", "tomorrow", ""])(
    "%j is no date",
    async (written) => {
      expect(await each("date", [written])).toEqual([""]);
    },
  );

  test("now_at_run is the start of the run in every row", async () => {
    expect(await cells(duckdb, { fn: "now_at_run", slots: [], rows: [[], []] })).toEqual([date(NOW), date(NOW)]);
  });
});

describe("literals are judged when they are written", () => {
  test.each(["%Y-%m-%d", "%H:%M Uhr", "%%", "%-d.%-m.", "%A"])("%j is a format of date_format", (format) => {
    expect(formatFault(format, FORMAT_CODES)).toBeUndefined();
  });

  test.each(["", " ", "%Z", "%", "100%", "%-H", "%s", `%Y${"x".repeat(100)}`])("%j is none", (format) => {
    expect(formatFault(format, FORMAT_CODES)).toBeTypeOf("string");
  });

  test("every code of a format is one that DuckDB knows", async () => {
    for (const code of FORMAT_CODES)
      await expect(duckdb.all(sql`SELECT strftime(TIMESTAMP '2026-11-21', ${{ ...sql``, text: `'${code}'` }})`)).resolves.toHaveLength(1);
    expect(PARSE_CODES.every((code) => FORMAT_CODES.some((known) => known === code))).toBe(true);
  });

  const faultOf = (entry: typeof regexReplace, at: number, written: string): string | undefined => {
    const literal = entry.parameters[at]?.literal;
    return literal?.form === "text" ? literal.fault?.(written) : undefined;
  };

  test.each(["", "x", "\\0 \\1 \\9", "\\\\", "$1"])("%j is a replacement", (written) => {
    expect(faultOf(regexReplace, 2, written)).toBeUndefined();
  });

  test.each(["\\", "\\n", "a\\", "\\1".repeat(21), "x".repeat(1_001)])("%j is none", (written) => {
    expect(faultOf(regexReplace, 2, written)).toBeTypeOf("string");
  });

  test.each(["0.99", ".99", "0", "9.99", "99", "949.95"])("%j is an ending", (written) => {
    expect(faultOf(priceEnding, 1, written)).toBeUndefined();
  });

  test.each(["", ".", "-0.99", "0.99 USD", "1e2", "ninety", "1234567890"])("%j is none", (written) => {
    expect(faultOf(priceEnding, 1, written)).toBeTypeOf("string");
  });
});

describe("the groups of a pattern are counted", () => {
  test.each([
    ["a", 0],
    ["(a)(b)", 2],
    ["(?:a)(?i)b", 0],
    ["(?P<year>[0-9]+)-(?:a)", 1],
    ["\\(a\\)", 0],
    ["[(](a)", 1],
    ["[]()](a)", 1],
    ["[^]()](a)", 1],
    ["[[:alpha:](](a)", 1],
    ["[\\](](a)", 1],
    ["\\Q(a)\\E(b)", 1],
    ["((a)|(b))", 3],
  ])("%j has %d", async (pattern, groups) => {
    expect(groupsOf(pattern)).toBe(groups);
    expect(patternFault(pattern)).toBeUndefined();
    const last = await cells(duckdb, {
      fn: "regex_extract",
      slots: [TEXT, { literal: text(pattern) }],
      rows: [[text("ab"), text(pattern)]],
    });
    expect(last).toHaveLength(1);
  });
});
