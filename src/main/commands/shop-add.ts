import { feedUrl } from "../../features/feeds/index.ts";
import { checkedInstallation, installShop, removeShop } from "../../features/shops/index.ts";
import { formatId } from "../../kernel/ids.ts";
import { openShop } from "../../platform/postgres/postgres-port.ts";
import { checkExport } from "../../storefronts/csv/preflight.ts";
import { ensureWorker, openCommandApp } from "../command-app.ts";
import { followExtract, followRun } from "../follow-work.ts";
import { progressLine } from "../progress-line.ts";
import { storeExport } from "../store-export.ts";

export interface ShopAddOptions {
  readonly csv: string;
  readonly domain: string;
  readonly currency: string;
  readonly country: string;
  readonly name?: string;
  readonly json?: boolean;
}

/** Installs a shop from an export. The file is checked before anything is opened; what fails later is taken back. */
export async function addShop(options: ShopAddOptions): Promise<void> {
  const wanted = checkedInstallation({ ...options, storefront: "csv", storefrontConfig: {} });
  await checkExport(options.csv);
  await using app = await openCommandApp();
  const progress = progressLine(process.stderr);
  const stored = await storeExport(app.services.objects, options.csv);
  const removeUpload = () => app.services.objects.remove(stored.object.replace("export.csv", ""));
  const installed = await installShop(app.services, app.postgres.db, { ...wanted, storefrontConfig: stored }, openShop).catch(async (error: unknown) => {
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
  process.stdout.write(options.json === true ? `${JSON.stringify(facts)}\n` : addedText(wanted.domain, facts));
}

function addedText(domain: string, facts: { readonly shop_id: number; readonly feed_url: string; readonly merchant_key: string }): string {
  return `Installed ${domain}.\n\n  Shop id       ${facts.shop_id}\n  Feed URL      ${facts.feed_url}\n  Merchant key  ${facts.merchant_key}\n\nThe key is shown once; keep it. The feed URL is served while \`feedwright start\` runs.\n`;
}
