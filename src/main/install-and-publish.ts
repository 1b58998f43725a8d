import { randomBytes } from "node:crypto";
import type { App } from "../app.ts";
import { feedUrl } from "../features/feeds/index.ts";
import { installShop, removeShop, type ShopInstallation } from "../features/shops/index.ts";
import { formatId } from "../kernel/ids.ts";
import { openShop } from "../platform/postgres/postgres-port.ts";
import { followCatalog } from "./catalog-outcome.ts";
import { outcomeFacts, outcomeText } from "./outcome-text.ts";
import { progressLine } from "./progress-line.ts";

export interface InstallOptions {
  readonly json: boolean;
  /** Takes back what was stored for the shop before it was installed. */
  readonly undo: () => Promise<void>;
}

/** Installs a shop, extracts it, runs its feed and says where it is; what fails is taken back whole. */
export async function installAndPublish(app: App, wanted: ShopInstallation, { json, undo }: InstallOptions): Promise<void> {
  const progress = progressLine(process.stderr);
  const installed = await installShop(app.services, app.postgres.db, wanted, { openShop, random: randomBytes }).catch(
    async (error: unknown) => {
      await undo();
      throw error;
    },
  );
  const shop = openShop(app.postgres.db, installed.shopId);
  const outcome = await followCatalog(app, shop, installed.extractId, progress)
    .catch(async (error: unknown) => {
      await removeShop(app.services, shop);
      await undo();
      throw error;
    })
    .finally(() => progress.done());
  const facts = {
    shop_id: installed.shopId,
    shop: formatId("shop", installed.shopId),
    feed_id: formatId("feed", installed.feedId),
    feed_url: feedUrl(app.config.http.filesUrl, installed.feedToken, "gmcfeed.txt"),
    merchant_key: installed.merchantKey,
  };
  process.stdout.write(
    json ? `${JSON.stringify({ ...facts, ...outcomeFacts(outcome) })}\n` : `${addedText(wanted.domain, facts)}\n${outcomeText(outcome)}`,
  );
}

function addedText(domain: string, facts: { readonly shop_id: number; readonly feed_url: string; readonly merchant_key: string }): string {
  return `Installed ${domain}.\n\n  Shop id       ${facts.shop_id}\n  Feed URL      ${facts.feed_url}\n  Merchant key  ${facts.merchant_key}\n\nThe key is shown only once. Store it now. The feed URL is served while \`feedwright start\` runs.\n`;
}
