import { lookForUnclean, readCleanColumns } from "../../src/engine/source/clean-columns.ts";
import type { TestDuckdb } from "./duckdb.ts";

/** The columns of a snapshot's file that hold one clean line in every row, as an extract finds them. */
export async function cleanColumnsOf(duckdb: TestDuckdb, source: string, columns: readonly string[]): Promise<readonly string[]> {
  const [found] = await duckdb.all(lookForUnclean(source, columns));
  return readCleanColumns(found, columns);
}
