import type { ErrorDetail } from "../../kernel/errors.ts";
import { parseId, type RowId } from "../../kernel/ids.ts";
import type { BulkAction } from "./bulk-edit.ts";
import type { BulkBody } from "./bulk-shapes.ts";

/** What was asked, with what belongs together checked. */
export interface BulkAsk {
  readonly of: BulkAction;
  readonly remove: boolean;
  /** Null: by condition, or all that a rule has. */
  readonly rowIds: readonly RowId[] | null;
  readonly condition: string | null;
}

type ReadBulk = { readonly ask: BulkAsk; readonly fault?: never } | { readonly ask?: never; readonly fault: BulkFault };

export interface BulkFault extends ErrorDetail {
  readonly code: "missing_param" | "invalid_param";
}

export function readBulk(body: BulkBody): ReadBulk {
  const { products, condition = null, remove } = body;
  const fault = faultOf(body);
  if (fault !== undefined) return { fault };
  const rowIds: RowId[] = [];
  for (const [at, text] of (products ?? []).entries()) {
    const id = parseId("prod", text);
    if (id === undefined)
      return { fault: wrong(`/products/${at}`, "invalid_param", `${text} isn't a product id such as prod_41200000011393.`) };
    rowIds.push(id);
  }
  return { ask: { of: actionOf(body), remove, rowIds: products === undefined ? null : [...new Set(rowIds)], condition } };
}

function faultOf({ action, products, condition, label, slot, remove }: BulkBody): BulkFault | undefined {
  if (products !== undefined && condition !== undefined)
    return wrong("/condition", "invalid_param", "Give products or a condition, not both.");
  if (products === undefined && condition === undefined && !remove)
    return wrong("/products", "missing_param", "Choose products with `products` or with a `condition`.");
  if (action !== "label") {
    const stray = label !== undefined ? "label" : slot !== undefined ? "slot" : null;
    return stray === null ? undefined : wrong(`/${stray}`, "invalid_param", `\`${stray}\` is only for the action label. Leave it out.`);
  }
  if (slot === undefined) return wrong("/slot", "missing_param", "Set `slot` to the number of the custom label to write, 0 to 4.");
  if (label === undefined && !remove) return wrong("/label", "missing_param", "Set `label` to the value to write.");
  return undefined;
}

function actionOf({ action, label, slot = 0 }: BulkBody): BulkAction {
  return action === "label" ? { action, label: label ?? null, slot } : { action };
}

function wrong(param: string, code: BulkFault["code"], message: string): BulkFault {
  return { param, code, message };
}
