import { z } from "zod";
import type { Touched, TouchedCollection } from "../storefront-port.ts";
import type { AdminClient } from "./admin-client.ts";
import { TOUCHED_DOCUMENTS } from "./touched-documents.ts";
import { gidOf } from "./line-values.ts";
import { nextOf, PageInfo, storable } from "./shop-lists.ts";

/** What has been touched, as numbers of products; null where they are too many to be read one by one. */
export async function touchedProducts(client: AdminClient, touched: Touched, most: number): Promise<readonly string[] | null> {
  const products = new Set(touched.products);
  const owned = [...gids("ProductVariant", touched.variants), ...gids("InventoryItem", touched.inventoryItems)];
  for (const id of await askOwners(client, owned)) products.add(id);
  for (const collection of touched.collections) {
    if (products.size > most) return null;
    const members = await changedMembers(client, collection, most);
    if (members === null) return null;
    for (const id of members) products.add(id);
  }
  return products.size > most ? null : [...products].toSorted((one, other) => Number(one) - Number(other));
}

const gids = (type: string, ids: readonly string[]): readonly string[] => ids.map((id) => `gid://shopify/${type}/${id}`);

const Owner = z.object({ id: z.string() });
const OwnersAnswer = z.object({
  nodes: z.array(
    z.object({ product: Owner.optional(), variants: z.object({ nodes: z.array(z.object({ product: Owner })) }).nullish() }).nullable(),
  ),
});

/** An item costs up to 14 points. */
const OWNERS_AT_ONCE = 50;

/** Numbers of the products that variants and inventory items belong to. What is gone belongs to none. */
async function askOwners(client: AdminClient, ids: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = 0; at < ids.length; at += OWNERS_AT_ONCE) {
    const { nodes } = await client.ask(TOUCHED_DOCUMENTS.owningProducts, { ids: ids.slice(at, at + OWNERS_AT_ONCE) }, OwnersAnswer);
    const owners = nodes.flatMap((node) => [
      ...(node?.product === undefined ? [] : [node.product]),
      ...(node?.variants?.nodes ?? []).map(({ product }) => product),
    ]);
    found.push(...owners.flatMap(({ id }) => gidOf(id)?.id ?? []));
  }
  return found;
}

const MembersAnswer = z.object({
  collection: z
    .object({ title: z.string(), products: z.object({ nodes: z.array(z.object({ id: z.string() })), pageInfo: PageInfo }) })
    .nullable(),
});

/** Products that came into a collection or left it; all of them where it's called otherwise now or is gone. */
async function changedMembers(
  client: AdminClient,
  { id, title, products }: TouchedCollection,
  most: number,
): Promise<readonly string[] | null> {
  const present = new Set<string>();
  let called: string | null = null;
  for (let after: string | null = null; ;) {
    const answer: z.output<typeof MembersAnswer> = await client.ask(
      TOUCHED_DOCUMENTS.collectionProducts,
      { id: `gid://shopify/Collection/${id}`, after },
      MembersAnswer,
    );
    if (answer.collection === null) return products;
    called = storable(answer.collection.title).normalize("NFC");
    for (const node of answer.collection.products.nodes) present.add(gidOf(node.id)?.id ?? "");
    after = nextOf(answer.collection.products.pageInfo);
    if (after === null) break;
    // The products that stayed needn't be read, so a large collection may still have few to read; a page costs less than a product.
    if (present.size > MEMBERS_MAX) return null;
  }
  const before = new Set(products);
  const all = [...new Set([...present, ...before])];
  const changed = called === title ? all.filter((one) => present.has(one) !== before.has(one)) : all;
  return changed.length > most ? null : changed;
}

/** Shopify pages no list past this. */
const MEMBERS_MAX = 24_000;
