import type { ShopInstallation } from "../features/shops/index.ts";
import { openCommandApp } from "./command-app.ts";
import { installAndPublish } from "./install-and-publish.ts";
import { storeExport } from "./store-export.ts";

export interface ExportToInstall {
  readonly csv: string;
  readonly json: boolean;
}

/** Installs a shop from an export that has been checked. */
export async function installFromExport(wanted: ShopInstallation, { csv, json }: ExportToInstall): Promise<void> {
  await using app = await openCommandApp();
  const { objects } = app.services;
  const stored = await storeExport(objects, csv);
  const undo = (): Promise<void> => objects.remove(stored.object.replace("export.csv", ""));
  await installAndPublish(app, { ...wanted, storefrontConfig: stored }, { json, undo });
}
