import type { SampleCollection, SampleOption } from "../../sample/sample-product.ts";
import { isCategoryMetafield, type MetaobjectFacts, metaobjectIds } from "../catalog/metaobjects.ts";
import {
  combinedListingRole,
  hasOnlyDefaultVariant,
  isPublished,
  type MediaFacts,
  mediaOf,
  metafieldsOf,
  requiresSellingPlan,
  type ShopMetafields,
  type TypedMetafield,
} from "../catalog/product-traits.ts";
import type { ShopProduct } from "../catalog/product-change.ts";
import { gid, ONLINE_STORE, type PublicationFacts, PUBLICATIONS, STRIPED } from "../shop-facts.ts";
import type { Args, Fields } from "./context.ts";
import { membersListing } from "./catalog-listings.ts";
import { type Listing, listed } from "./listing.ts";
import { isPublishedIn } from "./market-fields.ts";
import { dateTime, plainText } from "./scalars.ts";
import { productTexts, translationsOf } from "./translation-fields.ts";

interface OptionFacts extends SampleOption {
  readonly product: ShopProduct;
  readonly id: number;
  readonly position: number;
}

interface OptionValueFacts {
  readonly option: OptionFacts;
  /** From 0. */
  readonly at: number;
}

export interface SelectedOptionFacts {
  readonly product: ShopProduct;
  /** Of the option, from 1. */
  readonly position: number;
  readonly name: string;
  readonly value: string;
}

export interface MetafieldFacts {
  /** Null: of a variant, whose metafields nobody translates. */
  readonly product: ShopProduct | null;
  readonly id: number;
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
}

export interface PublishedOn {
  readonly publication: PublicationFacts;
  readonly isPublished: boolean;
  readonly publishDate: string | null;
}

const FIRST_OPTION_ID = 10_500_000_000_000;
const OPTIONS_MAX = 4;
const FIRST_OPTION_VALUE_ID = 11_500_000_000_000;
/** Room for the values of one option among ids. */
const OPTION_VALUES_MAX = 64;
const FIRST_METAFIELD_ID = 45_200_000_000_000;
const METAFIELDS_MAX = 64;

export const productFields: Fields<ShopProduct> = {
  id: ({ id }) => gid("Product", id),
  legacyResourceId: ({ id }) => String(id),
  handle: ({ handle }) => handle,
  title: ({ title }) => title,
  description: ({ bodyHtml }, { truncateAt }) => plainText(bodyHtml, typeof truncateAt === "number" ? truncateAt : undefined),
  descriptionHtml: ({ bodyHtml }) => bodyHtml,
  vendor: ({ vendor }) => vendor,
  productType: ({ productType }) => productType,
  status: ({ status }) => status.toUpperCase(),
  tags: ({ tags }) => tags,
  createdAt: ({ createdAt }) => dateTime(createdAt),
  updatedAt: ({ updatedAt }) => dateTime(updatedAt),
  publishedAt: ({ publishedAt }) => (publishedAt === null ? null : dateTime(publishedAt)),
  onlineStoreUrl: (product, _args, { shopDomain }) =>
    isPublished(product, ONLINE_STORE) ? `https://${shopDomain}/products/${product.handle}` : null,
  onlineStorePreviewUrl: ({ handle, id }, _args, { shopDomain }) =>
    `https://${shopDomain}/products/${handle}?preview_key=${id.toString(36)}`,
  isGiftCard: ({ giftCard }) => giftCard,
  requiresSellingPlan,
  combinedListingRole,
  hasOnlyDefaultVariant,
  totalInventory: ({ variants }) => variants.reduce((sum, { quantity }) => sum + quantity, 0),
  tracksInventory: ({ variants }) => variants.some(({ tracked }) => tracked),
  // Nobody chose: sometimes nothing, sometimes a category that says so.
  category: ({ category, number }) => category ?? (number % 2 === 0 ? null : { id: "na", fullName: "Uncategorized" }),
  seo: ({ seoTitle, seoDescription }) => ({ title: seoTitle, description: seoDescription }),
  options: (product, { first }) => optionsOf(product).slice(0, typeof first === "number" ? first : undefined),
  featuredMedia: (product) => mediaOf(product)[0] ?? null,
  media: (product, { reverse }) => listed(mediaOf(product), ({ id }) => id, reverse),
  collections: (product, { reverse }, { catalog }) => listed(catalog.collectionsOf(product), ({ id }) => id, reverse),
  metafields: (product, args) => {
    const firstId = FIRST_METAFIELD_ID + product.number * METAFIELDS_MAX;
    return metafieldListing({ metafields: metafieldsOf(product), product, firstId }, args);
  },
  variants: (product, { reverse }) => listed(product.variants.map((variant) => ({ product, variant })), ({ variant }) => variant.id, reverse), // prettier-ignore
  publishedInContext: isPublishedIn,
  translations: (product, args) => translationsOf({ product, textsIn: productTexts }, args),
  resourcePublicationsV2: (product, args) =>
    publicationListing(
      PUBLICATIONS.map((publication) => ({
        publication,
        isPublished: isPublished(product, publication),
        publishDate: product.publishedAt,
      })),
      args,
    ),
};

function optionsOf(product: ShopProduct): readonly OptionFacts[] {
  return product.options.map((option, at) => ({
    ...option,
    product,
    id: FIRST_OPTION_ID + product.number * OPTIONS_MAX + at,
    position: at + 1,
  }));
}

function namespaceAndKey(name: string): { readonly namespace: string; readonly key: string } {
  const dot = name.indexOf(".");
  return { namespace: name.slice(0, dot), key: name.slice(dot + 1) };
}

interface OwnedMetafields extends Pick<MetafieldFacts, "product"> {
  readonly metafields: ShopMetafields;
  readonly firstId: number;
}

/** Text is a single line; a list is stored as the JSON of it, and a category's as ids of metaobjects. */
function typedMetafield(name: string, value: ShopMetafields[string]): TypedMetafield {
  if (typeof value === "string") return { type: "single_line_text_field", value };
  if ("type" in value) return value;
  if (!isCategoryMetafield(name)) return { type: "list.single_line_text_field", value: JSON.stringify(value) };
  return { type: "list.metaobject_reference", value: JSON.stringify(metaobjectIds(value).map((id) => gid("Metaobject", id))) };
}

export function metafieldListing({ metafields, product, firstId }: OwnedMetafields, { namespace, keys, reverse }: Args): Listing {
  const all = Object.entries(metafields).map(([name, value], at): MetafieldFacts => {
    return {
      product,
      id: firstId + at,
      ...namespaceAndKey(name),
      ...typedMetafield(name, value),
    };
  });
  const wanted = all.filter(
    (metafield) =>
      (typeof namespace !== "string" || metafield.namespace === namespace) &&
      (!Array.isArray(keys) || keys.includes(`${metafield.namespace}.${metafield.key}`)),
  );
  return listed(wanted, ({ id }) => id, reverse);
}

/** Sales channels alone: the shop has no catalogs of markets or companies. */
export function publicationListing(all: readonly PublishedOn[], { catalogType, onlyPublished, reverse }: Args): Listing {
  const ofChannels = typeof catalogType === "string" && catalogType !== "APP" ? [] : all;
  const wanted = onlyPublished === false ? ofChannels : ofChannels.filter(({ isPublished: published }) => published);
  return listed(wanted, ({ publication }) => publication.id, reverse);
}

export const optionFields: Fields<OptionFacts> = {
  id: ({ id }) => gid("ProductOption", id),
  name: ({ name }) => name,
  position: ({ position }) => position,
  values: ({ values }) => values,
  linkedMetafield: ({ linkedTo }) => (linkedTo === null ? null : namespaceAndKey(linkedTo)),
  optionValues: (option) => option.values.map((_, at): OptionValueFacts => ({ option, at })),
  translations: ({ product, position }, args) =>
    hasOnlyDefaultVariant(product)
      ? []
      : translationsOf({ product, textsIn: ({ options }) => [["name", options[position - 1]?.name]] }, args),
};

export const optionValueFields: Fields<OptionValueFacts> = {
  id: ({ option: { product, position }, at }) =>
    gid("ProductOptionValue", FIRST_OPTION_VALUE_ID + (product.number * OPTIONS_MAX + position) * OPTION_VALUES_MAX + at),
  name: ({ option, at }) => option.values[at],
  translations: ({ option: { product, position }, at }, args) =>
    hasOnlyDefaultVariant(product)
      ? []
      : translationsOf({ product, textsIn: ({ options }) => [["name", options[position - 1]?.values[at]]] }, args),
};

/** Of a variant. */
export const selectedOptionFields: Fields<SelectedOptionFacts> = {
  name: ({ name }) => name,
  value: ({ value }) => value,
  optionValue: ({ product, position, value }) => {
    const option = optionsOf(product)[position - 1];
    return option === undefined ? null : { option, at: option.values.indexOf(value) };
  },
};

export const linkedMetafieldFields: Fields<ReturnType<typeof namespaceAndKey>> = {
  namespace: ({ namespace }) => namespace,
  key: ({ key }) => key,
};

export const categoryFields: Fields<{ readonly id: string; readonly fullName: string }> = {
  id: ({ id }) => gid("TaxonomyCategory", id),
  fullName: ({ fullName }) => fullName,
};

export const collectionFields: Fields<SampleCollection> = {
  id: ({ id }) => gid("Collection", id),
  handle: ({ handle }) => handle,
  title: ({ title }) => title,
  products: (collection, args, { catalog }) => membersListing(collection, catalog, args),
};

export const metaobjectFields: Fields<MetaobjectFacts> = {
  id: ({ id }) => gid("Metaobject", id),
  displayName: ({ title }) => title,
  field: ({ pattern }, { key }) =>
    key === "pattern_taxonomy_reference" && pattern === STRIPED.id ? { key, reference: { __typename: "TaxonomyValue", ...STRIPED } } : null,
};

export const pageFields: Fields<{ readonly id: number; readonly title: string }> = {
  id: ({ id }) => gid("Page", id),
  title: ({ title }) => title,
};

export const taxonomyValueFields: Fields<{ readonly id: number; readonly name: string }> = {
  id: ({ id }) => gid("TaxonomyValue", id),
  name: ({ name }) => name,
};

export const fileFields: Fields<{ readonly id: number; readonly url: string }> = {
  id: ({ id }) => gid("GenericFile", id),
  url: ({ url }) => url,
};

export const metafieldFields: Fields<MetafieldFacts> = {
  id: ({ id }) => gid("Metafield", id),
  namespace: ({ namespace }) => namespace,
  key: ({ key }) => key,
  type: ({ type }) => type,
  value: ({ value }) => value,
  translations: ({ product, namespace, key }, args) =>
    product === null ? [] : translationsOf({ product, textsIn: ({ metafields }) => [["value", metafields[`${namespace}.${key}`]]] }, args),
};

export const mediaFields: Fields<MediaFacts> = {
  id: ({ __typename: type, id }) => gid(type, id),
  alt: ({ alt }) => alt,
  mediaContentType: ({ __typename: type }) => (type === "MediaImage" ? "IMAGE" : "EXTERNAL_VIDEO"),
  status: ({ status }) => status,
  image: ({ url, alt }) => (url === null ? null : { url, alt }),
  translations: ({ product, id }, args) => {
    const at = product.images.findIndex((image) => image.id === id);
    return translationsOf({ product, textsIn: ({ imageAlts }) => [["alt", imageAlts[at]]] }, args);
  },
};

export const imageFields: Fields<{ readonly url: string; readonly alt: string | null }> = {
  altText: ({ alt }) => alt,
  url: ({ url }, { transform }) => transformed(url, transform),
};

/** As Shopify's image servers take it. The pictures of the sample come in one size, whatever is asked for. */
function transformed(url: string, transform: unknown): string {
  if (typeof transform !== "object" || transform === null) return url;
  const { maxWidth, maxHeight, preferredContentType }: Args = { ...transform };
  const wanted = { width: maxWidth, height: maxHeight, format: preferredContentType };
  const parameters = Object.entries(wanted).filter(([, value]) => typeof value === "number" || typeof value === "string");
  return parameters.reduce((link, [name, value]) => `${link}&${name}=${String(value).toLowerCase()}`, url);
}

export const resourcePublicationFields: Fields<PublishedOn> = {
  isPublished: ({ isPublished: published }) => published,
  publication: ({ publication }) => publication,
  publishDate: ({ publishDate }) => (publishDate === null ? null : dateTime(publishDate)),
};
