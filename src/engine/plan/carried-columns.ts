import type { Sql } from "../../kernel/sql.ts";
import { CARRIED_COLUMNS, type CarriedColumn } from "../channels/row-values.ts";
import type { ColumnScope } from "../expression/compile-expression.ts";
import { columnKey } from "../expression/expression.ts";
import { name, sql } from "../sql/fragment.ts";
import { cleaned, isUnclean } from "../sql/text-sql.ts";

/** Source columns that what a run's rows carry along for the channels is made of, by key. */
export const CARRIED_KEYS: readonly string[] = [...CARRIED_COLUMNS, "inventory_tracked"].map((column) =>
  columnKey({ side: "D", name: column }),
);

/** `its_…`, out of rows that still have their source columns. */
export function carriedValues(scope: ColumnScope): readonly Sql[] {
  const values: Readonly<Record<CarriedColumn, Sql>> = { sku: oneLine(scope.column("D", "sku").sql), inventory_quantity: stock(scope) };
  return CARRIED_COLUMNS.map((column) => sql`${values[column]} AS ${name(`its_${column}`)}`);
}

/** The quantity of a variant whose stock the shop doesn't track says nothing. */
function stock(scope: ColumnScope): Sql {
  const tracked = scope.column("D", "inventory_tracked").sql;
  return sql`CASE WHEN ${tracked} = 'false' THEN '' ELSE ${oneLine(scope.column("D", "inventory_quantity").sql)} END`;
}

/** A source value as the feed's values are: one clean line, blank rather than NULL. */
function oneLine(value: Sql): Sql {
  return sql`CASE WHEN ${isUnclean(value)} THEN ${cleaned(value)} ELSE coalesce(${value}, '') END`;
}
