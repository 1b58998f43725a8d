import type { Config } from "./config.ts";
import { releaseAllExtracts } from "./features/extracts/index.ts";
import { releaseAllRuns } from "./features/runs/index.ts";
import { releaseAllScopes } from "./features/scopes/index.ts";
import { migrateJobs } from "./platform/jobs/graphile-schema.ts";
import { lockDataDir } from "./platform/postgres/data-dir-lock.ts";
import { migrate } from "./platform/postgres/migrate.ts";
import { connectToRunning, openPostgres, type Postgres } from "./platform/postgres/open-postgres.ts";
import { forgetAddresses } from "./platform/postgres/service-address.ts";
import { type Logger, NO_TRACES, type Traces } from "./platform/telemetry/telemetry-port.ts";

/** What this process is for: one machine's service, one role of several machines, or a command beside or without a service. */
export type Purpose = "service" | "role" | "command";

/** Whether a role waits for somebody else to migrate the database. Nobody else could migrate the built-in one. */
export function awaitsMigrations({ migrateAtStart, databaseUrl }: Pick<Config, "migrateAtStart" | "databaseUrl">): boolean {
  return !migrateAtStart && databaseUrl !== null;
}

/** The database alone, migrated; for the command that does nothing else. */
export async function openMigratedDatabase(config: Config, log: Logger): Promise<Postgres & AsyncDisposable> {
  const stack = new AsyncDisposableStack();
  try {
    const postgres = await openDatabase(config, { purpose: "command", log, traces: NO_TRACES }, stack);
    return { ...postgres, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** The database, migrated. A process that opens the built-in one has locked the data directory, so no other worker can be alive. */
export async function openDatabase(
  config: Config,
  { purpose, log, traces }: { readonly purpose: Purpose; readonly log: Logger; readonly traces: Traces },
  stack: AsyncDisposableStack,
): Promise<Postgres> {
  if (purpose !== "service" && config.databaseUrl === null) {
    const running = await connectToRunning(config.dataDir, log);
    if (running !== undefined) return stack.use(running);
  }
  if (config.databaseUrl === null || purpose === "service")
    stack.use(await lockDataDir(config.dataDir, purpose === "command" ? "command" : "service"));
  const { dataDir, databaseUrl, memory } = config;
  const postgres = stack.use(await openPostgres({ dataDir, databaseUrl, memoryBytes: memory.postgresBytes, log, traces }));
  if (purpose !== "role" || !awaitsMigrations(config)) await migrate(postgres.pool, log);
  await migrateJobs(postgres.pool);
  if (postgres.embedded) {
    await releaseAllRuns(postgres.db);
    await releaseAllScopes(postgres.db);
    await releaseAllExtracts(postgres.db);
    await forgetAddresses(postgres.db);
  }
  return postgres;
}
