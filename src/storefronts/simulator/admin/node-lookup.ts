import { GraphQLError } from "graphql";
import { FIRST_IMAGE_ID, IMAGES_MAX } from "../../sample/product-images.ts";
import { FIRST_INVENTORY_ITEM_ID, FIRST_VARIANT_ID, VARIANTS_MAX } from "../../sample/product-variants.ts";
import { mediaOf } from "../catalog/product-traits.ts";
import { FILES, PAGES, readGid, STRIPED } from "../shop-facts.ts";
import type { AdminContext } from "./context.ts";
import { numericId } from "./global-id.ts";
import { type Listing, listed } from "./listing.ts";
import { badRequest } from "./page.ts";
import { collectionResource, metaobjectResource, pageResource, productResource, type TranslatableFacts } from "./translation-fields.ts";

/** Shopify takes no more. */
const IDS_MAX = 250;

/** Objects by their ids, in the order asked for; null where the shop has none. */
export function nodesOf(ids: unknown, context: AdminContext): readonly unknown[] {
  const asked = Array.isArray(ids) ? ids : [];
  if (asked.length > IDS_MAX)
    throw badRequest(`The input array size of ${asked.length} is greater than the maximum allowed of ${IDS_MAX}.`);
  return asked.map((id) => nodeOf(id, context));
}

function nodeOf(gid: unknown, { catalog, scopes }: AdminContext): object | null {
  const type = readGid(String(gid))?.type ?? "";
  const id = numericId(type, gid);
  const scope = SCOPES[type];
  if (scope !== undefined && !scopes.has(scope)) throw new GraphQLError(`Access denied for nodes field. Required access: \`${scope}\` access scope.`, { extensions: { code: "ACCESS_DENIED" } }); // prettier-ignore
  const found = FINDERS[type]?.(id, catalog);
  return found === undefined ? null : { __typename: type, ...found };
}

/** Those that have texts of their own to translate, in the order asked for. */
export function translatableResources(ids: unknown, reverse: unknown, { catalog }: AdminContext): Listing {
  const asked = Array.isArray(ids) ? ids.map(String) : [];
  const found = asked.flatMap((id) => {
    const type = readGid(id)?.type ?? "";
    return RESOURCES[type]?.(numericId(type, id), catalog) ?? [];
  });
  return listed(found, ({ id }) => id, reverse);
}

type Resource = (id: number, catalog: AdminContext["catalog"]) => TranslatableFacts | undefined;

const RESOURCES: Readonly<Record<string, Resource>> = {
  Product: (id, catalog) => productResource(catalog.find(id)),
  Collection: (id, { collections }) => collectionResource(collections.find(id)),
  Metaobject: (id, { metaobjects }) => metaobjectResource(metaobjects.find(id)),
  Page: (id) => pageResource(withId(PAGES, id)),
};

const SCOPES: Readonly<Record<string, string>> = { Metaobject: "read_metaobjects", Page: "read_content", Article: "read_content" };

type Finder = (id: number, catalog: AdminContext["catalog"]) => object | undefined;
const withId = <Item extends { readonly id: number }>(items: readonly Item[], id: number): Item | undefined => items.find((item) => item.id === id); // prettier-ignore

const FINDERS: Readonly<Record<string, Finder>> = {
  Product: (id, catalog) => catalog.find(id),
  ProductVariant: (id, catalog) => {
    const product = catalog.at(Math.floor((id - FIRST_VARIANT_ID) / VARIANTS_MAX));
    const variant = withId(product?.variants ?? [], id);
    return variant === undefined ? undefined : { product, variant };
  },
  MediaImage: (id, catalog) => {
    const product = catalog.at(Math.floor((id - FIRST_IMAGE_ID) / IMAGES_MAX));
    return product === undefined ? undefined : withId(mediaOf(product), id);
  },
  InventoryItem: (id, catalog) => {
    const product = catalog.at(Math.floor((id - FIRST_INVENTORY_ITEM_ID) / VARIANTS_MAX));
    return product?.variants.map((variant) => ({ ...variant, product })).find((variant) => variant.inventoryItemId === id);
  },
  Collection: (id, catalog) => catalog.collections.find(id),
  Metaobject: (id, catalog) => catalog.metaobjects.find(id),
  Page: (id) => withId(PAGES, id),
  TaxonomyValue: (id) => withId([STRIPED], id),
  GenericFile: (id) => withId(FILES, id),
};
