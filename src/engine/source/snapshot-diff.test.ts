import { afterAll, describe, expect, test } from "vitest";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { snapshotDifference, type SnapshotSide } from "./snapshot-diff.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

let files = 0;
/** A snapshot of rows by their ids, with their values in the order of the columns. */
async function side(columns: readonly string[], rows: Readonly<Record<number, readonly string[]>>): Promise<SnapshotSide> {
  files += 1;
  const file = duckdb.file(`side-${files}.parquet`);
  const values = Object.entries(rows).map(([id, row]) => sql`(${list([integer(Number(id)), ...row.map(literal)])})`);
  const places = columns.map((_, at) => name(`s${at + 1}`));
  const all = sql`SELECT * FROM (VALUES ${join(values, sql`, `)}) v(${list([name("row_id"), ...places])})`;
  await duckdb.run(sql`COPY (${all}) TO ${literal(file)} (FORMAT parquet)`);
  return { file, columns };
}

const difference = async (before: SnapshotSide, after: SnapshotSide) => {
  const [row] = await duckdb.all(snapshotDifference(before, after));
  return ["added", "removed", "changed"].map((count) => Number(row?.[count]));
};

describe("what a snapshot brings against another", () => {
  test("is counted by rows that came, went and differ", async () => {
    const before = await side(["title", "vendor"], { 1: ["Scarf", "Acme"], 2: ["Tea", "Acme"], 3: ["Cup", ""] });
    const after = await side(["title", "vendor"], { 2: ["Tea", "Other"], 3: ["Cup", ""], 4: ["Pot", ""], 5: ["Pan", ""] });
    expect(await difference(before, after)).toEqual([2, 1, 1]);
    expect(await difference(after, before)).toEqual([1, 2, 1]);
    expect(await difference(after, after)).toEqual([0, 0, 0]);
  });

  test("is told by the names of columns, wherever they stand; one that is not there is blank", async () => {
    const before = await side(["title", "vendor"], { 1: ["Scarf", "Acme"], 2: ["Tea", "Acme"] });
    const turned = await side(["vendor", "title", "metafield-care"], { 1: ["Acme", "Scarf", ""], 2: ["Acme", "Tea", "Hand wash"] });
    expect(await difference(before, turned)).toEqual([0, 0, 1]);
    expect(await difference(turned, before)).toEqual([0, 0, 1]);
  });

  test("is a change where a value has only moved to the next column", async () => {
    const before = await side(["title", "vendor"], { 1: ["Acme", ""] });
    const after = await side(["title", "vendor"], { 1: ["", "Acme"] });
    expect(await difference(before, after)).toEqual([0, 0, 1]);
  });

  test("does not look at columns that nobody sees", async () => {
    const before = await side(["title", "body_text"], { 1: ["Scarf", "Warm"] });
    const after = await side(["title", "body_text"], { 1: ["Scarf", "Soft"] });
    expect(await difference(before, after)).toEqual([0, 0, 0]);
  });
});
