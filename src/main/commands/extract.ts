import { findExtractInProgress, insertExtract, lockShop } from "../../features/extracts/index.ts";
import { listActiveFeeds } from "../../features/feeds/index.ts";
import { setStorefrontConfig } from "../../features/shops/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { checkExport } from "../../storefronts/csv/preflight.ts";
import type { App } from "../../app.ts";
import { changeExport, type ExportChange } from "../change-export.ts";
import { ensureWorker, openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";
import { followExtract, followRun } from "../follow-work.ts";
import { marketOption } from "../market-option.ts";
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
  const stored = options.csv === undefined ? undefined : await storeExportFile(app.services.objects, options.csv);
  const id = await requestExtract(app, shop, { stored, markets: facts?.markets, currencies });
  const progress = progressLine(process.stderr);
  try {
    await ensureWorker(app);
    await followExtract(shop, id, progress);
    for (const feed of await listActiveFeeds(shop)) await followRun(shop, storedId("feed", feed.id), progress);
  } finally {
    progress.done();
  }
  const name = formatId("ext", id);
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify({ extract_id: name, status: "completed" })}\n`
      : `Extract ${name} completed and its feeds were run.\n`,
  );
}

async function requestExtract(app: App, shop: ShopDb, change: ExportChange) {
  return app.postgres.db.transaction().execute(async (transaction) => {
    const inside: ShopDb = { ...shop, db: transaction };
    await lockShop(inside);
    const running = await findExtractInProgress(inside);
    if (running !== undefined)
      throw new PlainError(
        "export_in_progress",
        `Extract ${formatId("ext", storedId("ext", running.id))} of this shop is ${running.status} already.`,
      );
    const config = await changeExport(inside, change);
    if (config !== undefined) await setStorefrontConfig(inside, config);
    const extract = await insertExtract(inside, { type: "full" });
    await app.services.queue.enqueue(transaction, "extract.look", { extract_id: extract.id });
    return storedId("ext", extract.id);
  });
}
