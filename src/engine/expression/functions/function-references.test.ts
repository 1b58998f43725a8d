import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testRuns } from "../../../../test/harness/test-seed.ts";
import { calls } from "../../../../test/oracle/arbitrary-calls.ts";
import { cells } from "../../../../test/oracle/function-cells.ts";
import { given } from "../../../../test/oracle/given.ts";
import { REFERENCES } from "../../../../test/oracle/references.ts";
import { SPECIAL } from "../../../../test/oracle/special-texts.ts";
import { testDuckdb } from "../../../../test/harness/duckdb.ts";
import { isFunctionName } from "../../../../test/oracle/function-names.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const ROWS = 40;
const RUNS = 3 * testRuns;

describe("whatever the arguments, the SQL of a function yields what its reference yields", () => {
  test.each(Object.entries(REFERENCES))("%s", async (fn, reference) => {
    if (!isFunctionName(fn)) throw new Error(`${fn} is no function`);
    await fc.assert(
      fc.asyncProperty(calls(fn, ROWS, { special: SPECIAL[fn] ?? {} }), async (call) => {
        expect(await cells(duckdb, call)).toEqual(call.rows.map((row) => reference(given(row))));
      }),
      { numRuns: RUNS },
    );
  });
});
