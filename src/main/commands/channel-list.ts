import { z } from "zod";
import { FeedChannelShape, listFeedChannels } from "../../features/channels/index.ts";
import { formatId } from "../../kernel/ids.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { table } from "../text-table.ts";

export interface ChannelListOptions {
  readonly feed: string;
  readonly json?: boolean;
}

export async function listChannelsOfFeed({ feed, json }: ChannelListOptions): Promise<void> {
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, feed);
  const answer = await performCommand(app, shop, listFeedChannels, { path: { feed_id: String(feedId) } });
  const channels = z.array(FeedChannelShape).parse(answer);
  process.stdout.write(json === true ? `${JSON.stringify(channels)}\n` : listed(channels, formatId("feed", feedId)));
}

function listed(channels: readonly FeedChannelShape[], feed: string): string {
  if (channels.length === 0) return `${feed} has no channels yet. Assign one with: feedwright channel assign google --feed ${feed}\n`;
  return table(
    ["Channel", "Connection", "Format", "Rows", "Errors", "Warnings", "Address"],
    channels.map(({ slug, status, settings, file, findings, feed_url: url }) => [
      slug,
      status.replace("_", " "),
      settings.format,
      file === null ? "" : String(file.rows),
      findings === null ? "" : String(findings.errors),
      findings === null ? "" : String(findings.warnings),
      url ?? "available after the next run",
    ]),
  );
}
