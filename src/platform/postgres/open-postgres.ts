import { setTimeout as sleep } from "node:timers/promises";
import { type Logger, NO_TRACES, type Traces } from "../telemetry/telemetry-port.ts";
import { openConnections, type Connections } from "./connection-pool.ts";
import { readDataDirLock } from "./data-dir-lock.ts";
import { announcedServer, startEmbeddedServer } from "./embedded-server.ts";
import { verifyExternalServer } from "./external-server.ts";
import { memorySettings } from "./memory-settings.ts";

/** An open database. Disposing closes the connections, and stops the server where it is the built-in one started here. */
export interface Postgres extends Connections {
  readonly connectionString: string;
  readonly embedded: boolean;
}

export interface PostgresOptions {
  /** Locked by this process when the built-in server is used (`lockDataDir`). */
  readonly dataDir: string;
  /** Null: the built-in server. */
  readonly databaseUrl: string | null;
  readonly log: Logger;
  /** What the built-in server may take; without it as much as its own settings say. */
  readonly memoryBytes?: number | null;
  readonly traces?: Traces;
}

/** A command beside a service shares the server with it and needs few connections. */
const COMMAND_CONNECTIONS = 5;
/** A service that has just taken the lock needs this long to have its database, also on a first start. */
const STARTING_WAIT_MS = 10_000;
const POLL_MS = 100;

export async function openPostgres({
  dataDir,
  databaseUrl,
  log,
  memoryBytes = null,
  traces = NO_TRACES,
}: PostgresOptions): Promise<Postgres> {
  if (databaseUrl !== null) {
    await verifyExternalServer(databaseUrl);
    return { ...openConnections(databaseUrl, log, undefined, traces), connectionString: databaseUrl, embedded: false };
  }
  const server = await startEmbeddedServer(dataDir, log, memoryBytes === null ? {} : memorySettings(memoryBytes));
  const connections = openConnections(server.connectionString, log, undefined, traces);
  return {
    ...connections,
    connectionString: server.connectionString,
    embedded: true,
    async [Symbol.asyncDispose]() {
      await connections[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/**
 * The built-in server of a service that runs on the data directory; waits for one that is starting. Undefined when no service
 * runs there: then a command takes the lock and opens the database itself.
 */
export async function connectToRunning(dataDir: string, log: Logger): Promise<Postgres | undefined> {
  const deadline = Date.now() + STARTING_WAIT_MS;
  for (;;) {
    const holder = await readDataDirLock(dataDir);
    if (holder?.purpose !== "service" || Date.now() > deadline) return undefined;
    const connectionString = await announcedServer(dataDir, holder.pid);
    const running = connectionString === undefined ? undefined : await tryConnect(connectionString, log);
    if (running !== undefined) return running;
    await sleep(POLL_MS);
  }
}

async function tryConnect(connectionString: string, log: Logger): Promise<Postgres | undefined> {
  const connections = openConnections(connectionString, log, COMMAND_CONNECTIONS);
  try {
    await connections.pool.query("select 1");
    return { ...connections, connectionString, embedded: true };
  } catch {
    await connections[Symbol.asyncDispose]();
    return undefined;
  }
}
