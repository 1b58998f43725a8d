import {
  FACT_COLLECTION,
  FACT_COLLECTION_ID,
  FACT_IMAGE,
  type RawFact,
  type RawImage,
  type RawProduct,
  type RawVariant,
} from "../../engine/source/raw-tables.ts";
import { BUNDLE } from "../../engine/source/source-columns.ts";
import { amountText } from "../../kernel/money.ts";
import { seenText } from "../../kernel/seen-text.ts";
import type { BulkLine } from "./bulk-lines.ts";
import { flagAt, type Gid, gidOf, listAt, numberAt, textAt } from "./line-values.ts";

/** A line of the core part as records. What a feed does not need (a video, a 3D model) is nothing. */
export type CoreRecord =
  | { readonly product: RawProduct; readonly image: RawImage | null }
  | { readonly variant: RawVariant; readonly facts: readonly RawFact[] }
  | { readonly image: RawImage }
  | { readonly facts: readonly RawFact[] };

export interface CoreReader {
  read(line: BulkLine): CoreRecord | undefined;
  readonly products: () => number;
  readonly variants: () => number;
  /** Whether a variant of those read is a bundle. */
  readonly hasBundles: () => boolean;
}

export interface CoreShop {
  /** Where products are that Shopify gives no public address for. */
  readonly storeUrl: string;
  readonly currency: string;
}

/** `firstSeq`: what the records' numbers begin behind, so that readers of several stretches of a file number them apart. */
export function createCoreReader({ storeUrl, currency }: CoreShop, firstSeq = 0): CoreReader {
  let products = 0;
  let variants = 0;
  let bundles = 0;
  return {
    products: () => products,
    variants: () => variants,
    hasBundles: () => bundles > 0,
    read(line) {
      const gid = gidOf(textAt(line, "id"));
      if (gid === undefined) return undefined;
      const parent = gidOf(textAt(line, "__parentId"));
      if (parent === undefined) {
        if (gid.type !== "Product") return undefined;
        products += 1;
        return productOf(line, gid.id, firstSeq + products, storeUrl);
      }
      if (gid.type !== "ProductVariant") return childOf(line, gid, parent);
      variants += 1;
      const isBundle = flagAt(line, "requiresComponents") === "true";
      if (isBundle) bundles += 1;
      return {
        variant: variantRecord(line, gid.id, { key: parent.id, seq: firstSeq + variants, currency }),
        facts: isBundle ? [{ owner: "variant", owner_id: gid.id, column: BUNDLE, value: "true" }] : [],
      };
    },
  };
}

function productOf(line: BulkLine, id: string, seq: number, storeUrl: string): CoreRecord {
  const featured = textAt(line, "featuredMedia", "image", "url");
  const image = gidOf(textAt(line, "featuredMedia", "id"));
  return {
    product: productRecord(line, id, seq, storeUrl),
    // Shopify names the first picture; of the others it tells no order, so they follow by id, oldest first.
    image: featured === null || image === undefined ? null : { ...imageRecord(image.id, id, featured, textAt(line, "featuredMedia", "image", "altText")), position: 0 }, // prettier-ignore
  };
}

/** What hangs below a product or variant besides variants. */
function childOf(line: BulkLine, gid: Gid, parent: Gid): CoreRecord | undefined {
  if (gid.type === "Collection" && parent.type === "Product") {
    const title = textAt(line, "title");
    const of = { owner: "product", owner_id: parent.id } as const;
    const number: RawFact = { ...of, column: FACT_COLLECTION_ID, value: gid.id };
    return { facts: title === null ? [number] : [{ ...of, column: FACT_COLLECTION, value: title }, number] };
  }
  if (gid.type !== "MediaImage") return undefined;
  if (parent.type === "ProductVariant") return { facts: [{ owner: "variant", owner_id: parent.id, column: FACT_IMAGE, value: gid.id }] };
  // A picture that is still being processed, or has failed, has no address.
  const url = textAt(line, "image", "url");
  return url === null ? undefined : { image: imageRecord(gid.id, parent.id, url, textAt(line, "alt")) };
}

function imageRecord(id: string, productId: string, url: string, alt: string | null): RawImage {
  return { id, product_key: productId, seq: Number(id), position: null, url, alt };
}

function productRecord(line: BulkLine, id: string, seq: number, storeUrl: string): RawProduct {
  const handle = textAt(line, "handle") ?? id;
  const onlineUrl = textAt(line, "onlineStoreUrl");
  // A product without options has one that nobody made.
  const hasOptions = flagAt(line, "hasOnlyDefaultVariant") !== "true";
  const options = hasOptions ? optionsOf(line) : [];
  return {
    key: id,
    id,
    seq,
    handle,
    title: seenText(textAt(line, "title")),
    body_html: seenText(textAt(line, "descriptionHtml")),
    vendor: seenText(textAt(line, "vendor")),
    product_type: seenText(textAt(line, "productType")),
    category: categoryId(line) === null ? null : textAt(line, "category", "fullName"),
    category_id: categoryId(line),
    tags: listAt(line, "tags").filter((tag): tag is string => typeof tag === "string" && seenText(tag) !== null),
    collections: [],
    status: textAt(line, "status")?.toLowerCase() ?? null,
    published: onlineUrl === null ? "false" : "true",
    published_at: textAt(line, "publishedAt"),
    link: onlineUrl ?? `${storeUrl}/products/${encodeURIComponent(handle)}`,
    variant_links: hasOptions ? "true" : null,
    seo_title: seenText(textAt(line, "seo", "title")),
    seo_description: seenText(textAt(line, "seo", "description")),
    gift_card: flagAt(line, "isGiftCard"),
    requires_selling_plan: flagAt(line, "requiresSellingPlan"),
    handle_taken: null,
    combined_listing_role: textAt(line, "combinedListingRole")?.toLowerCase() ?? null,
    ...optionMembers(options),
    created_at: textAt(line, "createdAt"),
    updated_at: textAt(line, "updatedAt"),
    metafields: {},
  };
}

/** In the order of their positions, which is the order of a variant's values. */
function optionsOf(line: BulkLine) {
  const options = listAt(line, "options").map((option) => ({
    name: seenText(textAt(option, "name")),
    metafield: linkedMetafield(option),
    position: Number(numberAt(option, "position")),
  }));
  return options.toSorted((one, other) => one.position - other.position);
}

function optionMembers([first, second, third]: ReturnType<typeof optionsOf>) {
  return {
    option1_name: first?.name ?? null,
    option2_name: second?.name ?? null,
    option3_name: third?.name ?? null,
    option1_metafield: first?.metafield ?? null,
    option2_metafield: second?.metafield ?? null,
    option3_metafield: third?.metafield ?? null,
  };
}

/** `namespace.key` of the metafield that an option's values come from. */
function linkedMetafield(option: unknown): string | null {
  const [namespace, key] = [textAt(option, "linkedMetafield", "namespace"), textAt(option, "linkedMetafield", "key")];
  return namespace === null || key === null ? null : `${namespace}.${key}`;
}

/** `gid://shopify/TaxonomyCategory/sg-4-17-2-17` without what comes before; `na` means that none was chosen. */
function categoryId(line: BulkLine): string | null {
  const id = textAt(line, "category", "id")?.split("/").at(-1) ?? "na";
  return id === "na" ? null : id;
}

const WEIGHT_UNITS: Readonly<Record<string, string>> = { GRAMS: "g", KILOGRAMS: "kg", OUNCES: "oz", POUNDS: "lb" };

interface VariantPlace {
  /** Of its product. */
  readonly key: string;
  readonly seq: number;
  readonly currency: string;
}

function variantRecord(line: BulkLine, id: string, place: VariantPlace): RawVariant {
  const amountAt = (...path: readonly string[]): string | null => amountText(textAt(line, ...path) ?? "", place.currency);
  const values = optionValues(line);
  // A weight of nothing is one that nobody typed.
  const weight = numberAt(line, "inventoryItem", "measurement", "weight", "value");
  const weighs = weight !== null && Number(weight) > 0;
  return {
    product_key: place.key,
    id,
    seq: place.seq,
    position: Number(numberAt(line, "position") ?? place.seq),
    sku: seenText(textAt(line, "sku")),
    barcode: seenText(textAt(line, "barcode")),
    price: amountAt("price"),
    compare_at_price: amountAt("compareAtPrice"),
    cost: amountAt("inventoryItem", "unitCost", "amount"),
    inventory_quantity: numberAt(line, "inventoryQuantity"),
    inventory_policy: textAt(line, "inventoryPolicy")?.toLowerCase() ?? null,
    inventory_tracked: flagAt(line, "inventoryItem", "tracked"),
    available: flagAt(line, "availableForSale"),
    option1_value: values[0] ?? null,
    option2_value: values[1] ?? null,
    option3_value: values[2] ?? null,
    weight: weighs ? weight : null,
    weight_unit: weighs ? (WEIGHT_UNITS[textAt(line, "inventoryItem", "measurement", "weight", "unit") ?? ""] ?? null) : null,
    image: null,
    country_of_origin: textAt(line, "inventoryItem", "countryCodeOfOrigin"),
    hs_code: textAt(line, "inventoryItem", "harmonizedSystemCode"),
    requires_shipping: flagAt(line, "inventoryItem", "requiresShipping"),
    unit_price: amountAt("unitPrice", "amount"),
    inventory_item_id: gidOf(textAt(line, "inventoryItem", "id"))?.id ?? null,
    created_at: textAt(line, "createdAt"),
    updated_at: textAt(line, "updatedAt"),
    metafields: {},
    markets: {},
  };
}

/** In the order of the product's options. The placeholder of a product without options is no value. */
function optionValues(line: BulkLine): readonly (string | null)[] {
  const options = listAt(line, "selectedOptions");
  const isPlaceholder = options.length === 1 && textAt(options[0], "name") === "Title" && textAt(options[0], "value") === "Default Title";
  return isPlaceholder ? [] : options.map((option) => seenText(textAt(option, "value")));
}
