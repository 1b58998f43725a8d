import type { ShopInstallation } from "../features/shops/index.ts";
import type { MarketCurrencies } from "../storefronts/csv/market-currencies.ts";
import { forgetExport } from "../storefronts/csv/store-export.ts";
import { openCommandApp } from "./command-app.ts";
import { installAndPublish } from "./install-and-publish.ts";
import { storeExportFile } from "./store-export-file.ts";

export interface ExportToInstall {
  readonly csv: string;
  readonly currencies: MarketCurrencies;
  readonly json: boolean;
}

/** Installs a shop from an export that has been checked. */
export async function installFromExport(wanted: ShopInstallation, { csv, currencies, json }: ExportToInstall): Promise<void> {
  await using app = await openCommandApp();
  const { objects } = app.services;
  const stored = await storeExportFile(objects, csv);
  await installAndPublish(
    app,
    { ...wanted, storefrontConfig: { ...stored, market_currencies: currencies } },
    { json, undo: () => forgetExport(objects, stored) },
  );
}
