import type { MetafieldIdentity } from "../../engine/source/metafield-names.ts";
import type { BulkLine } from "./bulk-lines.ts";
import { gidOf, textAt } from "./line-values.ts";

export interface Metafield extends MetafieldIdentity {
  readonly ownerId: string;
  readonly type: string;
  readonly value: string;
}

/** Undefined for a line that is no metafield of a product or variant. */
export function metafieldOf(line: BulkLine): Metafield | undefined {
  const owner = gidOf(textAt(line, "__parentId"));
  const namespace = textAt(line, "namespace");
  const key = textAt(line, "key");
  const type = textAt(line, "type");
  const value = textAt(line, "value");
  if (owner === undefined || namespace === null || key === null || type === null || value === null) return undefined;
  if (owner.type !== "Product" && owner.type !== "ProductVariant") return undefined;
  return { level: owner.type === "Product" ? "product" : "variant", ownerId: owner.id, namespace, key, type, value };
}
