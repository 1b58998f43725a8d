import { expect, test } from "vitest";
import { ROW_GROUP_ROWS } from "../../engine/sql/parquet.ts";
import { ONE_THREAD_ROWS } from "./child-shares.ts";
import { threadsFor } from "./session-pool.ts";

test("the wider a catalog, the fewer threads a session gets of its memory, and never none", () => {
  const threads = (columns: number, memoryLimitBytes = 1e9): number => threadsFor(columns, { threads: 8, memoryLimitBytes });
  expect([0, 50, 250, 500, 1_000].map((columns) => threads(columns))).toEqual([8, 8, 8, 4, 2]);
  expect(threads(1_000, 128e6)).toBe(1);
});

test("a session gets one thread for what lies in one row group", () => {
  expect(ONE_THREAD_ROWS).toBe(ROW_GROUP_ROWS);
});
