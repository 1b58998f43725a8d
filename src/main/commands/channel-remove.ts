import { removeChannel } from "../../features/channels/index.ts";
import { formatId } from "../../kernel/ids.ts";
import { runAfterChange } from "../channel-run.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { findShopOfFeed } from "../find-shop.ts";

export interface ChannelRemoveOptions {
  readonly feed: string;
  readonly json?: boolean;
}

export async function removeFromFeed({ channel, feed, json }: ChannelRemoveOptions & { readonly channel: string }): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, feed);
  const path = { feed_id: String(feedId), slug: channel };
  const ran = await runAfterChange(app, shop, { feedId, change: () => performCommand(app, shop, removeChannel, { path }) });
  const facts = { feed_id: formatId("feed", feedId), channel, removed: true };
  process.stdout.write(json === true ? `${JSON.stringify(facts)}\n` : `${ran}${channel} is no longer a channel of ${facts.feed_id}.\n`);
}
