import type { Sql } from "../../kernel/sql.ts";
import { sql } from "../sql/fragment.ts";
import type { ChannelInput } from "./channel-input.ts";
import type { OwnCells } from "./cells.ts";

const COLUMN = "sale_price_effective_date";

/** Google reads offsets from UTC without a colon, too (`+0000`); the channels that take after Meta want one. */
export function saleDatesWithColons({ rows }: ChannelInput): OwnCells {
  return rows.has(COLUMN) ? { [COLUMN]: { value: withColons(rows.of(COLUMN)), reads: [COLUMN] } } : {};
}

function withColons(text: Sql): Sql {
  return sql`regexp_replace(${text}, '(T[0-9:.]+[+-][0-9]{2})([0-9]{2})(/|$)', '\\1:\\2\\3', 'g')`;
}
