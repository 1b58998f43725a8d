import { countFound, foundPage, orderedPage } from "../../engine/run/run-list.ts";
import { name } from "../../engine/sql/fragment.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { ResidentTable, ShopWarehouse } from "../../platform/warehouse/warehouse-port.ts";

/** Which rows are on a page, in its order, and how many there are in all. */
export interface OrdsOfPage {
  readonly ords: readonly number[];
  readonly total: number;
}

interface Found {
  /** `ord` of the rows that are looked for. */
  readonly query: Sql;
  /** What the query reads. */
  readonly tables: readonly ResidentTable[];
  readonly order: ResidentTable | null;
}

export interface PageBounds {
  readonly limit: number;
  readonly offset: number;
  readonly descending: boolean;
}

/** One page of all rows, which are numbered from 0 in feed order. */
export async function pageOfAll(
  warehouse: ShopWarehouse,
  { total, order }: { readonly total: number; readonly order: ResidentTable | null },
  page: PageBounds,
): Promise<OrdsOfPage> {
  if (order !== null) {
    const found = await warehouse.query(orderedPage(name(order.name), page), { resident: [order] });
    return { ords: found.map((row) => Number(row["ord"])), total };
  }
  const length = Math.max(0, Math.min(page.limit, total - page.offset));
  const ords = Array.from({ length }, (_, at) => (page.descending ? total - 1 - page.offset - at : page.offset + at));
  return { ords, total };
}

/** One page of what a query finds. They are counted on the way; only a page past the end needs a second look for that. */
export async function pageOfFound(warehouse: ShopWarehouse, { query, tables, order }: Found, page: PageBounds): Promise<OrdsOfPage> {
  const statement = foundPage(query, { ...page, order: order === null ? null : name(order.name) });
  const found = await warehouse.query(statement, { resident: order === null ? tables : [...tables, order] });
  const counted = found[0] ?? (page.offset === 0 ? { total: 0 } : (await warehouse.query(countFound(query), { resident: tables }))[0]);
  return { ords: found.map((row) => Number(row["ord"])), total: Number(counted?.["total"] ?? 0) };
}
