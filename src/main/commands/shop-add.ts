import { checkExport } from "../../storefronts/csv/preflight.ts";

export interface ShopAddOptions {
  readonly csv: string;
  readonly domain: string;
  readonly currency: string;
  readonly country: string;
  readonly name?: string;
  readonly json?: boolean;
}

/** Looks at the file before anything is opened or even loaded: a file that is no export is refused within moments. */
export async function addShop(options: ShopAddOptions): Promise<void> {
  await checkExport(options.csv);
  const { checkedInstallation } = await import("../../features/shops/index.ts");
  const wanted = checkedInstallation({ ...options, storefront: "csv", storefrontConfig: {} });
  const { installFromExport } = await import("../install-from-export.ts");
  await installFromExport(wanted, { csv: options.csv, json: options.json === true });
}
