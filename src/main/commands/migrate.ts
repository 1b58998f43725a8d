import { openApp } from "../../app.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { commandConfig } from "../command-app.ts";

/** Opening the app migrates; with the built-in database a running service has done so already. */
export async function migrateDatabase(): Promise<void> {
  const config = commandConfig();
  await using app = await openApp(config, { purpose: "command", log: makeLogger({ level: config.log.level, pretty: true }) });
  process.stdout.write(`The database of ${app.postgres.embedded ? config.dataDir : "DATABASE_URL"} is at this version.\n`);
}
