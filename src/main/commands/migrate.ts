import { openMigratedDatabase } from "../../app-database.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { commandConfig } from "../command-app.ts";

/** Opening the database migrates it; a running service has done so with its built-in one. */
export async function migrateDatabase(): Promise<void> {
  const config = commandConfig();
  await using log = makeLogger({ level: config.log.level, pretty: true });
  await using postgres = await openMigratedDatabase(config, log);
  process.stdout.write(`The database of ${postgres.embedded ? config.dataDir : "DATABASE_URL"} is up to date.\n`);
}
