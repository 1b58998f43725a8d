import type { SampleVariant, WeightUnit } from "../../sample/sample-product.ts";
import { VARIANTS_MAX } from "../../sample/product-variants.ts";
import type { ShopProduct, ShopVariant } from "../catalog/product-change.ts";
import { SAMPLE_SHOP } from "../../sample/sample-shop.ts";
import { isAvailable, isVariantPublished, requiresComponents, stockAt, variantMedia } from "../catalog/product-traits.ts";
import { gid, type LocationFacts, LOCATIONS, PUBLICATIONS } from "../shop-facts.ts";
import type { Fields } from "./context.ts";
import { listed } from "./listing.ts";
import { isVariantPublishedOn, pricingOf } from "./market-fields.ts";
import { metafieldListing, publicationListing, type SelectedOptionFacts } from "./product-fields.ts";
import { dateTime, decimal, money } from "./scalars.ts";

export interface VariantFacts {
  readonly product: ShopProduct;
  readonly variant: ShopVariant;
}

interface LevelFacts {
  readonly variant: SampleVariant;
  readonly location: LocationFacts;
}

const FIRST_METAFIELD_ID = 47_200_000_000_000;
const METAFIELDS_MAX = 16;

export const variantFields: Fields<VariantFacts> = {
  id: ({ variant }) => gid("ProductVariant", variant.id),
  legacyResourceId: ({ variant }) => String(variant.id),
  product: ({ product }) => product,
  title: ({ variant }) => titleOf(variant),
  displayName: ({ product, variant }) => `${product.title} - ${titleOf(variant)}`,
  position: ({ variant }) => variant.position,
  sku: ({ variant }) => variant.sku,
  barcode: ({ variant }) => variant.barcode,
  price: ({ variant }) => money(variant.price),
  compareAtPrice: ({ variant }) => variant.compareAtPrice,
  taxable: ({ variant }) => variant.taxable,
  availableForSale: ({ product, variant }) => isAvailable(product, variant),
  inventoryPolicy: ({ variant }) => variant.policy.toUpperCase(),
  inventoryQuantity: ({ variant }) => variant.quantity,
  requiresComponents: ({ product, variant }) => requiresComponents(product, variant),
  createdAt: ({ variant }) => dateTime(variant.createdAt),
  updatedAt: ({ variant }) => dateTime(variant.updatedAt),
  selectedOptions: ({ product, variant }) =>
    variant.optionValues.map((value, at): SelectedOptionFacts => ({
      product,
      position: at + 1,
      name: product.options[at]?.name ?? `Option ${at + 1}`,
      value,
    })),
  unitPrice: ({ variant }) => unitPrice(variant),
  contextualPricing: ({ product, variant }, args) => pricingOf(product, variant, args),
  publishedOnPublication: ({ variant }, args) => isVariantPublishedOn(variant, args),
  inventoryItem: ({ variant }) => variant,
  media: ({ product, variant }, { reverse }) => listed(variantMedia(product, variant), ({ id }) => id, reverse),
  metafields: ({ product, variant }, args) => {
    const place = product.number * VARIANTS_MAX + variant.position;
    return metafieldListing({ metafields: variant.metafields, product: null, firstId: FIRST_METAFIELD_ID + place * METAFIELDS_MAX }, args);
  },
  resourcePublicationsV2: ({ product, variant }, args) =>
    publicationListing(
      PUBLICATIONS.map((publication) => ({
        publication,
        isPublished: isVariantPublished(variant),
        publishDate: product.publishedAt,
      })),
      args,
    ),
};

function titleOf({ optionValues }: SampleVariant): string {
  return optionValues.join(" / ");
}

function unitPrice({ price, unitMeasure }: SampleVariant) {
  if (price === null || unitMeasure === null) return null;
  return { currencyCode: SAMPLE_SHOP.currency, amount: decimal((Number(price) * Number(unitMeasure.base)) / Number(unitMeasure.total)) };
}

const WEIGHT_UNITS: Readonly<Record<WeightUnit, string>> = { g: "GRAMS", kg: "KILOGRAMS", oz: "OUNCES", lb: "POUNDS" };

/** An item that was asked for by its id knows its product; one that a variant has isn't asked for it. */
export const inventoryItemFields: Fields<SampleVariant & { readonly product?: ShopProduct }> = {
  variants: (variant, { reverse }) =>
    listed(variant.product === undefined ? [] : [{ product: variant.product, variant }], (facts) => facts.variant.id, reverse),
  id: ({ inventoryItemId }) => gid("InventoryItem", inventoryItemId),
  sku: ({ sku }) => sku,
  tracked: ({ tracked }) => tracked,
  requiresShipping: ({ requiresShipping }) => requiresShipping,
  countryCodeOfOrigin: ({ countryOfOrigin }) => countryOfOrigin,
  harmonizedSystemCode: ({ hsCode }) => hsCode,
  unitCost: ({ cost }) => (cost === null ? null : { amount: decimal(cost) }),
  measurement: ({ weight, weightUnit }) => ({ weight: { value: Number(weight), unit: WEIGHT_UNITS[weightUnit] } }),
  inventoryLevels: (variant, { reverse }) =>
    listed(LOCATIONS.map((location) => ({ variant, location })), ({ location }) => location.id, reverse), // prettier-ignore
};

export const inventoryLevelFields: Fields<LevelFacts> = {
  id: ({ variant, location }) => `gid://shopify/InventoryLevel/${location.id}?inventory_item_id=${variant.inventoryItemId}`,
  isActive: () => true,
  location: ({ location }) => location,
  quantities: ({ variant, location }, { names }) =>
    (Array.isArray(names) ? names.map(String) : []).map((name) => ({
      name,
      quantity: name === "available" || name === "on_hand" ? stockAt(variant, location) : 0,
    })),
};
