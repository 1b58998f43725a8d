import type { Sql } from "../../kernel/sql.ts";
import { CARRIED_COLUMNS } from "../channels/row-values.ts";
import type { ColumnScope } from "../expression/compile-expression.ts";
import { columnKey } from "../expression/expression.ts";
import { name, sql } from "../sql/fragment.ts";
import { cleaned, isUnclean } from "../sql/text-sql.ts";

/** Source columns that a run's rows carry along for the channels, by key. */
export const CARRIED_KEYS: readonly string[] = CARRIED_COLUMNS.map((column) => columnKey({ side: "D", name: column }));

/** `its_…`, out of rows that still have their source columns. */
export function carriedValues(scope: ColumnScope): readonly Sql[] {
  return CARRIED_COLUMNS.map((column) => sql`${oneLine(scope.column("D", column).sql)} AS ${name(`its_${column}`)}`);
}

/** A source value as the feed's values are: one clean line, blank rather than NULL. */
function oneLine(value: Sql): Sql {
  return sql`CASE WHEN ${isUnclean(value)} THEN ${cleaned(value)} ELSE coalesce(${value}, '') END`;
}
