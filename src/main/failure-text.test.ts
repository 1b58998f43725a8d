import { expect, test } from "vitest";
import { PlainError } from "../kernel/errors.ts";
import { WarehouseRefused } from "../platform/warehouse/warehouse-port.ts";
import { failureText } from "./failure-text.ts";

test("a command that ran out of memory says which limit to raise, in one sentence", () => {
  const message = "A query needed more memory than DuckDB may use. Raise DUCKDB_MEMORY_LIMIT (now 200MB).";
  const refused = new WarehouseRefused("Out of Memory Error: failed to pin block\nPossible solutions:\n* Reducing the number of threads", {
    ...{ code: "out_of_memory", message, passes: false },
  });
  expect(failureText(refused)).toBe(message);
});

test("other failures say what was thrown", () => {
  expect(failureText(new PlainError("config_invalid", "PORT isn't a number."))).toBe("PORT isn't a number.");
  expect(failureText(new WarehouseRefused("Parser Error"))).toBe("Feedwright stopped: WarehouseRefused: Parser Error");
});
