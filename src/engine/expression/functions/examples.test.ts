import { afterAll, describe, expect, test } from "vitest";
import { testDuckdb } from "../../../../test/harness/duckdb.ts";
import { entriesOf } from "../../../kernel/unsafe.ts";
import { sql } from "../../sql/fragment.ts";
import { compileExpression } from "../compile-expression.ts";
import { readExpression } from "../read-expression.ts";
import { asText } from "../term.ts";
import { FUNCTIONS } from "./function-catalogue.ts";

const duckdb = await testDuckdb();
afterAll(() => duckdb[Symbol.asyncDispose]());

const NOTHING = { columns: { source: new Map(), output: new Map(), attributes: new Map() }, lenient: false, tables: null };

describe("every example of the reference yields what it says", () => {
  test.each(entriesOf(FUNCTIONS).flatMap(([name, { examples }]) => examples.map(([written, result]) => [name, written, result])))(
    "%s: %s is %j",
    async (_name, written, result) => {
      const read = readExpression(written, NOTHING);
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      const scope = { now: sql`TIMESTAMP '2026-11-21 12:34:56'`, column: () => ({ type: "text", sql: sql`''`, reads: "text" }) as const };
      const [row] = await duckdb.all(sql`SELECT ${asText(compileExpression(read.expression, scope))} AS value`);
      expect(row?.["value"]).toBe(result);
    },
  );
});
