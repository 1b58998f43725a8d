import { feedUrl, listActiveFeeds } from "../../features/feeds/index.ts";
import { findShopView } from "../../features/shops/index.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";
import { table } from "../text-table.ts";
import { findHeldRunId, whyUnpublished } from "../unpublished-feed.ts";

export interface FeedListOptions {
  readonly shop: string;
  readonly json?: boolean;
}

export async function listShopFeeds(options: FeedListOptions): Promise<void> {
  await using app = await openCommandApp();
  const shop = await findShop(app.postgres.db, options.shop);
  const view = await findShopView(shop);
  const feeds = await listActiveFeeds(shop);
  const held = await Promise.all(feeds.map((feed) => findHeldRunId(shop, storedId("feed", feed.id))));
  const rows = feeds.map((feed, at) => ({
    id: formatId("feed", storedId("feed", feed.id)),
    name: feed.display_name,
    type: feed.feed_type,
    held_run_id: held[at] ?? null,
    feed_url: feed.live_run_id === null || view === undefined ? null : feedUrl(app.config.http.filesUrl, view.feed_token, feed.file_name),
  }));
  if (options.json === true) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else
    process.stdout.write(
      table(
        ["Id", "Name", "Type", "Feed URL"],
        rows.map((row) => [row.id, row.name, row.type, row.feed_url ?? whyUnpublished(row.held_run_id)]),
      ),
    );
}
