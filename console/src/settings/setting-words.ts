import { messages } from "../messages/messages.ts";

/** The settings in words. */

const { choices, flags } = messages.settings;

export const CHOICES = [
  {
    name: "id_format",
    label: choices.id_format.label,
    options: [
      { value: "global", label: choices.id_format.global },
      { value: "variant", label: choices.id_format.variant },
      { value: "sku", label: choices.id_format.sku },
    ],
  },
  {
    name: "variant_titles",
    label: choices.variant_titles.label,
    options: [
      { value: "never", label: choices.variant_titles.never },
      { value: "when_needed", label: choices.variant_titles.when_needed },
      { value: "always", label: choices.variant_titles.always },
    ],
  },
  {
    name: "gtin_source",
    label: choices.gtin_source.label,
    options: [
      { value: "valid_barcodes", label: choices.gtin_source.valid_barcodes },
      { value: "barcodes", label: choices.gtin_source.barcodes },
    ],
  },
] as const;

export const FLAGS = [
  { name: "variants", label: flags.variants },
  { name: "import_unpublish_product", label: flags.import_unpublish_product },
  { name: "gift_cards", label: flags.gift_cards },
  { name: "seo", label: flags.seo },
  { name: "use_shopify_quantity", label: flags.use_shopify_quantity },
] as const;
