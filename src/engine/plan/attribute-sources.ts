import { CATEGORY_NAMESPACE, GOOGLE_NAMESPACE, OWN_NAMESPACE } from "../source/metafield-names.ts";
import type { OptionAttribute } from "../vocabulary/option-words.ts";

/** Metafield keys that say an attribute, the most telling first: Google's own columns, Shopify's category metafields, common custom ones. */
export const METAFIELD_KEYS: Readonly<Record<OptionAttribute, readonly string[]>> = Object.freeze({
  color: ["color", "colour", "color-pattern"],
  size: ["size", "shoe-size", "accessory-size", "ring-size"],
  material: ["material", "fabric", "footwear-material", "bag-case-material", "jewelry-material", "furniture-fixture-material"],
  pattern: ["pattern", "color-pattern.pattern"],
  gender: ["gender", "target-gender"],
  age_group: ["age_group", "age-group"],
  condition: ["condition"],
});

/**
 * The source columns that a metafield of some key may be: a variant's own before its product's. If two namespaces have a key, the column
 * of one of them carries its namespace. It's read too, so that a blank metafield never hides the merchant's own.
 */
export function metafieldColumns(key: string, sourceColumns: readonly string[]): readonly string[] {
  const names = ["variant-metafield", "metafield"].flatMap((prefix) => [
    `${prefix}-${GOOGLE_NAMESPACE}-${key}`,
    `${prefix}-${key}`,
    `${prefix}-${OWN_NAMESPACE}-${key}`,
    `${prefix}-${CATEGORY_NAMESPACE}-${key}`,
  ]);
  return names.filter((name) => sourceColumns.includes(name));
}
