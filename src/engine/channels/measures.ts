import type { Sql } from "../../kernel/sql.ts";
import { literal, sql } from "../sql/fragment.ts";

/** A number and a unit, as a pattern that ignores case: `1.5 kg`. A decimal comma isn't accepted, because `1,5 kg` would be read as 1 or 15. */
export const measureForm = (units: readonly string[]): string => `(?i)([0-9]{1,9}(?:\\.[0-9]{1,6})?) ?(${units.join("|")})`;

/** The number of a measure; blank if the text isn't one. */
export const measuredNumber = (text: Sql, units: readonly string[]): Sql =>
  sql`regexp_extract(${text}, ${literal(`^${measureForm(units)}$`)}, 1)`;

/** Its unit as the table spells it. */
export const measuredUnit = (text: Sql, units: readonly string[]): Sql =>
  sql`lower(regexp_extract(${text}, ${literal(`^${measureForm(units)}$`)}, 2))`;
