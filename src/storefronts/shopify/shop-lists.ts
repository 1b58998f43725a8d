import { z } from "zod";
import type { ShopCollection } from "../storefront-port.ts";
import type { AdminClient } from "./admin-client.ts";
import { DIRECT_DOCUMENTS } from "./documents.ts";
import { gidOf } from "./line-values.ts";
import type { Repairs } from "./repairs.ts";

/** Lists of the shop that are short beside its catalog, asked page by page. */

/** A page and where the next one begins; null behind the last. */
export interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly next: string | null;
}

export const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

export const nextOf = ({ hasNextPage, endCursor }: z.output<typeof PageInfo>): string | null => (hasNextPage ? endCursor : null);

/** Shopify answers no list past this many objects. */
const LIST_MAX = 25_000;

export async function* everyPage<Node>(ask: (after: string | null) => Promise<Page<Node>>): AsyncGenerator<readonly Node[]> {
  let after: string | null = null;
  for (let brought = 0; brought < LIST_MAX;) {
    const { nodes, next }: Page<Node> = await ask(after);
    yield nodes;
    brought += nodes.length;
    if (next === null || nodes.length === 0) return;
    after = next;
  }
}

const CollectionsAnswer = z.object({
  collections: z.object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })), pageInfo: PageInfo }),
});

/** All collections, those without products too, by which merchants choose what a feed takes. */
export async function askCollections(client: AdminClient, repairs: Repairs): Promise<readonly ShopCollection[]> {
  const pages = everyPage(async (after) => {
    const { collections } = await client.ask(DIRECT_DOCUMENTS.collections, { after }, CollectionsAnswer);
    return { nodes: collections.nodes, next: nextOf(collections.pageInfo) };
  });
  const found: ShopCollection[] = [];
  for await (const nodes of pages)
    for (const { id, title } of nodes) if (gidOf(id)?.type === "Collection") found.push({ id, title: storable(title) });
  if (found.length >= LIST_MAX) repairs.count("collections_left_out");
  return found;
}

/** What a title in a file may be made of; the lines of the catalog are repaired in the same way. */
export function storable(title: string): string {
  return title.toWellFormed().replaceAll("\u0000", "");
}
