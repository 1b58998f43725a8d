import type { Command } from "commander";
import type { ChannelAssignOptions } from "./commands/channel-assign.ts";
import type { ChannelFindingsOptions } from "./commands/channel-findings.ts";
import type { ChannelListOptions } from "./commands/channel-list.ts";
import type { ChannelPreviewOptions } from "./commands/channel-preview.ts";
import type { ChannelRemoveOptions } from "./commands/channel-remove.ts";
import { gathered } from "./gathered-option.ts";

/** `feedwright channel …` */
export function addChannelCommands(program: Command): void {
  const channel = program.command("channel").description("assign channels to a feed and show their files");
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
    .option("--limit <count>", "number of findings or rows to show, at most 100", "50")
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
}
