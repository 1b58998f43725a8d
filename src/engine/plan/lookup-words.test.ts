import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../test/harness/test-seed.ts";
import { feedDefinition, mappingsOf, readRules } from "../../../test/golden/feed-run.ts";
import { ranRows } from "../../../test/golden/opened-feed.ts";
import { testDuckdb } from "../../../test/harness/duckdb.ts";
import { writeSourceFile } from "../../../test/harness/source-file.ts";
import { keyAmongWords } from "../../../test/oracle/key-among-words.ts";
import { literal, sql, list, join } from "../sql/fragment.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const COLUMNS = ["id", "product_id", "status", "published", "title"];
let files = 0;

/** What an extract by a table of these keys (each with itself in brackets) makes of titles. */
async function extracted(keys: readonly string[], titles: readonly string[]): Promise<readonly (string | undefined)[]> {
  files += 1;
  const file = duckdb.file(`keys-${files}.parquet`);
  const values = keys.map((key) => sql`(${list([literal(key), literal(`<${key}>`)])})`);
  await duckdb.run(
    sql`COPY (SELECT lower(k1) AS k1, v1 FROM (VALUES ${join(values, sql`, `)}) v(k1, v1)) TO ${literal(file)} (FORMAT parquet)`,
  );
  const source = await writeSourceFile(
    duckdb,
    COLUMNS,
    titles.map((title) => ({ title })),
    `titles-${files}.parquet`,
  );
  const feed = {
    source,
    sourceColumns: COLUMNS,
    cleanColumns: [],
    cells: {},
    overrides: {},
    tables: new Map([["words", { file, columns: ["value"] }]]),
    cellsMax: 1_000,
  };
  const rules = readRules([{ type: "extract", target: "color", from: "[D]title", lookup: "words", default: "none" }]);
  return (await ranRows(duckdb, feed, feedDefinition({ rules, mappings: { ...mappingsOf(), title: "title" } }))).map(
    ({ fields }) => fields["color"],
  );
}

describe("an extract by a lookup table", () => {
  test("finds keys as whole words, the longest first, whatever stands between their words", async () => {
    const keys = ["blue", "navy blue", "red", "t-shirt", "grün"];
    const titles = ["A Navy  Blue coat", "Bluebird", "RED/blue", "T Shirt, red", "Mantel (GRÜN)", "", "navy", "blue-red navy blue"];
    expect(await extracted(keys, titles)).toEqual(["<navy blue>", "none", "<blue>", "<t-shirt>", "<grün>", "none", "none", "<navy blue>"]);
  });

  test("finds no key that begins or ends beside a word: C++ is not C", async () => {
    expect(await extracted(["c++", "-d", "vitamin c"], ["C++ and C", "-d", "d", "Vitamin C"])).toEqual([
      "none",
      "none",
      "none",
      "<vitamin c>",
    ]);
  });

  test("is what the reference finds, in any texts", async () => {
    const word = fc.constantFrom("a", "b", "A b", "a-b", "ab", "b a b", "é", "E\u0301", "ß", "日本", "x_1", "'", "a.", ".a");
    const title = fc
      .array(fc.tuple(word, fc.constantFrom(" ", "", "-", ", ", "\n")), { maxLength: 8 })
      .map((parts) => parts.flat().join(""));
    const property = fc.asyncProperty(
      fc.uniqueArray(word, { minLength: 1, maxLength: 8, selector: (key) => key.toLowerCase() }),
      fc.array(title, { minLength: 1, maxLength: 12 }),
      async (keys, titles) => {
        const table = new Map(keys.map((key) => [key.toLowerCase(), `<${key}>`]));
        expect(await extracted(keys, titles)).toEqual(titles.map((text) => table.get(keyAmongWords(text, table)) ?? "none"));
      },
    );
    await fc.assert(property, { numRuns: 8 * testRuns });
  });
});
