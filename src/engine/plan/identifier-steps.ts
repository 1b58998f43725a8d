import { all, any, type Expression, isBlank, not, output, text, when } from "../expression/expression.ts";
import type { FeedDefinition } from "./feed-definition.ts";
import type { Step } from "./feed-plan.ts";

const IDENTIFIER_EXISTS = "identifier_exists";
/** What it is found from: channels know a product by its GTIN, or by brand and part number. */
const IDENTIFIERS: readonly string[] = ["gtin", "brand", "mpn"];

/** Whether a product has what channels know it by; `read` is where the three are read from. */
export function identifierExists(read: { readonly gtin: Expression; readonly brand: Expression; readonly mpn: Expression }): Expression {
  const has = (value: Expression): Expression => not(isBlank(value));
  return when(any(has(read.gtin), all(has(read.brand), has(read.mpn))), text("yes"), text("no"));
}

/**
 * `identifier_exists` anew, where the feed leaves it to its default and `written` names an identifier: the default reads the catalog, and
 * a channel disapproves what says `no` beside a GTIN.
 */
export function identifierSteps({ mappings }: FeedDefinition, written: readonly string[]): readonly Step[] {
  if (mappings[IDENTIFIER_EXISTS] !== undefined || written.includes(IDENTIFIER_EXISTS)) return [];
  if (!written.some((name) => IDENTIFIERS.includes(name))) return [];
  const value = identifierExists({ gtin: output("gtin"), brand: output("brand"), mpn: output("mpn") });
  return [{ op: "assign", target: { side: "G", name: IDENTIFIER_EXISTS }, value }];
}
