import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { overTexts, testDuckdb } from "../../../../test/harness/duckdb.ts";
import { isShouted } from "./text-checks.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;
/** Without the looks that keep ordinary texts from being counted. */
const counted = (text: string): boolean =>
  /\p{Lu}{3}|\p{Lu} \p{Lu}/u.test(text) && count(text, /\p{L}/gu) >= 10 && count(text, /\p{Lu}/gu) > 0.7 * count(text, /\p{L}/gu);

test("a text is shouted if it has ten letters or more and over seven of ten are capitals", async () => {
  const letters = (share: number) =>
    fc.oneof(
      { arbitrary: fc.constantFrom("A", "B", "Z", "É", "Я"), weight: share },
      { arbitrary: fc.constantFrom("a", "b", "z", "é", "я", "ß", "ǅ", "中"), weight: 10 - share },
      { arbitrary: fc.constantFrom(" ", " ", "-", "1", "@", "[", "`", "{", "—", "€"), weight: 2 },
    );
  const text = fc.integer({ min: 1, max: 9 }).chain((share) => fc.array(letters(share), { maxLength: 60, size: "max" }).map((all) => all.join("")));
  const texts = [
    ...[
      "",
      "ALL CAPITALS",
      "TEN LETTER",
      "NINE LETR",
      "DE Article No. 1 Care",
      "Hessel & Thrum in DE",
      "NEW: LINEN SHIRT xl",
      "ЛЬНЯНАЯ РУБАШКА",
    ],
    ...fc.sample(text, { numRuns: 5_000, seed: 18 }),
  ];
  const found = await overTexts(duckdb, texts, isShouted);
  expect(texts.filter((one, at) => found[at] !== counted(one))).toEqual([]);
  expect(found.filter((one) => one === true).length).toBeGreaterThan(100);
});
