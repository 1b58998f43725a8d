import { columnKey } from "../expression/expression.ts";
import { SOURCE_COLUMNS, type ColumnType } from "../source/source-columns.ts";
import { feedColumnType } from "./feed-columns.ts";
import type { FeedPlan } from "./feed-plan.ts";

/** The types of a plan's columns by key (`D:price`); what no table of ours names is text. */
export function columnTypes(plan: FeedPlan): ReadonlyMap<string, ColumnType> {
  const source = new Map(SOURCE_COLUMNS.map(({ name, type }) => [name, type]));
  return new Map([
    ...plan.source.map((name) => [columnKey({ side: "D", name }), source.get(name) ?? "text"] as const),
    ...plan.output.map((name) => [columnKey({ side: "G", name }), feedColumnType(name)] as const),
  ]);
}
