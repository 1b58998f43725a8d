import { afterAll, describe, expect, test } from "vitest";
import { type RunRow, writeRun } from "../../../test/golden/run-rows.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { fileFlaws, idChange, priceChange, readFileFlaws, readIdChange, readPriceChange } from "./file-change.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const COLUMNS = ["id", "price"];
let rowId = 0;
/** A row whose row id no other run has, as after an export that spells everything otherwise. */
const row = (id: string, price = "1.00 USD", reason?: string): RunRow => {
  rowId += 1;
  return { rowId, values: [id, price], ...(reason === undefined ? {} : { reason }) };
};
const rows = (ids: string): readonly RunRow[] => [...ids].map((id) => row(id));
const out = (ids: string, reason = "Excluded"): readonly RunRow[] => [...ids].map((id) => row(id, "1.00 USD", reason));

async function compare(before: readonly RunRow[], after: readonly RunRow[]) {
  const [old, fresh] = [await writeRun(duckdb, "old", COLUMNS, before), await writeRun(duckdb, "fresh", COLUMNS, after)];
  const [ids] = await duckdb.all(idChange(old, fresh));
  const [prices] = await duckdb.all(priceChange(old, fresh, 10));
  const [flaws] = await duckdb.all(fileFlaws(fresh));
  return { ids: readIdChange(ids), prices: readPriceChange(prices), flaws: readFileFlaws(flaws) };
}

describe("ids that come and go are counted by the published id", () => {
  test.each([
    ["the same ids on other rows", rows("abc"), rows("cab"), { before: 3, after: 3, gone: 0, added: 0, unknown: 0 }],
    ["a replaced file", rows("abc"), rows("xyzw"), { before: 3, after: 4, gone: 3, added: 4, unknown: 4 }],
    ["an id that became excluded", rows("abc"), [...rows("ab"), ...out("c")], { before: 3, after: 2, gone: 1, added: 0, unknown: 0 }],
    ["an id that was excluded before", [...rows("ab"), ...out("c")], rows("abc"), { before: 2, after: 3, gone: 0, added: 1, unknown: 0 }],
    [
      "an id beyond the plan's allowance now",
      rows("abc"),
      [...rows("ab"), ...out("c", "Plan allowance (2) reached")],
      { before: 3, after: 2, gone: 0, added: 0, unknown: 0 },
    ],
    [
      "an id beyond the plan's allowance before",
      [...rows("ab"), ...out("c", "Plan allowance (2) reached")],
      rows("abc"),
      { before: 2, after: 3, gone: 0, added: 0, unknown: 0 },
    ],
    ["an id that several rows share", rows("aab"), rows("abb"), { before: 2, after: 2, gone: 0, added: 0, unknown: 0 }],
    ["nothing at all", [], [], { before: 0, after: 0, gone: 0, added: 0, unknown: 0 }],
  ])("%s", async (_, before, after, expected) => {
    expect((await compare(before, after)).ids).toEqual(expected);
  });
});

describe("prices", () => {
  test("are compared over products in both files, by their medians", async () => {
    const before = [row("a", "10.00 USD"), row("b", "20.00 USD"), row("c", "30.00 USD"), row("gone", "1.00 USD")];
    const after = [row("a", "100.00 USD"), row("b", "200.00 USD"), row("c", "300.00 USD"), row("new", "9000.00 USD")];
    expect((await compare(before, after)).prices).toMatchObject({ matchedBefore: 20, matchedAfter: 200 });
  });

  test("in another currency, of 0, without an amount or of rows left out are not compared", async () => {
    const before = [row("a", "10.00 USD"), row("b", "0.00 USD"), row("c", "10.00 USD"), row("d", "10.00 USD")];
    const after = [row("a", "9.00 EUR"), row("b", "10.00 USD"), row("c", "ask us"), row("d", "10.00 USD", "Excluded")];
    const nothing = { matchedBefore: null, matchedAfter: null, soldBefore: null, soldAfter: null };
    expect((await compare(before, after)).prices).toEqual({ ...nothing, before: 10, after: 9.5 });
  });

  test("that fell to 0 count, in files that have other prices too", async () => {
    const before = [row("a", "10.00 USD"), row("b", "20.00 USD"), row("c", "30.00 USD")];
    const after = [row("a", "0.00 USD"), row("b", "0.00 USD"), row("c", "30.00 USD")];
    expect((await compare(before, after)).prices).toMatchObject({ matchedBefore: 20, matchedAfter: 0, before: 20, after: 30 });
  });

  test("that fell below 0 count, and those that were below 0 don't", async () => {
    const before = [row("a", "10.00 USD"), row("b", "20.00 USD"), row("c", "-30.00 USD")];
    const after = [row("a", "-1.00 USD"), row("b", "-1.00 USD"), row("c", "30.00 USD")];
    expect((await compare(before, after)).prices).toMatchObject({ matchedBefore: 15, matchedAfter: -1, soldBefore: 15, soldAfter: -1 });
  });

  test("are those of sales where products have them", async () => {
    const columns = [...COLUMNS, "sale_price"];
    const file = (called: string, sale: string) =>
      writeRun(duckdb, called, columns, [
        { rowId: 1, values: ["a", "30.00 USD", sale] },
        { rowId: 2, values: ["b", "30.00 USD", sale] },
        { rowId: 3, values: ["c", "30.00 USD", ""] },
      ]);
    const [prices] = await duckdb.all(priceChange(await file("old", "20.00 USD"), await file("fresh", "0.20 USD"), 10));
    expect(readPriceChange(prices)).toMatchObject({ matchedBefore: 30, matchedAfter: 30, soldBefore: 20, soldAfter: 0.2 });
  });

  test("without a currency are counted, and so are blank ones; those of rows left out are not", async () => {
    const after = [row("a", "9.00"), row("b", "9.00 USD"), row("c", ""), row("d", "9.00", "Excluded"), row("e", "12")];
    expect((await compare([], after)).flaws).toEqual({ duplicatesLeftOut: 0, barePrices: 2, blankPrices: 1 });
  });

  test("with a currency and no amount that can be read count like blank ones", async () => {
    const after = [row("a", "9,90 USD"), row("b", "from 9.90 USD"), row("c", "-9.90 USD"), row("d", "9,90 USD", "Excluded")];
    expect((await compare([], after)).flaws).toEqual({ duplicatesLeftOut: 0, barePrices: 0, blankPrices: 2 });
  });
});

test("rows left out because they repeat an id are counted, rows left out for other reasons are not", async () => {
  const after = [...rows("abc"), ...out("ab", "Duplicate id: it is the id of an earlier row"), ...out("c")];
  expect((await compare([], after)).flaws).toMatchObject({ duplicatesLeftOut: 2 });
});

test("a sample of a large file holds the same products of both files", async () => {
  const catalog = (price: number) => Array.from({ length: 400 }, (_, at) => row(`p${at}`, `${price}.00 USD`));
  const [old, fresh] = [await writeRun(duckdb, "old", COLUMNS, catalog(10)), await writeRun(duckdb, "fresh", COLUMNS, catalog(100))];
  const [sampled] = await duckdb.all(priceChange(old, fresh, 1_000_000));
  expect(readPriceChange(sampled)).toEqual({
    ...{ matchedBefore: 10, matchedAfter: 100, before: 10, after: 100, soldBefore: 10, soldAfter: 100 },
  });
});

test("a run without the columns asked for has no price and one blank id", async () => {
  const [old, fresh] = [
    await writeRun(duckdb, "old", ["title"], [{ rowId: 1, values: ["A"] }]),
    await writeRun(duckdb, "fresh", COLUMNS, rows("a")),
  ];
  const [ids] = await duckdb.all(idChange(old, fresh));
  const [prices] = await duckdb.all(priceChange(old, fresh, 10));
  expect(readIdChange(ids)).toEqual({ before: 1, after: 1, gone: 1, added: 1, unknown: 1 });
  expect(readPriceChange(prices)).toMatchObject({ matchedAfter: null, before: null, after: 1 });
});
