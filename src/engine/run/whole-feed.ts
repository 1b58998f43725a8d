import type { Sql, WarehouseRow } from "../../kernel/sql.ts";
import { type ChainOptions, type KnownAside, splits } from "../plan/chain-query.ts";
import type { FeedPlan } from "../plan/feed-plan.ts";
import { type TransformInput, transformQuery } from "../plan/transform-query.ts";
import { integer, list, sql } from "../sql/fragment.ts";

/** What a few rows cannot know of themselves, asked of the whole feed: values over the feed, and which rows its allowance leaves. */
export interface WholeFeedQuery {
  readonly statements: readonly Sql[];
  /** Values beside the chain, in the order in which the steps ask for them. */
  readonly known: readonly KnownAside[];
  /** `row_id, item, reason` of the rows in question. */
  readonly reasons: Sql;
}

export function wholeFeedQuery(
  plan: FeedPlan,
  { input, options, rowIds }: { readonly input: TransformInput; readonly options: ChainOptions; readonly rowIds: readonly number[] },
): WholeFeedQuery {
  const { statements, rows, asides } = transformQuery(plan, input, options);
  const known = asides.flatMap(({ file, layer }) => layer.asides.map(({ as }) => ({ file, as })));
  const item = splits(plan) ? sql`item` : sql`1 AS item`;
  // The barrier keeps the predicate from being pushed down the chain.
  const found = sql`SELECT row_id, ${item}, reason FROM (${rows}) OFFSET 0`;
  return {
    statements,
    known: known.toSorted((a, b) => Number(a.as) - Number(b.as)),
    reasons: sql`SELECT CAST(row_id AS VARCHAR) AS row_id, item, reason FROM (${found}) WHERE row_id IN (${list(rowIds.map(integer))})`,
  };
}

/** Reasons by row and item, as `itemKey` names them. */
export function readReasons(rows: readonly WarehouseRow[]): ReadonlyMap<string, string | null> {
  return new Map(
    rows.map(({ row_id: rowId, item, reason }) => [itemKey(String(rowId), Number(item)), typeof reason === "string" ? reason : null]),
  );
}

/** A row, or one item of a row that a rule has split. */
export function itemKey(rowId: string, item: number): string {
  return `${rowId}|${item}`;
}
