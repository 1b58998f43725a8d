import type { ShopInstallation } from "../features/shops/index.ts";
import type { MarketCurrencies } from "../storefronts/csv/market-currencies.ts";
import { openCommandApp } from "./command-app.ts";
import { installAndPublish } from "./install-and-publish.ts";
import { storeExportFiles } from "./store-export-files.ts";

export interface ExportToInstall {
  readonly csv: string;
  readonly translations: string | undefined;
  readonly currencies: MarketCurrencies;
  readonly json: boolean;
}

/** Installs a shop from files that have been checked. */
export async function installFromExport(wanted: ShopInstallation, { csv, translations, currencies, json }: ExportToInstall): Promise<void> {
  await using app = await openCommandApp();
  const files = await storeExportFiles(app.services.objects, { csv, translations });
  const kept = files.translations === undefined ? {} : { translations: files.translations };
  const storefrontConfig = { ...files.stored, market_currencies: currencies, ...kept };
  await installAndPublish(app, { ...wanted, storefrontConfig }, { json, undo: files.forget });
}
