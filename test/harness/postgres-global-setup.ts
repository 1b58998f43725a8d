import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { openPostgres, type Postgres } from "../../src/platform/postgres/open-postgres.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { databaseUrl } from "./postgres-template.ts";

/**
 * One server and one migrated template for all tests of a run. `TEST_DATABASE_URL` names a server to use instead of the
 * built-in one, so that the same tests run on another version; its user must be allowed to create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using resources = new AsyncDisposableStack();
  const log = resources.use(makeLogger({ level: "warn" }));
  const given = process.env["TEST_DATABASE_URL"] ?? null;
  const dataDir = await mkdtemp(join(tmpdir(), "feedwright-test-"));
  resources.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = resources.use(await openPostgres({ dataDir, databaseUrl: given, log }));
  if (given === null) await forgetDurability(postgres.pool);
  const template = `feedwright_template_${process.pid}`;
  await postgres.pool.query(`drop database if exists ${template}`);
  await postgres.pool.query(`create database ${template}`);
  resources.defer(async () => void (await postgres.pool.query(`drop database if exists ${template} with (force)`)));
  await migrateTemplate(postgres, template);
  project.provide("postgresServer", { connectionString: postgres.connectionString, template });
  const running = resources.move();
  return () => running.disposeAsync();
}

/** The databases end with the run, so nothing has to reach the disk. */
async function forgetDurability(pool: Pool): Promise<void> {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) await pool.query(`alter system set ${setting} = off`);
  await pool.query("select pg_reload_conf()");
}

/** No connection may stay open: a template that is in use cannot be cloned. */
async function migrateTemplate({ connectionString }: Postgres, template: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl(connectionString, template) });
  try {
    await migrate(pool, makeLogger({ level: "warn" }));
  } finally {
    await pool.end();
  }
}
