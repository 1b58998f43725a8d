import { createShopKey } from "../features/keys/index.ts";
import { findLatestExtract } from "../features/extracts/index.ts";
import { feedUrl } from "../features/feeds/index.ts";
import { connectByCredentials } from "../features/shopify-app/index.ts";
import { findShopView } from "../features/shops/index.ts";
import { formatId, storedId } from "../kernel/ids.ts";
import { openShop, transact } from "../platform/postgres/postgres-port.ts";
import { followCatalog } from "./catalog-outcome.ts";
import { openCommandApp } from "./command-app.ts";
import { outcomeFacts, outcomeText } from "./outcome-text.ts";
import { progressLine } from "./progress-line.ts";

/** Adds a shop of the app's own organization by the app's id and secret, extracts it and runs its feed. */
export async function connectOwnShop(shopify: string, { json }: { readonly json: boolean }): Promise<void> {
  await using app = await openCommandApp();
  const { db } = app.postgres;
  const { shopId } = await connectByCredentials(app.services, { db, openShop, requestId: "command line" }, shopify);
  const shop = openShop(db, shopId);
  const progress = progressLine(process.stderr);
  const [view, extract] = await Promise.all([findShopView(shop), findLatestExtract(shop)]);
  if (view === undefined || extract === undefined) throw new Error("a shop that was just connected has no extract");
  const outcome = await followCatalog(app, shop, storedId("ext", extract.id), progress).finally(() => progress.done());
  const { rawKey } = await transact(db, (transaction) =>
    createShopKey({ shop: { ...shop, db: transaction }, clock: app.services.clock }, { name: "First key", grants: ["full_access"] }),
  );
  const facts = {
    shop_id: shopId,
    shop: formatId("shop", shopId),
    feed_url: feedUrl(app.config.http.filesUrl, view.feed_token, view.file_name ?? "gmcfeed.txt"),
    merchant_key: rawKey,
  };
  const text = `Installed ${view.domain}.\n\n  Shop id       ${facts.shop_id}\n  Feed URL      ${facts.feed_url}\n  Merchant key  ${rawKey}\n\nThe key is shown only once. Store it now.\n`;
  process.stdout.write(json ? `${JSON.stringify({ ...facts, ...outcomeFacts(outcome) })}\n` : `${text}\n${outcomeText(outcome)}`);
}
