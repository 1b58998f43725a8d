import { assignChannel, FeedChannelShape, getFeedChannel } from "../../features/channels/index.ts";
import { runAfterChange } from "../channel-run.ts";
import { openCommandApp } from "../command-app.ts";
import { performCommand } from "../command-operation.ts";
import { findShopOfFeed } from "../find-shop.ts";
import { settingsOption } from "../setting-option.ts";

export interface ChannelAssignOptions {
  readonly feed: string;
  readonly set?: readonly string[];
  readonly json?: boolean;
}

/** Assigns a channel, waits for its file, and says how to register it with the platform. */
export async function assignToFeed({ channel, feed, set = [], json }: ChannelAssignOptions & { readonly channel: string }): Promise<void> {
  const body = Buffer.from(JSON.stringify({ settings: settingsOption(set) }));
  await using app = await openCommandApp();
  const { shop, feedId } = await findShopOfFeed(app.postgres.db, feed);
  const path = { feed_id: String(feedId), slug: channel };
  const ran = await runAfterChange(app, shop, { feedId, change: () => performCommand(app, shop, assignChannel, { path, body }) });
  const assigned = FeedChannelShape.parse(await performCommand(app, shop, getFeedChannel, { path }));
  process.stdout.write(json === true ? `${JSON.stringify(assigned)}\n` : `${ran}${assignedText(assigned)}`);
}

function assignedText({ display_name: name, feed_id: feed, feed_url: url, file, findings, setup_steps: steps }: FeedChannelShape): string {
  const lines = [
    `${name} is assigned to ${feed}.`,
    ...(url === null ? [] : ["", `  File      ${url}`]),
    ...(file === null ? [] : [`  Rows      ${file.rows}${file.omitted_rows === 0 ? "" : `, ${file.omitted_rows} left out`}`]),
    ...(findings === null ? [] : [`  Findings  ${findings.errors} errors, ${findings.warnings} warnings`]),
    "",
    "To register the file by hand:",
    ...steps.map(({ title, text, url: page }, at) => `  ${at + 1}. ${title}. ${text}${page === null ? "" : `\n     ${page}`}`),
  ];
  return `${lines.join("\n")}\n`;
}
