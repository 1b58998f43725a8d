import type { Command } from "commander";
import type { ChannelAssignOptions } from "./commands/channel-assign.ts";
import type { ChannelFindingsOptions } from "./commands/channel-findings.ts";
import type { ChannelListOptions } from "./commands/channel-list.ts";
import type { ChannelPreviewOptions } from "./commands/channel-preview.ts";
import type { ChannelRemoveOptions } from "./commands/channel-remove.ts";
import { gathered } from "./gathered-option.ts";

/** `feedwright channel …` */
export function addChannelCommands(program: Command): void {
  const channel = program.command("channel").description("assign channels to a feed, and see their files");
  channel
    .command("assign")
    .description("assign a channel to a feed or replace its settings, and wait for its file")
    .argument("<channel>", "the channel, as in google")
    .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
    .option("--set <name=value>", "a setting, as in format=rss; can be repeated, and settings not named take their defaults", gathered)
    .option("--json", "answer one JSON object on standard output")
    .action(async (slug: string, options: ChannelAssignOptions) =>
      (await import("./commands/channel-assign.ts")).assignToFeed({ ...options, channel: slug }),
    );
  channel
    .command("list")
    .description("list the channels of a feed, with their files and what was found in them")
    .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
    .option("--json", "answer JSON on standard output")
    .action(async (options: ChannelListOptions) => (await import("./commands/channel-list.ts")).listChannelsOfFeed(options));
  channel
    .command("findings")
    .description("show what a channel's checks found in the feed's live run")
    .argument("<channel>", "the channel, as in google")
    .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
    .option("--code <code>", "show the rows of this finding")
    .option("--muted", "with findings that are muted")
    .option("--export <file>", "write the rows of all findings, or those of --code, to a CSV file")
    .option("--limit <count>", "findings or rows to show, at most 100", "50")
    .option("--json", "answer JSON on standard output")
    .action(async (slug: string, options: ChannelFindingsOptions) =>
      (await import("./commands/channel-findings.ts")).showFindings({ ...options, channel: slug }),
    );
  channel
    .command("preview")
    .description("show what the channel's file would say of some products now, or what a rule would do to its findings")
    .argument("<channel>", "the channel, as in google")
    .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
    .option(
      "--row <id>",
      "a source row to show; can be repeated up to five times, and the first two products are shown otherwise",
      gathered,
    )
    .option("--rule <file>", "a rule as JSON, or - for standard input: shows its effect on the channel's findings")
    .option("--json", "answer JSON on standard output")
    .action(async (slug: string, options: ChannelPreviewOptions) =>
      (await import("./commands/channel-preview.ts")).previewChannel({ ...options, channel: slug }),
    );
  channel
    .command("remove")
    .description("take a channel off a feed; its address is gone with the next run")
    .argument("<channel>", "the channel, as in google")
    .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
    .option("--json", "answer one JSON object on standard output")
    .action(async (slug: string, options: ChannelRemoveOptions) =>
      (await import("./commands/channel-remove.ts")).removeFromFeed({ ...options, channel: slug }),
    );
}
