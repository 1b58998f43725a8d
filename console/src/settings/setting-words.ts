/** The settings in words. */

export const CHOICES = [
  {
    name: "id_format",
    label: "Ids in the file",
    options: [
      { value: "global", label: "of the platform: shopify_US_1_2" },
      { value: "variant", label: "of the variant" },
      { value: "sku", label: "the SKU" },
    ],
  },
  {
    name: "variant_titles",
    label: "Option values in titles",
    options: [
      { value: "never", label: "never" },
      { value: "when_needed", label: "where variants can't be told apart" },
      { value: "always", label: "always" },
    ],
  },
  {
    name: "gtin_source",
    label: "GTINs",
    options: [
      { value: "valid_barcodes", label: "valid barcodes alone" },
      { value: "barcodes", label: "every barcode as it is" },
    ],
  },
] as const;

export const FLAGS = [
  { name: "variants", label: "A row for each variant" },
  { name: "import_unpublish_product", label: "Take in unpublished, draft and unlisted products" },
  { name: "gift_cards", label: "Take in gift cards" },
  { name: "seo", label: "Use the titles and descriptions for search engines" },
  { name: "use_shopify_quantity", label: "Availability follows the stock" },
] as const;
