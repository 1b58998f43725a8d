import { z } from "zod";
import type { Changed, ChangedRequest } from "../storefront-port.ts";
import { adminClient } from "./admin-client.ts";
import { gidOf } from "./line-values.ts";
import { ORDINARY_PACE } from "./pace.ts";
import { everyPage, nextOf, PageInfo } from "./shop-lists.ts";
import type { ShopifyServices } from "./shop-reading.ts";
import { targetOf } from "./shopify-config.ts";
import { TOUCHED_DOCUMENTS } from "./touched-documents.ts";

const ChangedAnswer = z.object({
  products: z.object({ nodes: z.array(z.object({ id: z.string(), updatedAt: z.string() })), pageInfo: PageInfo }),
});

/** Lists products by when they changed, page by page, until there are no more or enough. */
export async function changedProducts(services: ShopifyServices, { shop, signal, budget, since, most }: ChangedRequest): Promise<Changed> {
  const { egress, log, version, pace = ORDINARY_PACE } = services;
  const target = { ...(await targetOf(services, shop)), version };
  const client = adminClient(target, { egress, budget, log, pace, signal });
  const query = `updated_at:>='${since.toISOString()}'`;
  const pages = everyPage(async (after) => {
    const { products } = await client.ask(TOUCHED_DOCUMENTS.changedProducts, { query, after }, ChangedAnswer);
    return { nodes: products.nodes, next: nextOf(products.pageInfo) };
  });
  const found = new Map<string, Date>();
  for await (const nodes of pages) {
    for (const { id, updatedAt } of nodes) {
      const product = gidOf(id)?.id ?? "";
      // One that changed meanwhile comes again, at its new place.
      found.delete(product);
      found.set(product, new Date(updatedAt));
    }
    if (found.size >= most) break;
  }
  const products = [...found].map(([id, changedAt]) => ({ id, changedAt }));
  return { products, isCut: found.size >= most };
}
