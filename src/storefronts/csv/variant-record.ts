import type { RawMarketPrice, RawVariant } from "../../engine/source/raw-tables.ts";
import { codeOf, isTracker, partNumberOf, trimmed } from "./cell-values.ts";
import type { MarketColumns } from "./export-header.ts";
import { isPlaceholder } from "./product-record.ts";
import type { RowCells } from "./row-cells.ts";

/** What only the reader of the rows knows about a variant. */
interface VariantPlace {
  /** Of the product. */
  readonly key: string;
  readonly seq: number;
  readonly metafields: Readonly<Record<string, string>>;
  readonly markets: Readonly<Record<string, RawMarketPrice>>;
}

export function variantRecord(cells: RowCells, place: VariantPlace): RawVariant {
  const weight = cells.weight();
  const option1 = trimmed(cells.text("option1_value"));
  return {
    product_key: place.key,
    id: null,
    seq: place.seq,
    position: null,
    sku: partNumberOf(cells.text("sku")),
    barcode: codeOf(cells.text("barcode")),
    price: cells.price("price"),
    compare_at_price: cells.price("compare_at_price"),
    cost: cells.price("cost"),
    inventory_quantity: cells.quantity(),
    inventory_policy: cells.policy(),
    inventory_tracked: cells.has("inventory_tracker") ? String(isTracker(cells.text("inventory_tracker"))) : null,
    available: null,
    option1_value: isPlaceholder(trimmed(cells.text("option1_name")), option1) ? null : option1,
    option2_value: trimmed(cells.text("option2_value")),
    option3_value: trimmed(cells.text("option3_value")),
    weight: weight?.value ?? null,
    weight_unit: weight?.unit ?? null,
    image: cells.images("variant_image")[0] ?? null,
    country_of_origin: trimmed(cells.text("country_of_origin")),
    hs_code: codeOf(cells.text("hs_code")),
    requires_shipping: cells.boolean("requires_shipping"),
    unit_price: null,
    inventory_item_id: null,
    created_at: trimmed(cells.text("created_at")),
    updated_at: trimmed(cells.text("updated_at")),
    metafields: place.metafields,
    markets: place.markets,
  };
}

/** The cells of one market, and the currency of its prices where it is known. */
export type PricedColumns = MarketColumns & { readonly currency: string | undefined };

/** Prices are each variant's own; whether a market has the product is said on its first row and holds for the rows below. */
export function marketPrices(
  cells: RowCells,
  markets: readonly PricedColumns[],
  inherited: Readonly<Record<string, RawMarketPrice>>,
): Readonly<Record<string, RawMarketPrice>> {
  const prices = markets.map(({ name, currency, included, price, compareAtPrice }): readonly [string, RawMarketPrice] => [
    name,
    {
      included: cells.boolean(included) ?? inherited[name]?.included ?? null,
      price: cells.marketPrice(price, currency),
      compare_at_price: cells.marketPrice(compareAtPrice, currency),
    },
  ]);
  return Object.fromEntries(prices.filter(([, { included, price, compare_at_price }]) => (included ?? price ?? compare_at_price) !== null));
}
