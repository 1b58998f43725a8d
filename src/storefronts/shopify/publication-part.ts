import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type LineSource } from "./bulk-lines.ts";
import { flagAt, gidOf, textAt } from "./line-values.ts";

/**
 * Hands over which variants the merchant took off the online store one by one. Variants are published unless told otherwise, and
 * whether the product is comes with the product, so only what is off is a fact.
 */
export async function handPublications(source: LineSource, onlineStoreId: string | null, sink: RawSink): Promise<void> {
  if (onlineStoreId === null) return;
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const variant = gidOf(textAt(line, "__parentId"));
      if (variant?.type !== "ProductVariant" || textAt(line, "publication", "id") !== onlineStoreId) continue;
      if (flagAt(line, "isPublished") === "false")
        await sink.fact({ owner: "variant", owner_id: variant.id, column: "published", value: "false" });
    }
  }
}
