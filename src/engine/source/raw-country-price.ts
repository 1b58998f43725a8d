/**
 * What buyers in a country are shown of a variant, one record a variant and country. Prices are all in the currency of the country's
 * market, with its decimals; null: it has none in that currency.
 */
export interface RawCountryPrice {
  /** `id` of the variant. */
  readonly owner_id: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** `true`, `false`; null = the platform did not say. */
  readonly included: string | null;
  readonly price: string | null;
  readonly compare_at_price: string | null;
  readonly unit_price: string | null;
}

const text = "VARCHAR";

export const RAW_COUNTRY_PRICE_TYPES = {
  owner_id: text,
  country: text,
  included: text,
  price: text,
  compare_at_price: text,
  unit_price: text,
} as const satisfies Record<keyof RawCountryPrice, string>;
