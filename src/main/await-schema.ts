import { awaitsMigrations } from "../app-database.ts";
import { HTTP_PORT, METRICS_PORT } from "../app-ports.ts";
import { checkMigrations } from "../app-readiness.ts";
import type { Config } from "../config.ts";
import { awaitMigrations } from "../platform/postgres/migrate.ts";
import { openPostgres } from "../platform/postgres/open-postgres.ts";
import type { Logger } from "../platform/telemetry/telemetry-port.ts";
import { serveWaiting } from "../surfaces/http/waiting-server.ts";
import type { Listener } from "../surfaces/port-unusable.ts";

interface Waiting {
  /** Serves requests; a process that doesn't is asked at its metrics port. */
  readonly serves: boolean;
  readonly stopped: Promise<NodeJS.Signals>;
  readonly log: Logger;
}

/**
 * For a role that may not migrate: resolves when somebody else has migrated the database, and answers health checks until then. False if
 * the process was asked to stop first.
 */
export async function awaitSchema(config: Config, { serves, stopped, log }: Waiting): Promise<boolean> {
  if (!awaitsMigrations(config)) return true;
  const { dataDir, databaseUrl } = config;
  await using postgres = await openPostgres({ dataDir, databaseUrl, log });
  if ((await checkMigrations(postgres.reserve)).ok) return true;
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort());
  const listener = listenerOf(config, serves);
  await using _answers =
    listener === null
      ? null
      : await serveWaiting({ ...listener, publicUrl: config.http.publicUrl, check: () => checkMigrations(postgres.reserve) });
  return await awaitMigrations(postgres.reserve, log, { signal: stopping.signal });
}

function listenerOf({ http, metrics }: Config, serves: boolean): Listener | null {
  if (serves) return { ...http, ...HTTP_PORT };
  return metrics === null ? null : { ...metrics, ...METRICS_PORT };
}
