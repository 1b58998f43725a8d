import { PRODUCT_METAFIELDS, VARIANT_METAFIELDS, type MetafieldDefinition } from "./product-labels.ts";
import type { SampleImage, SampleMetafields, SampleOption, SampleProduct, SampleUnitMeasure, SampleVariant } from "./sample-product.ts";
import { SAMPLE_MARKETS, type SampleMarket } from "./sample-shop.ts";

/** The headers Shopify has written: since 2025, and before. */
export type HeaderFamily = "2025" | "legacy";

/** A row of an export. Product cells stand on a product's first row, the rest of its rows leave them blank. */
export interface CsvRow {
  readonly product: SampleProduct;
  readonly isFirst: boolean;
  /** Null: the row only carries an image. */
  readonly variant: SampleVariant | null;
  readonly image: SampleImage | null;
}

export interface CsvColumn {
  readonly names: Readonly<Record<HeaderFamily, string>>;
  cell(row: CsvRow, family: HeaderFamily): string;
}

type Cell<Subject> = (subject: Subject, family: HeaderFamily) => string | null;

function column(current: string, legacy: string, cell: Cell<CsvRow>): CsvColumn {
  return { names: { "2025": current, legacy }, cell: (row, family) => cell(row, family) ?? "" };
}

function ofProduct(current: string, legacy: string, cell: Cell<SampleProduct>): CsvColumn {
  return column(current, legacy, ({ isFirst, product }, family) => (isFirst ? cell(product, family) : null));
}

function ofVariant(current: string, legacy: string, cell: Cell<SampleVariant>): CsvColumn {
  return column(current, legacy, ({ variant }, family) => (variant === null ? null : cell(variant, family)));
}

function ofImage(current: string, legacy: string, cell: Cell<SampleImage>): CsvColumn {
  return column(current, legacy, ({ image }, family) => (image === null ? null : cell(image, family)));
}

function option(at: 0 | 1 | 2): readonly CsvColumn[] {
  const prefix = `Option${at + 1}`;
  const ofOption = (fact: string, legacy: string, cell: (option: SampleOption) => string | null) =>
    ofProduct(`${prefix} ${fact}`, `${prefix} ${legacy}`, ({ options }) => {
      const found = options[at];
      return found === undefined ? null : cell(found);
    });
  return [
    ofOption("name", "Name", ({ name }) => name),
    ofVariant(`${prefix} value`, `${prefix} Value`, ({ optionValues }) => optionValues[at] ?? null),
    ofOption("Linked To", "Linked To", ({ linkedTo }) => (linkedTo === null ? null : `product.metafields.${linkedTo}`)),
  ];
}

function market({ name }: SampleMarket): readonly CsvColumn[] {
  const included = column(`Included / ${name}`, `Included / ${name}`, ({ isFirst, variant }, family) =>
    isFirst && variant !== null ? truth(variant.markets[name].included, family) : null,
  );
  return [
    included,
    ofVariant(`Price / ${name}`, `Price / ${name}`, ({ markets }) => markets[name].price),
    ofVariant(`Compare-at price / ${name}`, `Compare At Price / ${name}`, ({ markets }) => markets[name].compareAtPrice),
  ];
}

function metafieldColumn(level: "product" | "variant", { name, namespaceAndKey }: MetafieldDefinition): CsvColumn {
  const heading = `${name} (${level}.metafields.${namespaceAndKey})`;
  const cell = (owner: { readonly metafields: SampleMetafields }) => metafieldText(owner.metafields, namespaceAndKey);
  return level === "product" ? ofProduct(heading, heading, cell) : ofVariant(heading, heading, cell);
}

function metafieldText(metafields: SampleMetafields, namespaceAndKey: string): string | null {
  const value = metafields[namespaceAndKey];
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join("; ");
}

/** Google's facts are metafields of the product; the part number is each variant's own. */
function google(current: string, legacy: string, key: string): CsvColumn {
  const name = `mm-google-shopping.${key}`;
  const labels = [`Google Shopping / ${current}`, `Google Shopping / ${legacy}`] as const;
  return key === "mpn"
    ? ofVariant(...labels, ({ metafields }) => metafieldText(metafields, name))
    : ofProduct(...labels, ({ metafields }) => metafieldText(metafields, name));
}

function unitMeasure(current: string, legacy: string, cell: (measure: SampleUnitMeasure) => string): CsvColumn {
  return ofVariant(`Unit price ${current}`, `Unit Price ${legacy}`, ({ unitMeasure: measure }) =>
    measure === null ? null : cell(measure),
  );
}

function truth(value: boolean, family: HeaderFamily): string {
  return family === "legacy" ? String(value) : String(value).toUpperCase();
}

/** A word Shopify writes in small letters in the old family and with a capital in the new one. */
function word(value: string, family: HeaderFamily): string {
  return family === "legacy" ? value : `${value.charAt(0).toUpperCase()}${value.slice(1)}`;
}

/** An apostrophe in front keeps spreadsheets from eating leading zeros. */
function code(value: string | null): string | null {
  return value?.startsWith("0") === true ? `'${value}` : value;
}

export const INVENTORY_QUANTITY = ofVariant("Inventory quantity", "Variant Inventory Qty", ({ quantity }) => String(quantity));

/** In the order of an export: the template's, with each market's columns behind the shop's own prices. */
export const CSV_COLUMNS: readonly CsvColumn[] = [
  ofProduct("Title", "Title", ({ title }) => title),
  column("URL handle", "Handle", ({ product }) => product.handle),
  ofProduct("Description", "Body (HTML)", ({ bodyHtml }) => bodyHtml),
  ofProduct("Vendor", "Vendor", ({ vendor }) => vendor),
  ofProduct("Product category", "Product Category", ({ category }) => category?.fullName ?? null),
  ofProduct("Type", "Type", ({ productType }) => productType),
  ofProduct("Tags", "Tags", ({ tags }) => tags.join(", ")),
  ofProduct("Published on online store", "Published", ({ publishedAt }, family) => truth(publishedAt !== null, family)),
  ofProduct("Status", "Status", ({ status }, family) => word(status, family)),
  ofVariant("SKU", "Variant SKU", ({ sku }) => code(sku)),
  ofVariant("Barcode", "Variant Barcode", ({ barcode }) => code(barcode)),
  ...option(0),
  ...option(1),
  ...option(2),
  ofVariant("Price", "Variant Price", ({ price }) => price),
  ofVariant("Compare-at price", "Variant Compare At Price", ({ compareAtPrice }) => compareAtPrice),
  ...SAMPLE_MARKETS.flatMap(market),
  ofVariant("Cost per item", "Cost per item", ({ cost }) => cost),
  ofVariant("Charge tax", "Variant Taxable", ({ taxable }, family) => truth(taxable, family)),
  column("Tax code", "Variant Tax Code", () => null),
  unitMeasure("total measure", "Total Measure", ({ total }) => total),
  unitMeasure("total measure unit", "Total Measure Unit", ({ unit }) => unit),
  unitMeasure("base measure", "Base Measure", ({ base }) => base),
  unitMeasure("base measure unit", "Base Measure Unit", ({ unit }) => unit),
  ofVariant("Inventory tracker", "Variant Inventory Tracker", ({ tracked }) => (tracked ? "shopify" : null)),
  INVENTORY_QUANTITY,
  ofVariant("Continue selling when out of stock", "Variant Inventory Policy", ({ policy }, family) =>
    family === "legacy" ? policy : policy.toUpperCase(),
  ),
  ofVariant("Weight value (grams)", "Variant Grams", ({ weightGrams }) => weightGrams),
  ofVariant("Weight unit for display", "Variant Weight Unit", ({ weightUnit }) => weightUnit),
  ofVariant("Requires shipping", "Variant Requires Shipping", ({ requiresShipping }, family) => truth(requiresShipping, family)),
  column("Fulfillment service", "Variant Fulfillment Service", ({ product, variant }) => {
    if (variant === null) return null;
    return product.giftCard ? "gift_card" : "manual";
  }),
  ofImage("Product image URL", "Image Src", ({ url }) => url),
  ofImage("Image position", "Image Position", ({ position }) => String(position)),
  ofImage("Image alt text", "Image Alt Text", ({ alt }) => alt),
  ofVariant("Variant image URL", "Variant Image", ({ imageUrl }) => imageUrl),
  ofProduct("Gift card", "Gift Card", ({ giftCard }, family) => truth(giftCard, family)),
  ofProduct("SEO title", "SEO Title", ({ seoTitle }) => seoTitle),
  ofProduct("SEO description", "SEO Description", ({ seoDescription }) => seoDescription),
  ...PRODUCT_METAFIELDS.map((definition) => metafieldColumn("product", definition)),
  ...VARIANT_METAFIELDS.map((definition) => metafieldColumn("variant", definition)),
  google("Google product category", "Google Product Category", "google_product_category"),
  google("Gender", "Gender", "gender"),
  google("Age group", "Age Group", "age_group"),
  google("Manufacturer part number (MPN)", "MPN", "mpn"),
  google("Ad group name", "AdWords Grouping", "adwords_grouping"),
  google("Ads labels", "AdWords Labels", "adwords_labels"),
  google("Condition", "Condition", "condition"),
  google("Custom product", "Custom Product", "custom_product"),
  google("Custom label 0", "Custom Label 0", "custom_label_0"),
  google("Custom label 1", "Custom Label 1", "custom_label_1"),
  google("Custom label 2", "Custom Label 2", "custom_label_2"),
  google("Custom label 3", "Custom Label 3", "custom_label_3"),
  google("Custom label 4", "Custom Label 4", "custom_label_4"),
];
