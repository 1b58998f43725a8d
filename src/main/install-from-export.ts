import { randomBytes } from "node:crypto";
import { feedUrl } from "../features/feeds/index.ts";
import { installShop, removeShop, type ShopInstallation } from "../features/shops/index.ts";
import { formatId } from "../kernel/ids.ts";
import { openShop } from "../platform/postgres/postgres-port.ts";
import { ensureWorker, openCommandApp } from "./command-app.ts";
import { followExtract, followRun } from "./follow-work.ts";
import { progressLine } from "./progress-line.ts";
import { storeExport } from "./store-export.ts";

export interface ExportToInstall {
  readonly csv: string;
  readonly json: boolean;
}

/** Installs a shop from an export that has been checked, extracts and runs it; what fails is taken back. */
export async function installFromExport(wanted: ShopInstallation, options: ExportToInstall): Promise<void> {
  await using app = await openCommandApp();
  const progress = progressLine(process.stderr);
  const stored = await storeExport(app.services.objects, options.csv);
  const removeUpload = () => app.services.objects.remove(stored.object.replace("export.csv", ""));
  const installed = await installShop(
    app.services,
    app.postgres.db,
    { ...wanted, storefrontConfig: stored },
    { openShop, random: randomBytes },
  ).catch(async (error: unknown) => {
    await removeUpload();
    throw error;
  });
  const shop = openShop(app.postgres.db, installed.shopId);
  try {
    await ensureWorker(app);
    await followExtract(shop, installed.extractId, progress);
    await followRun(shop, installed.feedId, progress);
  } catch (error) {
    await removeShop(app.services, shop);
    await removeUpload();
    throw error;
  } finally {
    progress.done();
  }
  const facts = {
    shop_id: installed.shopId,
    shop: formatId("shop", installed.shopId),
    feed_id: formatId("feed", installed.feedId),
    feed_url: feedUrl(app.config.http.filesUrl, installed.feedToken, "gmcfeed.txt"),
    merchant_key: installed.merchantKey,
  };
  process.stdout.write(options.json ? `${JSON.stringify(facts)}\n` : addedText(wanted.domain, facts));
}

function addedText(domain: string, facts: { readonly shop_id: number; readonly feed_url: string; readonly merchant_key: string }): string {
  return `Installed ${domain}.\n\n  Shop id       ${facts.shop_id}\n  Feed URL      ${facts.feed_url}\n  Merchant key  ${facts.merchant_key}\n\nThe key is shown once; keep it. The feed URL is served while \`feedwright start\` runs.\n`;
}
