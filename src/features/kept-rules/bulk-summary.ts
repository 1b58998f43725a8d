import type { BulkAsk } from "./read-bulk.ts";

/** A condition is recognised by its beginning. */
const CONDITION_SHOWN_MAX = 200;

/** What the action does in a feed, as a sentence without its end: `Exclude 3 products`. */
export function bulkSentence({ of, remove, rowIds, condition }: BulkAsk): string {
  const rows = rowsText(rowIds, condition);
  if (of.action === "label") {
    const slot = `custom_label_${of.slot}`;
    const named = of.label === null ? "labels" : `the label "${of.label}"`;
    return remove ? `Remove ${named} from ${rows} in ${slot}` : `Label ${rows} "${of.label ?? ""}" in ${slot}`;
  }
  const [verb, back] = of.action === "add" ? ["Add", "adding"] : ["Exclude", "excluding"];
  return remove ? `Stop ${back} ${rows}` : `${verb} ${rows}`;
}

function rowsText(rowIds: BulkAsk["rowIds"], condition: string | null): string {
  if (rowIds !== null) return rowIds.length === 1 ? "1 product" : `${rowIds.length} products`;
  if (condition === null) return "all products";
  const cut = condition.length > CONDITION_SHOWN_MAX ? `${condition.slice(0, CONDITION_SHOWN_MAX)}…` : condition;
  return `products where ${cut}`;
}
