import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { App } from "../app.ts";
import { assignedChannel, channelFileName, listAssignments } from "../features/channel-files/index.ts";
import { feedUrl, listActiveFeeds } from "../features/feeds/index.ts";
import { findShopView } from "../features/shops/index.ts";
import { storedId } from "../kernel/ids.ts";
import { members, parseJson } from "../kernel/unsafe.ts";
import { openShop } from "../platform/postgres/postgres-port.ts";
import type { SampleKeys } from "./sample-shop.ts";

/** What a newcomer needs to use the service. */
export interface Quickstart extends KeptKeys {
  readonly base_url: string;
  readonly console_url: string;
  readonly feed_url: string;
}

/** The admin key opens every shop: it isn't kept once there is one beside the sample shop. */
type KeptKeys = Omit<SampleKeys, "admin_key"> & { readonly admin_key: string | null };

/** Written when the service is ready; keys of the first start are kept, addresses are those of this one. */
export async function writeQuickstart(app: App, fresh: SampleKeys | undefined): Promise<Quickstart | undefined> {
  const file = path.join(app.config.dataDir, "quickstart.json");
  const keys = fresh ?? (await readKeys(file));
  if (keys === undefined) return undefined;
  const shop = await findShopView(openShop(app.postgres.db, storedId("shop", keys.shop_id)));
  const { publicUrl, filesUrl } = app.config.http;
  const quickstart: Quickstart = {
    base_url: `${publicUrl}/v1`,
    console_url: `${publicUrl}/console`,
    merchant_key: keys.merchant_key,
    org_key: keys.org_key,
    admin_key: (await hasOtherShops(app)) ? null : keys.admin_key,
    shop_id: keys.shop_id,
    feed_url: shop === undefined ? "" : feedUrl(filesUrl, shop.feed_token, shop.file_name ?? "gmcfeed.txt"),
  };
  await writeFile(`${file}.new`, `${JSON.stringify(quickstart, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return quickstart;
}

export interface NamedFeed {
  readonly name: string;
  readonly url: string;
}

/** The files of the channels that the shop's primary feed is assigned to. */
export async function findChannelFiles({ postgres, config, services }: App, shopId: number): Promise<readonly NamedFeed[]> {
  const shop = openShop(postgres.db, storedId("shop", shopId));
  const [view, [primary]] = [await findShopView(shop), await listActiveFeeds(shop)];
  if (view === undefined || primary === undefined) return [];
  const assigned = (await listAssignments(shop, storedId("feed", primary.id))).flatMap(
    (row) => assignedChannel(services.channels, row) ?? [],
  );
  return assigned.map(({ pack, format }) => ({
    name: pack.displayName,
    url: feedUrl(config.http.filesUrl, view.feed_token, channelFileName(primary.file_name, pack.slug, format)),
  }));
}

/** The shop's active feeds beside the primary one. */
export async function findFurtherFeeds({ postgres, config }: App, shopId: number): Promise<readonly NamedFeed[]> {
  const feeds = await postgres.db
    .selectFrom("feeds")
    .innerJoin("shops", "shops.id", "feeds.shop_id")
    .select(["feeds.display_name", "feeds.file_name", "shops.feed_token"])
    .where("feeds.shop_id", "=", storedId("shop", shopId))
    .where("feeds.feed_type", "<>", "primary")
    .where("feeds.active", "=", true)
    .orderBy("feeds.id")
    .execute();
  return feeds.map((feed) => ({ name: feed.display_name, url: feedUrl(config.http.filesUrl, feed.feed_token, feed.file_name) }));
}

async function hasOtherShops({ postgres }: App): Promise<boolean> {
  return (await postgres.db.selectFrom("shops").select("id").limit(2).execute()).length > 1;
}

/** Takes the admin key out of the file as soon as a second shop is installed, by whatever process. */
export function watchForShops(app: App): AsyncDisposable {
  const { log } = app.services;
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    if (!(await hasOtherShops(app))) return;
    clearInterval(timer);
    const kept = await readKeys(path.join(app.config.dataDir, "quickstart.json"));
    if (typeof kept?.admin_key !== "string") return;
    await writeQuickstart(app, undefined);
    log.info({}, ADMIN_KEY_REMOVED);
  };
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error: unknown) => log.warn({ err: error }, "could not check whether quickstart.json may still contain the admin key"));
  }, LOOK_INTERVAL_MS);
  return {
    [Symbol.asyncDispose]: () => {
      clearInterval(timer);
      return looking;
    },
  };
}

const LOOK_INTERVAL_MS = 5_000;
const ADMIN_KEY_REMOVED =
  "removed the admin key from quickstart.json, because there is a second shop. The key still works. To create another: npx feedwright key create --admin --name NAME";

async function readKeys(file: string): Promise<KeptKeys | undefined> {
  const stored = await readFile(file, "utf8").catch(() => undefined);
  if (stored === undefined) return undefined;
  const { merchant_key: merchant, org_key: org, admin_key: admin = null, shop_id: shop } = members(parseJson(stored));
  if (typeof merchant !== "string" || typeof org !== "string" || (admin !== null && typeof admin !== "string") || typeof shop !== "number")
    return undefined;
  return { merchant_key: merchant, org_key: org, admin_key: admin, shop_id: shop };
}
