import type { RawImage, RawMarketPrice, RawProduct, RawVariant } from "../../src/engine/source/raw-tables.ts";
import { entriesOf } from "../../src/kernel/unsafe.ts";
import type {
  MarketName, SampleImage, SampleMarketPrice, SampleMetafields, SampleProduct, SampleVariant,
} from "../../src/storefronts/sample/sample-product.ts"; // prettier-ignore

/** The records a storefront would hand over for a product of the sample, with the platform's numeric ids. */

const DOMAIN = "shop.bench.example";

function optionMetafields({ options: [first, second, third] }: SampleProduct) {
  return {
    option1_metafield: first?.linkedTo ?? null,
    option2_metafield: second?.linkedTo ?? null,
    option3_metafield: third?.linkedTo ?? null,
  };
}

export function rawProduct(product: SampleProduct, seq: number): RawProduct {
  const { handle, options, category } = product;
  const hasChoice = options[0]?.name !== "Title";
  return {
    key: handle,
    id: String(product.id),
    seq,
    handle,
    title: product.title,
    body_html: blankIsNull(product.bodyHtml),
    vendor: blankIsNull(product.vendor),
    product_type: product.productType,
    category: category?.fullName ?? null,
    category_id: category?.id ?? null,
    tags: product.tags,
    collections: product.collections.map(({ title }) => title),
    status: product.status,
    published: String(product.publishedAt !== null),
    published_at: product.publishedAt,
    link: `https://${DOMAIN}/products/${encodeURIComponent(handle)}`,
    seo_title: product.seoTitle,
    seo_description: product.seoDescription,
    gift_card: String(product.giftCard),
    requires_selling_plan: null,
    combined_listing_role: null,
    handle_taken: null,
    variant_links: null,
    option1_name: hasChoice ? (options[0]?.name ?? null) : null,
    option2_name: options[1]?.name ?? null,
    option3_name: options[2]?.name ?? null,
    ...optionMetafields(product),
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    metafields: metafieldColumns("metafield", product.metafields),
  };
}

export function rawVariant({ handle, options }: SampleProduct, variant: SampleVariant, seq: number): RawVariant {
  const hasChoice = options[0]?.name !== "Title";
  const weighs = variant.weightGrams !== "0";
  return {
    product_key: handle,
    id: String(variant.id),
    seq,
    position: variant.position,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compare_at_price: variant.compareAtPrice,
    cost: variant.cost,
    inventory_quantity: String(variant.quantity),
    inventory_policy: variant.policy,
    inventory_tracked: String(variant.tracked),
    available: null,
    option1_value: hasChoice ? (variant.optionValues[0] ?? null) : null,
    option2_value: variant.optionValues[1] ?? null,
    option3_value: variant.optionValues[2] ?? null,
    weight: weighs ? variant.weight : null,
    weight_unit: weighs ? variant.weightUnit : null,
    image: variant.imageUrl,
    country_of_origin: variant.countryOfOrigin,
    hs_code: variant.hsCode,
    requires_shipping: String(variant.requiresShipping),
    unit_price: null,
    inventory_item_id: null,
    created_at: variant.createdAt,
    updated_at: variant.updatedAt,
    metafields: metafieldColumns("variant-metafield", variant.metafields),
    markets: Object.fromEntries(entriesOf<MarketName, SampleMarketPrice>(variant.markets).map(([name, price]) => [name, rawMarket(price)])),
  };
}

export function rawImage({ handle }: SampleProduct, { url, alt, position }: SampleImage, seq: number): RawImage {
  return { product_key: handle, id: null, seq, position, url, alt };
}

function rawMarket({ included, price, compareAtPrice }: SampleMarketPrice): RawMarketPrice {
  return { included: String(included), price, compare_at_price: compareAtPrice };
}

/** `custom.material` becomes `metafield-material`; lists are joined as an export joins them. */
function metafieldColumns(prefix: string, metafields: SampleMetafields): Readonly<Record<string, string>> {
  const columns = Object.entries(metafields).map(([namespaceAndKey, value]): readonly [string, string] => [
    `${prefix}-${namespaceAndKey.slice(namespaceAndKey.indexOf(".") + 1)}`,
    typeof value === "string" ? value : value.join("; "),
  ]);
  return Object.fromEntries(columns);
}

function blankIsNull(text: string): string | null {
  return text === "" ? null : text;
}
