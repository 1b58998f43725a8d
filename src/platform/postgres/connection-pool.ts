import { Kysely, PostgresDialect } from "kysely";
import { Pool, TypeOverrides, types } from "pg";
import { type Logger, NO_TRACES, type Traces } from "../telemetry/telemetry-port.ts";
import type { Database, Db } from "./postgres-port.ts";
import { prepareRepeated } from "./repeated-statements.ts";
import { SilenceWatch } from "./silence-watch.ts";
import { probe, watchedPool } from "./watched-pool.ts";

/** Connections to one database: pools, and typed queries on them. Disposing closes them. */
export interface Connections extends AsyncDisposable {
  readonly pool: Pool;
  readonly db: Db;
  /** For what is quick and must not wait for the requests of others: admission, look-ups of feed files, readiness, heartbeats. */
  readonly reserve: Db;
}

/** With the reserve less than half of what the built-in server takes, so that a service, a command beside it and an administrator fit. */
const POOL_CONNECTIONS = 20;
/** Each is busy for a millisecond at a time. */
const RESERVE_CONNECTIONS = 4;
/** Longer than a restart of the server; whoever waits for a connection longer is better told. */
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;
/** No query of ours works that long; removing a large shop comes closest. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** A little more, so that the server's own word comes first. Migrations take longer, and are not watched. */
const STATEMENT_DEADLINE_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** A lock that is not free by then belongs to something that hangs. */
const LOCK_TIMEOUT_MS = 15_000;
/** A transaction that forgot to end must not hold its rows for ever. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
/** A connection that somebody keeps must not keep the process. */
const CLOSE_TIMEOUT_MS = 5_000;

export function openConnections(
  connectionString: string,
  log: Logger,
  connections = POOL_CONNECTIONS,
  traces: Traces = NO_TRACES,
): Connections {
  const pool = openPool({ connectionString, max: connections }, log);
  const reserved = openPool({ connectionString, max: RESERVE_CONNECTIONS }, log);
  const watch = new SilenceWatch({ probe: (signal) => probe(connectionString, signal), deadlineMs: STATEMENT_DEADLINE_MS, log });
  const queries = (of: Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool: watchedPool(of, watch, traces) }) });
  return {
    pool,
    db: queries(pool),
    reserve: queries(reserved),
    async [Symbol.asyncDispose]() {
      await Promise.all([closed(pool), closed(reserved)]);
      watch[Symbol.dispose]();
    },
  };
}

function openPool(where: { readonly connectionString: string; readonly max: number }, log: Logger): Pool {
  const pool = new Pool({
    ...where,
    application_name: "feedwright",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: integersAsNumbers(),
  });
  // Not the whole error: the pool has hung the connection on it. A pool that is closing loses its connections by the server's end.
  pool.on("error", ({ message }) => pool.ending || log.warn({ reason: message }, "lost an idle database connection"));
  // A connection that breaks between two statements of a transaction has no listener of the pool; unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", prepareRepeated);
  return pool;
}

/** Of `bigint[]`, as in `{1,2}`; the driver has names for single values alone. None of ours holds a null. */
const INT8_ARRAY = 1016;

/** 64-bit integers as numbers: ids stay below 2^53 (see the port). */
function integersAsNumbers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  overrides.setTypeParser(INT8_ARRAY, (array) => array.slice(1, -1).split(",").filter(Boolean).map(Number));
  return overrides;
}

async function closed(pool: Pool): Promise<void> {
  if (pool.ending) return;
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, CLOSE_TIMEOUT_MS).unref();
  });
  await Promise.race([pool.end(), late]);
}
