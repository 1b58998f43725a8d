import type { CheckContext } from "../expression/check-faults.ts";
import { columnsInScope } from "../expression/read-expression.ts";
import { SOURCE_COLUMNS } from "../source/source-columns.ts";
import { attributeColumns, feedColumns } from "./feed-columns.ts";

/** How stored texts are read: they were checked when they were written, and what is gone since then reads as blank. */
export function storedContext(extraColumns: readonly string[], sourceColumns: readonly string[] = []): CheckContext {
  const canonical = SOURCE_COLUMNS.map(({ name }) => name);
  return {
    columns: columnsInScope([...new Set([...canonical, ...sourceColumns])], feedColumns(extraColumns), attributeColumns(extraColumns)),
    lenient: true,
    tables: null,
  };
}
