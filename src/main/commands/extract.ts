import type { App } from "../../app.ts";
import { extractRefusal, lockShop, startExtract } from "../../features/extracts/index.ts";
import { findShopView } from "../../features/shops/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { type ShopDb, transact } from "../../platform/postgres/postgres-port.ts";
import { checkExport, checkTranslations } from "../../storefronts/csv/preflight.ts";
import { followCatalog } from "../catalog-outcome.ts";
import { changeExport, type ExportChange } from "../change-export.ts";
import { openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";
import { marketOption } from "../market-option.ts";
import { outcomeFacts, outcomeText } from "../outcome-text.ts";
import { progressLine } from "../progress-line.ts";
import { storeExportFiles } from "../store-export-files.ts";

export interface ExtractOptions {
  readonly shop: string;
  readonly csv?: string;
  readonly translations?: string;
  readonly market?: readonly string[];
  readonly json?: boolean;
}

export async function extractShop(options: ExtractOptions): Promise<void> {
  const currencies = marketOption(options.market ?? []);
  const { csv, translations } = options;
  const facts = csv === undefined ? undefined : await checkExport(csv);
  if (translations !== undefined) await checkTranslations(translations);
  await using app = await openCommandApp();
  const shop = await findShop(app.postgres.db, options.shop);
  const id = await requestExtractOf(app, shop, { csv, translations }, { markets: facts?.markets, currencies });
  const progress = progressLine(process.stderr);
  const outcome = await followCatalog(app, shop, id, progress).finally(() => progress.done());
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(outcomeFacts(outcome))}\n`
      : `Extract ${formatId("ext", id)} completed and its feeds were run.\n\n${outcomeText(outcome)}`,
  );
}

interface Given {
  readonly csv: string | undefined;
  readonly translations: string | undefined;
}

/** The shop keeps its present files until the extract of the newer ones has completed. */
async function requestExtractOf(app: App, shop: ShopDb, given: Given, said: Pick<ExportChange, "markets" | "currencies">) {
  const option = given.csv === undefined ? "--translations" : "--csv";
  const view = await findShopView(shop);
  if ((given.csv ?? given.translations) !== undefined && view !== undefined && view.storefront !== "csv")
    throw new PlainError("invalid_param", `${view.domain} is extracted from Shopify, not from an export. Leave out ${option}.`);
  const { forget, ...files } = await storeExportFiles(app.services.objects, given);
  try {
    return await requestExtract(app, shop, { ...said, ...files });
  } catch (error) {
    await forget();
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
