import { feedUrl, listActiveFeeds } from "../../features/feeds/index.ts";
import { findHeldFirstRun } from "../../features/runs/index.ts";
import { findShopView } from "../../features/shops/index.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";
import { table } from "../text-table.ts";

export interface FeedListOptions {
  readonly shop: string;
  readonly json?: boolean;
}

export async function listShopFeeds(options: FeedListOptions): Promise<void> {
  await using app = await openCommandApp();
  const shop = await findShop(app.postgres.db, options.shop);
  const view = await findShopView(shop);
  const feeds = await listActiveFeeds(shop);
  const held = await Promise.all(feeds.map((feed) => findHeldFirstRun(shop, storedId("feed", feed.id))));
  const rows = feeds.map((feed, at) => ({
    id: formatId("feed", storedId("feed", feed.id)),
    name: feed.display_name,
    type: feed.feed_type,
    held_run_id: held[at] === undefined ? null : formatId("run", storedId("run", held[at].id)),
    feed_url: feed.live_run_id === null || view === undefined ? null : feedUrl(app.config.http.filesUrl, view.feed_token, feed.file_name),
  }));
  if (options.json === true) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else
    process.stdout.write(
      table(
        ["Id", "Name", "Type", "Feed URL"],
        rows.map((row) => [row.id, row.name, row.type, row.feed_url ?? unpublished(row.held_run_id)]),
      ),
    );
}

function unpublished(heldRunId: string | null): string {
  return heldRunId === null ? "(not published yet)" : `(not published: ${heldRunId} is held)`;
}
