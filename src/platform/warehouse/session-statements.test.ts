import { expect, test } from "vitest";
import { requireSessionStatement } from "./session-statements.ts";

const run = (text: string): void => requireSessionStatement(text, "/scratch/mine");

test.each([
  "CREATE TEMP TABLE t AS SELECT 'it''s; -- $1 /* )' AS a, \"odd ( name\" FROM 'x.parquet'",
  "COPY (SELECT ')' AS a, (1 - -1) AS b) TO '/scratch/mine/a.parquet' (FORMAT parquet)",
  "COPY (SELECT 1) TO '/scratch/mine/a.csv' (FORMAT csv, QUOTE '', DELIMITER E'\\x01')",
  "COPY rows TO '/scratch/mine/it''s.parquet'",
  "INSERT INTO t SELECT 1",
  "DROP TABLE IF EXISTS t",
])("a session may make tables, and write into its folder: %s", (text) => {
  expect(() => run(text)).not.toThrow();
});

test.each([
  ["another's folder", "COPY (SELECT 1) TO '/scratch/other/a.parquet'"],
  ["a folder whose name begins alike", "COPY (SELECT 1) TO '/scratch/mine2/a.parquet'"],
  ["a way out of the folder", "COPY (SELECT 1) TO '/scratch/mine/../other/a.parquet'"],
  ["a target before the statement's own", "COPY (SELECT 1) TO '/scratch/other/a' (FORMAT csv, NULL ') TO ''/scratch/mine/a''')"],
  ["a second statement", "CREATE TABLE t AS SELECT 1; COPY t TO '/scratch/other/a'"],
  ["a comment that hides the rest", "COPY (SELECT 1) TO '/scratch/other/a' -- ' TO '/scratch/mine/a'"],
  ["a comment that hides a quote", "COPY (SELECT /* ' */ 1) TO '/scratch/other/a' /* ' TO '/scratch/mine/a' */"],
  ["an escaped quote", "COPY (SELECT E'\\' ) TO ''/scratch/mine/a'' (') TO '/scratch/other/a'"],
  ["an escaped quote behind a doubled one", "COPY (SELECT E'''\\' ) TO ''/scratch/mine/a'' (') TO '/scratch/other/a'"],
  ["a quote in dollars", "COPY (SELECT $$'$$) TO '/scratch/other/a' (NULL $$' TO '/scratch/mine/a'$$)"],
  ["a statement inside another", "EXPLAIN ANALYZE COPY (SELECT 1) TO '/scratch/other/a'"],
  ["a database in a file", "ATTACH '/scratch/other/a.db'"],
  ["an export of everything", "EXPORT DATABASE '/scratch/other'"],
  ["brackets that don't match", "COPY (SELECT 1)) TO '/scratch/mine/a'"],
])("a session is refused %s", (_what, text) => {
  expect(() => run(text)).toThrow(/session/);
});
