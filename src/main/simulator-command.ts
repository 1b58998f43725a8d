import type { Command } from "commander";
import type { SimulatorCommandOptions } from "./commands/simulator.ts";

/** `feedwright simulator` */
export function addSimulatorCommand(program: Command): void {
  program
    .command("simulator")
    .description("simulate a Shopify shop with its Admin API, bulk operations and failures, to test Feedwright against")
    .option("--port <port>", "port to listen on, or 0 for any free port", "8090")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--products <count>", "number of products, up to 100,000", "320")
    .option("--seed <number>", "seed of the catalog; another seed gives another catalog", "20260")
    .option("--domain <domain>", "domain that the shop reports", "simulated-shop.myshopify.com")
    .option("--token <token>", "access token that the shop accepts")
    .option("--client-id <id>", "client id of the app that can be installed")
    .option("--client-secret <secret>", "client secret of that app")
    .option("--app-url <url>", "where the admin opens the app (default: http://127.0.0.1:8080/console)")
    .option("--token-seconds <seconds>", "life of the app's access tokens", "3600")
    .option("--chaos <probability>", "probability that a request, operation or download fails, such as 0.05")
    .option("--pace <objects>", "number of objects that a bulk operation processes per second")
    .option("--state <file>", "file that keeps product changes across restarts")
    .action(async (options: SimulatorCommandOptions) => (await import("./commands/simulator.ts")).runSimulator(options));
}
