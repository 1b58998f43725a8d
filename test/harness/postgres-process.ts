import { once } from "node:events";
import { lockDataDir } from "../../src/platform/postgres/data-dir-lock.ts";
import { openPostgres } from "../../src/platform/postgres/open-postgres.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";

/**
 * A process that runs the built-in server of a data directory as a service does, until SIGTERM; for tests that kill it.
 * Says `ready <connection string>` or `refused <sentence>`, and `closed` at the end.
 */
async function main(dataDir: string): Promise<void> {
  await using log = makeLogger({ level: "warn" });
  await using resources = new AsyncDisposableStack();
  resources.use(await lockDataDir(dataDir, "service"));
  const postgres = resources.use(await openPostgres({ dataDir, databaseUrl: null, log }));
  await postgres.pool.query("create table if not exists kept (n integer)");
  // Listened for before anybody hears that there is something to end.
  const ended = once(process, "SIGTERM");
  process.stdout.write(`ready ${postgres.connectionString}\n`);
  await ended;
}

await main(process.argv[2] ?? "").then(
  () => process.stdout.write("closed\n"),
  (error: unknown) => process.stdout.write(`refused ${error instanceof Error ? error.message : String(error)}\n`),
);
