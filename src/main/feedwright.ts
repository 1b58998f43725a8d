import { Command } from "commander";
import type { ConsoleOptions } from "./commands/console.ts";
import type { ExtractOptions } from "./commands/extract.ts";
import type { FeedDownloadOptions } from "./commands/feed-download.ts";
import type { FeedApplyOptions } from "./commands/feed-apply.ts";
import type { FeedExportOptions } from "./commands/feed-export.ts";
import type { FeedPlanOptions } from "./commands/feed-plan.ts";
import type { FeedListOptions } from "./commands/feed-list.ts";
import type { KeyCreateOptions } from "./commands/key-create.ts";
import type { LookupOptions } from "./commands/lookup-import.ts";
import type { LookupListOptions } from "./commands/lookup-list.ts";
import type { McpBridgeOptions } from "./commands/mcp.ts";
import type { RunOptions } from "./commands/run.ts";
import type { RunsDiffOptions } from "./commands/runs-diff.ts";
import type { RunsDiscardOptions } from "./commands/runs-discard.ts";
import type { RunsDownloadOptions } from "./commands/runs-download.ts";
import type { RunsListOptions } from "./commands/runs-list.ts";
import type { RunsPublishOptions } from "./commands/runs-publish.ts";
import type { RunsShowOptions } from "./commands/runs-show.ts";
import type { ShopAddOptions } from "./commands/shop-add.ts";
import type { ShopListOptions } from "./commands/shop-list.ts";
import type { ShopRemoveOptions } from "./commands/shop-remove.ts";
import type { TaxonomyShowOptions } from "./commands/taxonomy-show.ts";
import type { TaxonomyUpdateOptions } from "./commands/taxonomy-update.ts";
import type { WebhookListenOptions } from "./commands/webhook-listen.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { addChannelCommands } from "./channel-commands.ts";
import { addSimulatorCommand } from "./simulator-command.ts";
import { failureText } from "./failure-text.ts";
import { gathered } from "./gathered-option.ts";

/** The command line. Each command is loaded when it is called, so that the quick ones stay quick. */
const program = new Command("feedwright")
  .description("Product feeds: from a shop's catalog to the files that channels read.")
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError("(add --help for usage)");

program
  .command("start")
  .description("run everything on one machine: database, API, worker and, on the first start, a sample shop")
  .action(async () => (await import("./commands/start.ts")).start());

program
  .command("api")
  .description("serve the API and the feed files; several can share one database")
  .action(async () => (await import("./commands/role.ts")).runRole("api"));

program
  .command("worker")
  .description("run extracts and feed runs; several can share one database")
  .action(async () => (await import("./commands/role.ts")).runRole("worker"));

program
  .command("migrate")
  .description("migrate the database to this version; safe to run from several processes at once")
  .action(async () => (await import("./commands/migrate.ts")).migrateDatabase());

program
  .command("doctor")
  .description("check what Feedwright needs on this machine and say how to fix what is missing")
  .action(async () => (await import("./commands/doctor.ts")).doctor());

const shop = program.command("shop").description("install, list and remove shops");
shop
  .command("add")
  .description("install a shop from its Shopify product export or by its Admin API, extract it and publish its feed")
  .option("--csv <file>", "product export as Shopify writes it")
  .option("--translations <file>", "with --csv: translation export as Shopify writes it")
  .option("--shopify <shop>", "the shop's myshopify.com domain, or the address of a simulator on this machine")
  .option("--token <token>", "Admin API access token of the shop's custom app, or - to read it from standard input")
  .option("--domain <domain>", "with --csv: the shop's domain, such as example.com")
  .option("--currency <code>", "with --csv: currency of the prices in the export (default: USD)")
  .option("--country <code>", "the feed's country (default: US, or the shop's country in Shopify)")
  .option("--language <code>", "with --csv: language of the export, such as de or pt-BR (default: en)")
  .option("--time-zone <zone>", "with --csv: the shop's time zone, such as Europe/Berlin (default: UTC)")
  .option("--market <market=currency>", 'with --csv: currency of a market\'s prices, such as "Nordics=SEK"; can be repeated', gathered)
  .option("--name <name>", "display name of the shop (default: the shop's name in Shopify, or the domain)")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: ShopAddOptions) => (await import("./commands/shop-add.ts")).addShop(options));
shop
  .command("list")
  .description("list the installed shops")
  .option("--json", "print JSON on standard output")
  .action(async (options: ShopListOptions) => (await import("./commands/shop-list.ts")).listInstalledShops(options));
shop
  .command("remove")
  .description("permanently remove a shop with its feeds, keys, extracts and files")
  .argument("<shop>", "the shop's id or domain")
  .option("--yes", "skip the confirmation")
  .option("--json", "print one JSON object on standard output")
  .action(async (shopName: string, options: ShopRemoveOptions) =>
    (await import("./commands/shop-remove.ts")).removeInstalledShop({ ...options, shop: shopName }),
  );

program
  .command("console")
  .description("print a link that signs in to the console, once and for ten minutes")
  .option("--shop <shop>", "the shop's id or domain (default: the only shop)")
  .option("--admin", "sign in as the operator, to add and manage shops")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: ConsoleOptions) => (await import("./commands/console.ts")).printSignInLink(options));

addSimulatorCommand(program);
addBackupCommands(program);

program
  .command("key")
  .description("create API keys")
  .command("create")
  .description("create a key and show it once")
  .option("--shop <shop>", "create a merchant key for this shop, given by id or domain")
  .option("--organization <id>", "create a key for this organization")
  .option("--admin", "create an admin key")
  .option("--name <name>", "name of the key", "Command line")
  .option("--scopes <scopes>", "scopes, separated by commas (default: the default scopes of the key's kind)")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: KeyCreateOptions) => (await import("./commands/key-create.ts")).makeKey(options));

program
  .command("extract")
  .description("extract a shop's catalog again, then publish its feeds")
  .requiredOption("--shop <shop>", "the shop's id or domain")
  .option("--csv <file>", "newer product export that replaces the stored one")
  .option("--translations <file>", "translation export that replaces the stored one")
  .option("--market <market=currency>", 'currency of a market\'s prices, such as "Nordics=SEK"; can be repeated', gathered)
  .option("--json", "print one JSON object on standard output")
  .action(async (options: ExtractOptions) => (await import("./commands/extract.ts")).extractShop(options));

program
  .command("run")
  .description("run a feed again from the current snapshot and publish it")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: RunOptions) => (await import("./commands/run.ts")).runFeed(options));

const runs = program.command("runs").description("show, compare, publish and discard the runs of a feed");
runs
  .command("list")
  .description("list the runs of a feed, newest first")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .option("--limit <count>", "number of runs to show", "25")
  .option("--json", "print JSON on standard output")
  .action(async (options: RunsListOptions) => (await import("./commands/runs-list.ts")).listFeedRuns(options));
runs
  .command("show")
  .description("show a run: its result, why it is held and which tests failed")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .requiredOption("--run <run>", "the run's id, such as run_12")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: RunsShowOptions) => (await import("./commands/runs-show.ts")).showRun(options));
runs
  .command("diff")
  .description("show which rows of the file differ between two runs")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .requiredOption("--run <run>", "the run's id, such as run_12")
  .option("--against <run>", "the run to compare it with (default: the run before it)")
  .option("--limit <count>", "number of rows to show", "50")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: RunsDiffOptions) => (await import("./commands/runs-diff.ts")).diffRunOfFeed(options));
runs
  .command("publish")
  .description("publish a run's file: release a held run, or go back to an older one")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .requiredOption("--run <run>", "the run's id, such as run_12")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: RunsPublishOptions) => (await import("./commands/runs-publish.ts")).publishRunOfFeed(options));
runs
  .command("discard")
  .description("discard a held run; the file being served stays")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .requiredOption("--run <run>", "the run's id, such as run_12")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: RunsDiscardOptions) => (await import("./commands/runs-discard.ts")).discardRunOfFeed(options));
runs
  .command("restore")
  .description("restore a discarded run, so that it can be published")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .requiredOption("--run <run>", "the run's id, such as run_12")
  .option("--json", "print one JSON object on standard output")
  .action(async (options: RunsDiscardOptions) => (await import("./commands/runs-restore.ts")).restoreRunOfFeed(options));
runs
  .command("download")
  .description("write a run's file to a file or to standard output")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .requiredOption("--run <run>", "the run's id, such as run_12")
  .option("--out <file>", "file to write, or - for standard output (default: standard output)")
  .action(async (options: RunsDownloadOptions) => (await import("./commands/runs-download.ts")).downloadRunOfFeed(options));

const feed = program.command("feed").description("list feeds, download their files, and manage their definitions as files");
feed
  .command("list")
  .description("list the feeds of a shop")
  .requiredOption("--shop <shop>", "the shop's id or domain")
  .option("--json", "print JSON on standard output")
  .action(async (options: FeedListOptions) => (await import("./commands/feed-list.ts")).listShopFeeds(options));
feed
  .command("download")
  .description("write the file that a feed serves to a file or to standard output")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .option("--out <file>", "file to write, or - for standard output (default: standard output)")
  .action(async (options: FeedDownloadOptions) => (await import("./commands/feed-download.ts")).downloadFeed(options));

feed
  .command("export")
  .description("write a feed's whole definition as JSON: settings, mappings, columns, rules, cells and tests")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .option("--out <file>", "file to write, or - for standard output (default: standard output)")
  .action(async (options: FeedExportOptions) => (await import("./commands/feed-export.ts")).exportFeed(options));
feed
  .command("plan")
  .description("show how a definition would change the feed and its rows, without changing anything")
  .argument("<file>", "the definition, or - to read it from standard input")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .option("--exit-code", "exit with 2 if anything would change")
  .option("--json", "print one JSON object on standard output")
  .action(async (file: string, options: FeedPlanOptions) => (await import("./commands/feed-plan.ts")).planFeed({ ...options, file }));
feed
  .command("apply")
  .description("apply a definition to a feed as one change that can be undone")
  .argument("<file>", "the definition, or - to read it from standard input")
  .requiredOption("--feed <feed>", "the feed's id, such as feed_1")
  .option("--expected-version <version>", "change nothing if the feed is no longer at this version")
  .option("--run", "then run the feed and wait for its file")
  .option("--json", "print one JSON object on standard output")
  .action(async (file: string, options: FeedApplyOptions) => (await import("./commands/feed-apply.ts")).applyToFeed({ ...options, file }));

addChannelCommands(program);

const lookup = program.command("lookup").description("import and list the tables that rules look up");
lookup
  .command("import")
  .description("create a lookup table from a CSV file with a header line, or replace its rows")
  .argument("<shop>", "the shop's id or domain")
  .argument("<name>", "name of the table in rules; a letter, then letters, digits, _ or -")
  .argument("<file>", "CSV file whose first column is the key")
  .option("--json", "print one JSON object on standard output")
  .action(async (shopName: string, name: string, file: string, options: LookupOptions) =>
    (await import("./commands/lookup-import.ts")).importLookup({ ...options, shop: shopName, name, file }),
  );
lookup
  .command("list")
  .description("list the lookup tables of a shop")
  .argument("<shop>", "the shop's id or domain")
  .option("--json", "print JSON on standard output")
  .action(async (shopName: string, options: LookupListOptions) =>
    (await import("./commands/lookup-list.ts")).listShopLookups({ ...options, shop: shopName }),
  );

const taxonomy = program.command("taxonomy").description("show and update Google's product taxonomy and Shopify's mapping to it");
taxonomy
  .command("update")
  .description(
    "load the newest editions from their publishers, or only the editions given as options; all processes use them within a minute",
  )
  .option("--google <place>", "file or URL of Google's taxonomy with ids, in English; without --shopify, only this one is loaded")
  .option("--shopify <place>", "file or URL of Shopify's mapping to Google's taxonomy, or URL of a list of mapping files")
  .option("--accept-smaller", "load editions that have far fewer categories than those in use")
  .option("--json", "print one JSON list on standard output")
  .action(async (options: TaxonomyUpdateOptions) => (await import("./commands/taxonomy-update.ts")).updateTaxonomy(options));
taxonomy
  .command("show")
  .description("show which editions are in use and where they come from")
  .option("--json", "print one JSON list on standard output")
  .action(async (options: TaxonomyShowOptions) => (await import("./commands/taxonomy-show.ts")).showTaxonomy(options));

program
  .command("mcp")
  .description("connect an MCP client that can't use HTTP: relay messages between a service and standard input and output")
  .option("--url <url>", "address of the service (default: PUBLIC_URL)")
  .option("--shop <shop>", "with an organization's key: id of the shop to act for, such as shop_3")
  .option("--toolsets <names>", "more tools than the default ones: feeds, rules, runs, products, channels, webhooks, config, shop or all")
  .addHelpText("after", "\nFEEDWRIGHT_KEY is the API key of a shop or an organization.")
  .action(async (options: McpBridgeOptions) => (await import("./commands/mcp.ts")).bridgeMcp(options));

program
  .command("webhook")
  .description("test webhooks on this machine")
  .command("listen")
  .description("create a webhook while this command runs; print every delivery and whether its signature is valid")
  .option("--port <port>", "port to listen on, or 0 for any free port", "0")
  .option("--shop <shop>", "the shop's id or domain; optional if there is only one shop")
  .option("--events <names>", "names of events, separated by commas, or * for all", "*")
  .option("--secret <secret>", "create no webhook; verify deliveries with this secret instead")
  .option("--json", "print one JSON object per delivery on standard output")
  .action(async (options: WebhookListenOptions) => (await import("./commands/webhook-listen.ts")).listenToWebhook(options));

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${failureText(error)}\n`);
  process.exitCode = 1;
}
