import { findShopView, setStorefrontConfig } from "../features/shops/index.ts";
import { findLiveSnapshot } from "../features/snapshots/index.ts";
import { PlainError } from "../kernel/errors.ts";
import { members } from "../kernel/unsafe.ts";
import type { ShopDb } from "../platform/postgres/postgres-port.ts";
import { MarketCurrencies, mergedCurrencies } from "../storefronts/csv/market-currencies.ts";
import type { StoredExport } from "../storefronts/csv/store-export.ts";
import { requireMarkets } from "./market-option.ts";

export interface ExportChange {
  /** What takes the place of the stored files: the product export, with the markets in its header, and the translations. */
  readonly stored: StoredExport | undefined;
  readonly translations: StoredExport | undefined;
  readonly markets: readonly string[] | undefined;
  readonly currencies: MarketCurrencies;
}

/**
 * Takes note of what was said of markets, beside what was said before, and answers the `storefront_config` of newer files; undefined
 * where the shop keeps those it has. The caller holds the shop's lock.
 */
export async function changeExport(shop: ShopDb, { stored, translations, markets, currencies }: ExportChange): Promise<object | undefined> {
  const brings = stored !== undefined || translations !== undefined;
  if (!brings && currencies.length === 0) return undefined;
  const view = await findShopView(shop);
  if (currencies.length > 0 && view?.storefront !== "csv")
    throw new PlainError("option_invalid", "--market is only for shops that come from an export. Leave it out.");
  requireMarkets(currencies, markets ?? (await findLiveSnapshot(shop))?.facts.markets ?? []);
  const before = members(view?.storefront_config);
  const said = mergedCurrencies(MarketCurrencies.catch([]).parse(before["market_currencies"] ?? []), currencies);
  if (brings) return { ...before, ...stored, market_currencies: said, ...(translations === undefined ? {} : { translations }) };
  await setStorefrontConfig(shop, { ...before, market_currencies: said });
  return undefined;
}
