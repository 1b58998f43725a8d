import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { testRuns } from "../../../../test/harness/test-seed.ts";
import { overTexts, readable, testDuckdb } from "../../../../test/harness/duckdb.ts";
import { given } from "../../../../test/oracle/given.ts";
import { REFERENCES } from "../../../../test/oracle/references.ts";
import type { Sql } from "../../../kernel/sql.ts";
import { sql } from "../../sql/fragment.ts";
import { asText, textTerm } from "../term.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { sentenceCase, titleCase } from "./text-case.ts";

/** Titles that are seen to be right already, or of plain words, are spared the long way: whatever stands at its border, both agree. */

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const FUNCTIONS = { title_case: titleCase, sentence_case: sentenceCase } as const;
const cased = (entry: FunctionEntry, texts: readonly string[]): Promise<readonly unknown[]> =>
  overTexts(duckdb, texts, (text: Sql) => asText(entry.compile([textTerm(text)], { now: sql`NULL` })));
const expected = (fn: string, texts: readonly string[]): readonly unknown[] =>
  texts
    .map((value) => REFERENCES[fn]?.(given([{ type: "text", value }])))
    .map((value) => (value?.type === "text" ? value.value : undefined));

const BORDER = [
  "",
  " ",
  "'",
  "Blue Shirt",
  "blue Shirt",
  "Blue shirt",
  "BLUE Shirt",
  "O'neil",
  "O'Neil",
  "'Tis",
  "'tis",
  "Rock 'n' Roll",
  "Rock ''N Roll",
  "Men’s",
  "Men’S",
  "’s",
  "T-Shirt",
  "T-shirt",
  "T_Shirt",
  "T_shirt",
  "_a",
  "_A",
  "3XL",
  "3xl",
  "Über Ärmel",
  "über Ärmel",
  "ÜBer",
  "ß",
  "Straße",
  "ÿ",
  "µ",
  "Ÿ",
  "A×B",
  "A÷b",
  "Ñandú 100 % «Größe»",
  "Платье Синее",
  "Платье синее",
  "ПЛатье",
  "Ёлка",
  "حذاء Yarrow",
  "حذاءY",
  "靴 Yarrow",
  "靴Yarrow",
  "👩🏽‍🎤 Star",
  "A\uFE0FB",
  "A👍\uFE0FB",
  "A\u0301B",
  "A \u0301B",
  "A\u200DB",
  "A\u2019B",
  "A\u2018B",
  "①A",
  "½A",
  "ªA",
  "Soft. wash",
  "Soft. Wash",
  "SOFT.wash",
  "Soft.",
  "soft!? ",
  "soft… x",
  "(soft) x",
  "a.b. c",
  "3.5 CM",
  ". A b",
  "a\nb. C",
];

/** Without letters that JavaScript makes several of and DuckDB one, and without those that not both of them know yet. */
function oneToOne(text: string): string {
  const known = [...readable(text)].filter((letter) => letter < "\u0180" || /[\u0370-\u04FF]/u.test(letter));
  return known.filter((letter) => [...letter.toUpperCase(), ...letter.toLowerCase()].length === 2).join("");
}

const piece = fc.constantFrom(
  ..."aAbBzZ059_ '’.-!?…,&/\t\nßÄäÿÑ×÷µªºπПпЁё①½靴حΣσς".split(""),
  "\u0301",
  "\uFE0F",
  "\u200D",
  "\u00A0",
  "\u2018",
  "👍",
  "𝐌",
);
const texts = fc.array(
  fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
    fc.constantFrom(...BORDER),
    fc.string({ unit: fc.integer({ min: 1, max: 0x500 }).map((point) => String.fromCodePoint(point)), maxLength: 8 }).map(oneToOne),
  ),
  { minLength: 200, maxLength: 200 },
);

test.each(["title_case", "sentence_case"] as const)("%s yields what its reference yields, at the border of each way", async (fn) => {
  expect(await cased(FUNCTIONS[fn], BORDER)).toEqual(expected(fn, BORDER));
});

test.each(["title_case", "sentence_case"] as const)("%s yields what its reference yields, of texts of such pieces", async (fn) => {
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      expect(await cased(FUNCTIONS[fn], values)).toEqual(expected(fn, values));
    }),
    { numRuns: 10 * testRuns },
  );
});
