import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Pool, PoolClient } from "pg";
import { PlainError } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import type { Logger } from "../telemetry/telemetry-port.ts";
import { MIGRATIONS_FOLDER, readMigrations, type Migration } from "./migration-files.ts";
import type { Db } from "./postgres-port.ts";

/**
 * Brings a database to the schema of this code: forward only, each file in a transaction of its own together with the row
 * that records it, under an advisory lock that the transaction holds. Any number of processes may try at once; each file is
 * applied by one of them.
 *
 * Versions work beside each other during an upgrade: migrations add first, and take away only what no release in use reads any more. So a database
 * may be newer than the code, unless a step that took something away (`needs`) says otherwise.
 */

/** Any number that nothing else on this database locks by: the letters "feed". */
const LOCK_KEY = 0x66656564;
/** Long enough for another process to migrate a large table, or for long transactions to end. */
const LOCK_TIMEOUT_MS = 120_000;
/**
 * How long a migration waits for a table's lock; every statement that needs the table queues behind it. This is less than PostgreSQL's
 * `deadlock_timeout` (one second), so in a deadlock the migration gives way, never a request or a run.
 */
const TABLE_LOCK_TIMEOUT_MS = 500;
/** Time for the statements that queued behind the migration to finish. */
const LOCK_PAUSE_MS = 500;
/** One file over the largest table we have planned for. */
const STATEMENT_TIMEOUT_MS = 1_800_000;
/** What PostgreSQL answers when `lock_timeout` has passed, in a deadlock, and when a table is not there. */
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";
const UNDEFINED_TABLE = "42P01";

const CREATE_TABLE = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  needs integer not null default 0
)`;
/** Of tables that earlier versions made. */
const HAS_NEEDS = `select exists (select 1 from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs') as has`;
const ADD_NEEDS = "alter table schema_migrations add column needs integer not null default 0";
/** Whatever version made the table. */
const SELECT_APPLIED =
  "select version, name, checksum, coalesce((to_jsonb(applied) ->> 'needs')::int, 0) as needs from schema_migrations applied order by version";

interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  /** The newest migration that a process must know to work with what this one left; 0: any. */
  readonly needs: number;
}

/**
 * `through`: the last version to be applied, for a database that is restored from an older backup. Answers the files it applied itself. Rejects
 * with `PlainError` when an applied file was edited, or the database needs newer code.
 */
export async function migrate(
  pool: Pool,
  log: Logger,
  folder = MIGRATIONS_FOLDER,
  through = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  requireKnownHistory(migrations, await readApplied((text) => pool.query<Applied>(text)));
  const names: string[] = [];
  for (const migration of migrations) {
    if (migration.version > through) break;
    if (!(await applyOnce(pool, migrations, migration))) continue;
    log.debug({ migration: migration.name }, "migrated the database");
    names.push(migration.name);
  }
  if (names.length > 0) log.info({}, `Prepared the database: ${names.length} ${names.length === 1 ? "migration" : "migrations"}`);
  return names;
}

/** Files that are still to be applied; for readiness. Rejects like `migrate`. */
export async function pendingMigrations(db: Db, folder = MIGRATIONS_FOLDER): Promise<readonly string[]> {
  const [migrations, rows] = [await readMigrations(folder), await readApplied((text) => sql.raw<Applied>(text).execute(db))];
  requireKnownHistory(migrations, rows);
  const applied = new Set(rows.map(({ version }) => version));
  return migrations.filter(({ version }) => !applied.has(version)).map(({ name }) => name);
}

const LOOK_EVERY_MS = 1_000;
/** Somebody has to run the command, and may not have noticed. */
const REMIND_EVERY_LOOKS = 60;

interface AwaitOptions {
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  readonly folder?: URL;
}

/** Resolves when somebody else has brought the database to the schema of this code; false if the signal came first. */
export async function awaitMigrations(db: Db, log: Logger, { signal, folder = MIGRATIONS_FOLDER }: AwaitOptions = {}): Promise<boolean> {
  for (let look = 0; signal?.aborted !== true; look += 1) {
    const pending = await pendingMigrations(db, folder);
    if (pending.length === 0) return true;
    if (look % REMIND_EVERY_LOOKS === 0)
      log.warn({ pending: pending.length }, "waiting for the database's schema: run feedwright migrate with this version");
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** False if it's applied already. If it can't get its locks, it's rolled back and tried again for `LOCK_TIMEOUT_MS`. */
async function applyOnce(pool: Pool, migrations: readonly Migration[], migration: Migration): Promise<boolean> {
  const until = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await tryToApply(pool, migrations, migration);
    } catch (error) {
      if (!isOutOfLocks(error) || Date.now() >= until) throw explained(error, migration);
    }
    await sleep(LOCK_PAUSE_MS);
  }
}

async function tryToApply(pool: Pool, migrations: readonly Migration[], migration: Migration): Promise<boolean> {
  if ((await readApplied((text) => pool.query<Applied>(text))).some(({ version }) => version === migration.version)) return false;
  const client = await pool.connect();
  try {
    await client.query("begin");
    const isNew = await applyLocked(client, migrations, migration);
    await client.query("commit");
    client.release();
    return isNew;
  } catch (error) {
    // Closing the connection rolls back, also when it is the connection that broke.
    client.release(true);
    throw error;
  }
}

/** Looks again under the lock: another process may have been first, and may be of a newer version. */
async function applyLocked(client: PoolClient, migrations: readonly Migration[], migration: Migration): Promise<boolean> {
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
  await client.query("select pg_advisory_xact_lock($1)", [LOCK_KEY]);
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<Applied>(SELECT_APPLIED);
  requireKnownHistory(migrations, rows);
  if (rows.some(({ version }) => version === migration.version)) return false;
  const { rows: columns } = await client.query<{ readonly has: boolean }>(HAS_NEEDS);
  if (columns[0]?.has !== true) await client.query(ADD_NEEDS);
  await client.query(`set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
  await client.query(migration.sql);
  const { version, name, checksum, needs } = migration;
  await client.query("insert into schema_migrations (version, name, checksum, needs) values ($1, $2, $3, $4)", [
    version,
    name,
    checksum,
    needs,
  ]);
  return true;
}

type Select = (statement: string) => Promise<{ readonly rows: readonly Applied[] }>;

async function readApplied(select: Select): Promise<readonly Applied[]> {
  try {
    return (await select(SELECT_APPLIED)).rows;
  } catch (error) {
    if (members(error)["code"] === UNDEFINED_TABLE) return [];
    throw error;
  }
}

function requireKnownHistory(migrations: readonly Migration[], applied: readonly Applied[]): void {
  for (const { version, name, checksum, needs } of applied) {
    const own = migrations.find((migration) => migration.version === version);
    if (own === undefined && needs > migrations.length) throw newerDatabase(name);
    if (own !== undefined && own.checksum !== checksum) throw editedMigration(name);
  }
}

function newerDatabase(name: string): PlainError {
  return new PlainError(
    "database_newer",
    `The database is too new for this Feedwright: ${name} removed what this version uses. Start the newer version, or restore a backup from before the upgrade.`,
  );
}

function editedMigration(name: string): PlainError {
  return new PlainError(
    "migration_edited",
    `The migration ${name} was changed after it was applied. Restore the file. To change the schema, add a new migration.`,
  );
}

function isOutOfLocks(error: unknown): boolean {
  const { code } = members(error);
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
}

function explained(error: unknown, { name }: Migration): unknown {
  if (error instanceof PlainError) return error;
  if (isOutOfLocks(error)) {
    return new PlainError(
      "migration_locked",
      `The migration ${name} waited ${LOCK_TIMEOUT_MS / 1000} s for a lock. End the other migration or the long transaction, then start again.`,
      error,
    );
  }
  return new PlainError(
    "migration_failed",
    `The migration ${name} failed and was rolled back: ${String(members(error)["message"])}.`,
    error,
  );
}
