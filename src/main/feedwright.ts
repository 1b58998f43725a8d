import { Command } from "commander";
import { PlainError } from "../kernel/errors.ts";
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
import type { RunsDownloadOptions } from "./commands/runs-download.ts";
import type { RunsListOptions } from "./commands/runs-list.ts";
import type { RunsPublishOptions } from "./commands/runs-publish.ts";
import type { RunsShowOptions } from "./commands/runs-show.ts";
import type { ShopAddOptions } from "./commands/shop-add.ts";
import type { ShopListOptions } from "./commands/shop-list.ts";
import type { ShopRemoveOptions } from "./commands/shop-remove.ts";
import type { SimulatorCommandOptions } from "./commands/simulator.ts";
import type { TaxonomyShowOptions } from "./commands/taxonomy-show.ts";
import type { TaxonomyUpdateOptions } from "./commands/taxonomy-update.ts";
import type { WebhookListenOptions } from "./commands/webhook-listen.ts";
import { addChannelCommands } from "./channel-commands.ts";
import { gathered } from "./gathered-option.ts";

/** The command line. Each command is loaded when it is called, so that the quick ones stay quick. */
const program = new Command("feedwright")
  .description("Product feeds: from a shop's catalog to the files that channels read.")
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError("(add --help for what it takes)");

program
  .command("start")
  .description("run everything on one machine: database, API, worker and, at the first start, a sample shop")
  .action(async () => (await import("./commands/start.ts")).start());

program
  .command("api")
  .description("serve the API and the feed files; any number may run against one database")
  .action(async () => (await import("./commands/role.ts")).runRole("api"));

program
  .command("worker")
  .description("carry out extracts and runs; any number may run against one database")
  .action(async () => (await import("./commands/role.ts")).runRole("worker"));

program
  .command("migrate")
  .description("bring the database to this version; safe from several processes at once")
  .action(async () => (await import("./commands/migrate.ts")).migrateDatabase());

program
  .command("doctor")
  .description("check what Feedwright needs on this machine, and say what to do where something is missing")
  .action(async () => (await import("./commands/doctor.ts")).doctor());

const shop = program.command("shop").description("install, list and remove shops");
shop
  .command("add")
  .description("install a shop from its Shopify product export or by its Admin API, extract it and publish its feed")
  .option("--csv <file>", "the product export, as Shopify writes it")
  .option("--translations <file>", "with --csv: the translation export, as Shopify writes it")
  .option("--shopify <shop>", "the shop's myshopify.com domain; or the address of a simulator on this machine")
  .option("--token <token>", "Admin API access token of the shop's custom app; - reads it from standard input")
  .option("--domain <domain>", "with --csv: the shop's domain, as in example.com")
  .option("--currency <code>", "with --csv: currency of the prices in the export (default: USD)")
  .option("--country <code>", "country the feed is for (default: US, or the one Shopify has for the shop)")
  .option("--language <code>", "with --csv: language of the export's texts, as in de or pt-BR (default: en)")
  .option("--time-zone <zone>", "with --csv: the shop's time zone, as in Europe/Berlin (default: UTC)")
  .option("--market <market=currency>", 'with --csv: currency of a market\'s prices, as in "Nordics=SEK"; can be repeated', gathered)
  .option("--name <name>", "what people call the shop; the domain, or Shopify's name for it, when left out")
  .option("--json", "answer one JSON object on standard output")
  .action(async (options: ShopAddOptions) => (await import("./commands/shop-add.ts")).addShop(options));
shop
  .command("list")
  .description("list the installed shops")
  .option("--json", "answer JSON on standard output")
  .action(async (options: ShopListOptions) => (await import("./commands/shop-list.ts")).listInstalledShops(options));
shop
  .command("remove")
  .description("remove a shop for good: its feeds, keys, extracts and files")
  .argument("<shop>", "the shop's id or domain")
  .option("--yes", "do not ask for confirmation")
  .option("--json", "answer one JSON object on standard output")
  .action(async (shopName: string, options: ShopRemoveOptions) =>
    (await import("./commands/shop-remove.ts")).removeInstalledShop({ ...options, shop: shopName }),
  );

program
  .command("simulator")
  .description("play a shop on Shopify: its Admin API, bulk operations and failures, to try Feedwright against")
  .option("--port <port>", "port to listen on; 0 takes any that is free", "8090")
  .option("--host <host>", "address to listen on", "127.0.0.1")
  .option("--products <count>", "products of the shop, up to 100,000", "320")
  .option("--seed <number>", "another seed is another catalog", "20260")
  .option("--domain <domain>", "what the shop calls itself", "simulated-shop.myshopify.com")
  .option("--token <token>", "access token that is let in")
  .option("--chaos <probability>", "of each request, operation and download to fail, as in 0.05")
  .option("--pace <objects>", "objects a second that a bulk operation goes through")
  .option("--state <file>", "keep changes of products here over restarts")
  .action(async (options: SimulatorCommandOptions) => (await import("./commands/simulator.ts")).runSimulator(options));

program
  .command("key")
  .description("make API keys")
  .command("create")
  .description("make a key and show it once")
  .option("--shop <shop>", "a merchant key for this shop: its id or domain")
  .option("--organization <id>", "a key of this organization")
  .option("--admin", "an admin key")
  .option("--name <name>", "what to call it", "Command line")
  .option("--scopes <scopes>", "scopes, separated by commas; the default of its kind when left out")
  .option("--json", "answer one JSON object on standard output")
  .action(async (options: KeyCreateOptions) => (await import("./commands/key-create.ts")).makeKey(options));

program
  .command("extract")
  .description("extract a shop's catalog again, then publish its feeds")
  .requiredOption("--shop <shop>", "the shop's id or domain")
  .option("--csv <file>", "a newer product export to take the place of the stored one")
  .option("--translations <file>", "a translation export to take the place of the stored one")
  .option("--market <market=currency>", 'currency of a market\'s prices, as in "Nordics=SEK"; can be repeated', gathered)
  .option("--json", "answer one JSON object on standard output")
  .action(async (options: ExtractOptions) => (await import("./commands/extract.ts")).extractShop(options));

program
  .command("run")
  .description("run a feed again from the present snapshot and publish it")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .option("--json", "answer one JSON object on standard output")
  .action(async (options: RunOptions) => (await import("./commands/run.ts")).runFeed(options));

const runs = program.command("runs").description("look at the runs of a feed, compare them, and publish one");
runs
  .command("list")
  .description("list the runs of a feed, newest first")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .option("--limit <count>", "how many", "25")
  .option("--json", "answer JSON on standard output")
  .action(async (options: RunsListOptions) => (await import("./commands/runs-list.ts")).listFeedRuns(options));
runs
  .command("show")
  .description("show a run: what it made, why it is held, which tests failed")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .requiredOption("--run <run>", "the run's id, as in run_12")
  .option("--json", "answer one JSON object on standard output")
  .action(async (options: RunsShowOptions) => (await import("./commands/runs-show.ts")).showRun(options));
runs
  .command("diff")
  .description("show which rows of the file differ between two runs")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .requiredOption("--run <run>", "the run's id, as in run_12")
  .option("--against <run>", "the run to compare it with; the one before it when left out")
  .option("--limit <count>", "rows to show", "50")
  .option("--json", "answer one JSON object on standard output")
  .action(async (options: RunsDiffOptions) => (await import("./commands/runs-diff.ts")).diffRunOfFeed(options));
runs
  .command("publish")
  .description("publish a run's file: release a held run, or go back to an older one")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .requiredOption("--run <run>", "the run's id, as in run_12")
  .option("--json", "answer one JSON object on standard output")
  .action(async (options: RunsPublishOptions) => (await import("./commands/runs-publish.ts")).publishRunOfFeed(options));
runs
  .command("download")
  .description("write a run's file to a file or to standard output")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .requiredOption("--run <run>", "the run's id, as in run_12")
  .option("--out <file>", "where to write it; standard output when left out, or for -")
  .action(async (options: RunsDownloadOptions) => (await import("./commands/runs-download.ts")).downloadRunOfFeed(options));

const feed = program.command("feed").description("list feeds, fetch their files, and keep their definitions as files");
feed
  .command("list")
  .description("list the feeds of a shop")
  .requiredOption("--shop <shop>", "the shop's id or domain")
  .option("--json", "answer JSON on standard output")
  .action(async (options: FeedListOptions) => (await import("./commands/feed-list.ts")).listShopFeeds(options));
feed
  .command("download")
  .description("write the file a feed serves to a file or to standard output")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .option("--out <file>", "where to write it; standard output when left out, or for -")
  .action(async (options: FeedDownloadOptions) => (await import("./commands/feed-download.ts")).downloadFeed(options));

feed
  .command("export")
  .description("write a feed's whole definition as JSON: settings, mappings, columns, rules, cells and tests")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .option("--out <file>", "where to write it; standard output when left out, or for -")
  .action(async (options: FeedExportOptions) => (await import("./commands/feed-export.ts")).exportFeed(options));
feed
  .command("plan")
  .description("show what a definition would change, in the feed and in its rows; changes nothing")
  .argument("<file>", "the definition; - reads it from standard input")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .option("--exit-code", "end with 2 where something would change")
  .option("--json", "answer one JSON object on standard output")
  .action(async (file: string, options: FeedPlanOptions) => (await import("./commands/feed-plan.ts")).planFeed({ ...options, file }));
feed
  .command("apply")
  .description("make a feed what a definition says, as one change that can be undone")
  .argument("<file>", "the definition; - reads it from standard input")
  .requiredOption("--feed <feed>", "the feed's id, as in feed_1")
  .option("--expected-version <version>", "change nothing if the feed has another version by now")
  .option("--run", "run the feed then, and wait for its file")
  .option("--json", "answer one JSON object on standard output")
  .action(async (file: string, options: FeedApplyOptions) => (await import("./commands/feed-apply.ts")).applyToFeed({ ...options, file }));

addChannelCommands(program);

const lookup = program.command("lookup").description("bring and list the tables that rules look up");
lookup
  .command("import")
  .description("make a lookup table from a CSV file with a header line, or replace its rows")
  .argument("<shop>", "the shop's id or domain")
  .argument("<name>", "what rules call the table: a letter, then letters, digits, _ or -")
  .argument("<file>", "the CSV file; its first column is the key")
  .option("--json", "answer one JSON object on standard output")
  .action(async (shopName: string, name: string, file: string, options: LookupOptions) =>
    (await import("./commands/lookup-import.ts")).importLookup({ ...options, shop: shopName, name, file }),
  );
lookup
  .command("list")
  .description("list the lookup tables of a shop")
  .argument("<shop>", "the shop's id or domain")
  .option("--json", "answer JSON on standard output")
  .action(async (shopName: string, options: LookupListOptions) =>
    (await import("./commands/lookup-list.ts")).listShopLookups({ ...options, shop: shopName }),
  );

const taxonomy = program.command("taxonomy").description("show and update Google's product taxonomy and Shopify's mapping to it");
taxonomy
  .command("update")
  .description("load the newest editions from their publishers, or the ones that are named; all processes use them within a minute")
  .option("--google <place>", "file or URL of Google's taxonomy with ids, in English; alone, it alone is loaded")
  .option("--shopify <place>", "file or URL of Shopify's mapping to Google's taxonomy, or the URL of a list of such files")
  .option("--json", "answer one JSON list on standard output")
  .action(async (options: TaxonomyUpdateOptions) => (await import("./commands/taxonomy-update.ts")).updateTaxonomy(options));
taxonomy
  .command("show")
  .description("show which editions are in use, and where they are from")
  .option("--json", "answer one JSON list on standard output")
  .action(async (options: TaxonomyShowOptions) => (await import("./commands/taxonomy-show.ts")).showTaxonomy(options));

program
  .command("mcp")
  .description(
    "let an agent's client that knows no HTTP reach a service: pass MCP messages between standard input and output and the service",
  )
  .option("--url <url>", "address of the service; PUBLIC_URL when left out")
  .option("--shop <shop>", "with an organization's key: id of the shop to act for, as in shop_3")
  .option("--toolsets <names>", "tools besides the usual ones: feeds, rules, runs, products, channels, webhooks, config, shop or all")
  .addHelpText("after", "\nFEEDWRIGHT_KEY is the API key, of a shop or an organization.")
  .action(async (options: McpBridgeOptions) => (await import("./commands/mcp.ts")).bridgeMcp(options));

program
  .command("webhook")
  .description("try webhooks on this machine")
  .command("listen")
  .description("make a webhook for as long as this runs; print every delivery and say whether its signature verifies")
  .option("--port <port>", "port to listen on; 0 takes any that is free", "0")
  .option("--shop <shop>", "the shop's id or domain; may be left out where there is one shop")
  .option("--events <names>", "names of events, separated by commas; * for all", "*")
  .option("--secret <secret>", "make no webhook: verify what is sent here with this secret")
  .option("--json", "answer one JSON object a delivery on standard output")
  .action(async (options: WebhookListenOptions) => (await import("./commands/webhook-listen.ts")).listenToWebhook(options));

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof PlainError ? error.message : `Feedwright stopped: ${String(error)}`}\n`);
  process.exitCode = 1;
}
