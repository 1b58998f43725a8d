import type { Sql } from "../../kernel/sql.ts";
import { name, sql } from "../sql/fragment.ts";
import { dateOf, numberOf } from "../sql/text-sql.ts";

const TEXTS = {
  sku: "sku",
  title: "title",
  price: "price",
  compare_at_price: "compare_at_price",
  currency: "currency",
  image_url: "image_src",
  vendor: "vendor",
  product_type: "product_type",
  status: "status",
} as const;
const TIMES = ["created_at", "updated_at"] as const;

/** What a list of products answers of a row. */
export interface ProductMember {
  readonly member: string;
  /** In the rows of `source.parquet`: text, or for a quantity an integer; blank is NULL. */
  readonly sql: Sql;
}

/** The members in their order, out of a snapshot of these columns. */
export function productMembers(columns: readonly string[]): readonly ProductMember[] {
  const of = (column: string): Sql => sourceColumn(columns, column);
  return [
    ...Object.entries(TEXTS).map(([member, column]) => ({ member, sql: sql`nullif(${of(column)}, '')` })),
    { member: "inventory_quantity", sql: sql`TRY_CAST(${numberOf(of("inventory_quantity"))} AS BIGINT)` },
    ...TIMES.map((column) => ({ member: column, sql: sql`strftime(${dateOf(of(column))}, '%Y-%m-%dT%H:%M:%SZ')` })),
  ];
}

/** A column by its place among `s1…`; blank where the snapshot has none of that name. */
export function sourceColumn(columns: readonly string[], column: string): Sql {
  const at = columns.indexOf(column);
  return at === -1 ? sql`''` : name(`s${at + 1}`);
}
