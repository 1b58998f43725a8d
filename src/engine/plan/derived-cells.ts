import { all, any, call, compare, type Expression, isBlank, not, number, source, text, when } from "../expression/expression.ts";
import type { Assign } from "./feed-plan.ts";
import { type CellContext, hasCellOf } from "./source-cells.ts";

/** Source columns that the snapshot computes from others. Where the feed has cells of those, they're computed again. */

/** Decides whether a product is available. */
export const STOCK: readonly string[] = ["inventory_quantity", "inventory_policy", "inventory_tracked"];
const MARGIN: readonly string[] = ["price", "cost"];

/** These columns and those that they're computed from. */
export function withDecisive(columns: readonly string[]): readonly string[] {
  const from = [...(columns.includes("available") ? STOCK : []), ...(columns.includes("canonical_margin_pct") ? MARGIN : [])];
  return [...new Set([...columns, ...from])];
}

/** Follows the cells themselves. A cell of a computed column wins. */
export function derivedFromCells(context: CellContext): readonly Assign[] {
  return [...derived("available", STOCK, isAvailable(), context), ...derived("canonical_margin_pct", MARGIN, margin(), context)];
}

function derived(name: string, from: readonly string[], value: Expression, context: CellContext): readonly Assign[] {
  const changed = from.flatMap((column) => hasCellOf(column, context) ?? []);
  if (changed.length === 0) return [];
  const own = hasCellOf(name, context);
  const condition = own === undefined ? any(...changed) : all(any(...changed), not(own));
  return [{ op: "assign", target: { side: "D", name }, value, condition }];
}

/** As the snapshot finds it where the platform doesn't say: an unknown quantity doesn't count against a product. */
function isAvailable(): Expression {
  const quantity = source("inventory_quantity");
  const isUntracked = not(compare(source("inventory_tracked"), "=", text("true")));
  const sellsOn = compare(source("inventory_policy"), "=", text("continue"));
  const isInStock = compare(call("number", quantity), ">", number(0));
  return when(any(isUntracked, sellsOn, isBlank(quantity), isInStock), text("true"), text("false"));
}

/** With one decimal, as in the snapshot. */
function margin(): Expression {
  return call("round", call("margin_percent", source("price"), source("cost")), number(1));
}
