import type { App } from "../../app.ts";
import { extractRefusal, lockShop, startExtract } from "../../features/extracts/index.ts";
import { findShopView } from "../../features/shops/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { checkExport } from "../../storefronts/csv/preflight.ts";
import { forgetExport } from "../../storefronts/csv/store-export.ts";
import { followCatalog } from "../catalog-outcome.ts";
import { changeExport, type ExportChange } from "../change-export.ts";
import { openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";
import { marketOption } from "../market-option.ts";
import { outcomeFacts, outcomeText } from "../outcome-text.ts";
import { progressLine } from "../progress-line.ts";
import { storeExportFile } from "../store-export-file.ts";

export interface ExtractOptions {
  readonly shop: string;
  readonly csv?: string;
  readonly market?: readonly string[];
  readonly json?: boolean;
}

export async function extractShop(options: ExtractOptions): Promise<void> {
  const currencies = marketOption(options.market ?? []);
  const facts = options.csv === undefined ? undefined : await checkExport(options.csv);
  await using app = await openCommandApp();
  const shop = await findShop(app.postgres.db, options.shop);
  const id =
    options.csv === undefined
      ? await requestExtract(app, shop, { stored: undefined, markets: undefined, currencies })
      : await requestExtractOf(app, shop, options.csv, { markets: facts?.markets, currencies });
  const progress = progressLine(process.stderr);
  const outcome = await followCatalog(app, shop, id, progress).finally(() => progress.done());
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(outcomeFacts(outcome))}\n`
      : `Extract ${formatId("ext", id)} completed and its feeds were run.\n\n${outcomeText(outcome)}`,
  );
}

/** The shop keeps its present export until the extract of the newer one has completed. */
async function requestExtractOf(app: App, shop: ShopDb, csv: string, said: Omit<ExportChange, "stored">) {
  const view = await findShopView(shop);
  if (view !== undefined && view.storefront !== "csv")
    throw new PlainError("invalid_param", `${view.domain} is extracted from Shopify, not from an export: leave out --csv.`);
  const { objects } = app.services;
  const stored = await storeExportFile(objects, csv);
  try {
    return await requestExtract(app, shop, { ...said, stored });
  } catch (error) {
    await forgetExport(objects, stored);
    throw error;
  }
}

async function requestExtract(app: App, shop: ShopDb, change: ExportChange) {
  return transact(app.postgres.db, async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    await lockShop(inside);
    const refusal = await extractRefusal(inside);
    if (refusal !== undefined) throw new PlainError("export_in_progress", refusal);
    const config = await changeExport(inside, change);
    return storedId("ext", (await startExtract(inside, app.services.queue, config)).id);
  });
}
