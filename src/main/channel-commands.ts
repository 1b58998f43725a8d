import type { Command } from "commander";
import type { ChannelAccountsOptions } from "./commands/channel-accounts.ts";
import type { ChannelAssignOptions } from "./commands/channel-assign.ts";
import type { ChannelConnectOptions } from "./commands/channel-connect.ts";
import type { ChannelDatafeedsOptions } from "./commands/channel-datafeeds.ts";
import type { ChannelDisconnectOptions } from "./commands/channel-disconnect.ts";
import type { ChannelFindingsOptions } from "./commands/channel-findings.ts";
import type { ChannelIssuesOptions } from "./commands/channel-issues.ts";
import type { ChannelListOptions } from "./commands/channel-list.ts";
import type { ChannelPreviewOptions } from "./commands/channel-preview.ts";
import type { ChannelRemoveOptions } from "./commands/channel-remove.ts";
import type { ChannelSyncOptions } from "./commands/channel-sync.ts";
import { gathered } from "./gathered-option.ts";

/** `feedwright channel …` */
export function addChannelCommands(program: Command): void {
  const channel = program.command("channel").description("assign channels to a feed, show their files, and connect to their platforms");
  channel
    .command("assign")
    .description("assign a channel to a feed, or replace its settings, and wait for its file")
    .argument("<channel>", "the channel, such as google")
    .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
    .option(
      "--set <name=value>",
      "a setting, such as format=rss; repeat the option for more, and settings you leave out get their defaults",
      gathered,
    )
    .option("--json", "print one JSON object on standard output")
    .action(async (slug: string, options: ChannelAssignOptions) =>
      (await import("./commands/channel-assign.ts")).assignToFeed({ ...options, channel: slug }),
    );
  channel
    .command("list")
    .description("list the channels of a feed, with their files and findings")
    .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
    .option("--json", "print JSON on standard output")
    .action(async (options: ChannelListOptions) => (await import("./commands/channel-list.ts")).listChannelsOfFeed(options));
  channel
    .command("findings")
    .description("show what a channel's checks found in the feed's live run")
    .argument("<channel>", "the channel, such as google")
    .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
    .option("--code <code>", "show the rows of the finding with this code")
    .option("--muted", "include muted findings")
    .option("--export <file>", "write the rows of all findings, or of the finding given by --code, to a CSV file")
    .option("--limit <count>", "number of findings or rows to show", "50")
    .option("--json", "print JSON on standard output")
    .action(async (slug: string, options: ChannelFindingsOptions) =>
      (await import("./commands/channel-findings.ts")).showFindings({ ...options, channel: slug }),
    );
  channel
    .command("preview")
    .description("show what the channel's file would contain for some products now, or how a rule would change its findings")
    .argument("<channel>", "the channel, such as google")
    .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
    .option("--row <id>", "a source row to show; repeat the option for up to five rows (default: the first two products)", gathered)
    .option("--rule <file>", "a rule as JSON, or - to read it from standard input; shows how the rule changes the channel's findings")
    .option("--json", "print JSON on standard output")
    .action(async (slug: string, options: ChannelPreviewOptions) =>
      (await import("./commands/channel-preview.ts")).previewChannel({ ...options, channel: slug }),
    );
  channel
    .command("remove")
    .description("remove a channel from a feed; its URL stops working with the next run")
    .argument("<channel>", "the channel, such as google")
    .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
    .option("--json", "print one JSON object on standard output")
    .action(async (slug: string, options: ChannelRemoveOptions) =>
      (await import("./commands/channel-remove.ts")).removeFromFeed({ ...options, channel: slug }),
    );
  addConnectionCommands(channel);
  addDatafeedCommands(channel);
}

/** What a shop does with the platform itself. */
function addConnectionCommands(channel: Command): void {
  ofShop(
    channel,
    "connect",
    "connect a shop to the channel's platform: prints the consent page and waits until someone has signed in there",
  )
    .option(
      "--credential <name=value>",
      "connect with credentials instead; can be repeated, and - as the value asks for it or reads it from standard input",
      gathered,
    )
    .option("--json", "answer JSON on standard output: with a sign-in its page first, then the channel")
    .action(async (shop: string, slug: string, options: ChannelConnectOptions) =>
      (await import("./commands/channel-connect.ts")).connectShop({ ...options, shop, channel: slug }),
    );
  ofShop(channel, "accounts", "list the platform's accounts that the signed-in person may use")
    .option("--json", "answer JSON on standard output")
    .action(async (shop: string, slug: string, options: ChannelAccountsOptions) =>
      (await import("./commands/channel-accounts.ts")).listShopAccounts({ ...options, shop, channel: slug }),
    );
  ofShop(channel, "account", "choose the platform's account that feeds go to")
    .argument("<id>", "the account's id")
    .option("--json", "answer one JSON object on standard output")
    .action(async (shop: string, slug: string, id: string, options: ChannelAccountsOptions) =>
      (await import("./commands/channel-accounts.ts")).chooseShopAccount({ ...options, shop, channel: slug, id }),
    );
  ofShop(channel, "disconnect", "delete the feeds registered at the platform and end the connection")
    .option("--yes", "do not ask for confirmation")
    .option("--json", "answer one JSON object on standard output")
    .action(async (shop: string, slug: string, options: ChannelDisconnectOptions) =>
      (await import("./commands/channel-disconnect.ts")).disconnectShop({ ...options, shop, channel: slug }),
    );
}

function addDatafeedCommands(channel: Command): void {
  ofShop(channel, "datafeeds", "list the feeds that are registered at the platform, or register, delete or fetch one")
    .option("--create <feed>", "register this feed, as in feed_1")
    .option("--hour <hour>", "with --create: hour of the day at which the platform fetches the file, 0 to 23")
    .option("--time-zone <zone>", "with --create: time zone of the hour, as in Europe/Berlin; the shop's when left out")
    .option("--target <country/language>", "with --create: as in DE/de; can be repeated, and is the feed's own when left out", gathered)
    .option("--name <name>", "with --create: what the platform calls it")
    .option("--delete <id>", "end this registration")
    .option("--fetch <id>", "ask the platform to fetch the file now")
    .option("--json", "answer JSON on standard output")
    .action(async (shop: string, slug: string, options: ChannelDatafeedsOptions) =>
      (await import("./commands/channel-datafeeds.ts")).manageDatafeeds({ ...options, shop, channel: slug }),
    );
  ofShop(channel, "sync", "tell the platform of a feed's live file now, and wait for the result")
    .argument("<feed>", "the feed's id, as in feed_1")
    .option("--no-wait", "start the sync and don't wait for its result")
    .option("--json", "answer one JSON object on standard output")
    .action(async (shop: string, slug: string, feed: string, options: ChannelSyncOptions) =>
      (await import("./commands/channel-sync.ts")).syncFeed({ ...options, shop, channel: slug, feed }),
    );
  ofShop(channel, "issues", "show what the platform itself found in the files it fetched, and in single items")
    .argument("[datafeed]", "a datafeed's id, to show only its file; all of them when left out")
    .option("--code <code>", "show the rows with this issue of the platform")
    .option("--refresh", "read the platform's items again, by the running service; the issues shown are those known now")
    .option("--json", "answer JSON on standard output")
    .action(async (shop: string, slug: string, datafeed: string | undefined, options: ChannelIssuesOptions) =>
      (await import("./commands/channel-issues.ts")).showIssues({
        ...options,
        shop,
        channel: slug,
        ...(datafeed === undefined ? {} : { datafeed }),
      }),
    );
}

function ofShop(channel: Command, name: string, description: string): Command {
  return channel
    .command(name)
    .description(description)
    .argument("<shop>", "the shop's id or domain")
    .argument("<channel>", "the channel, as in google");
}
