import { mkdtempDisposable, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { testDatabase } from "../../../test/harness/postgres-template.ts";
import { migrateJobs } from "../jobs/graphile-schema.ts";
import { makeLogger } from "../telemetry/make-logger.ts";
import { readLocation } from "./cluster-folder.ts";
import { openConnections } from "./connection-pool.ts";
import { startEmbeddedServer } from "./embedded-server.ts";
import { migrate } from "./migrate.ts";

const log = makeLogger({ level: "error", write: () => undefined });
const QUICK = { fsync: "off", synchronous_commit: "off" };

async function query(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function temporaryDataDir() {
  const folder = await mkdtempDisposable(join(tmpdir(), "feedwright-role-"));
  const remove = async () => {
    const outside = await readLocation(folder.path);
    if (outside !== undefined) await rm(outside.path, { recursive: true, force: true });
    await folder.remove();
  };
  return { path: folder.path, [Symbol.asyncDispose]: remove };
}

const STANDING = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
  (select datdba::regrole::text = current_user from pg_database where datname = current_database()) as owner
  from pg_roles where rolname = current_user`;
const PLAIN = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false };

/** Everything in the database and everybody's job tables: what anybody but the service's role owns of them. */
const NOT_OWNED = `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'graphile_worker') and c.relowner <> current_user::regrole
  union all select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'graphile_worker') and p.proowner <> current_user::regrole
  union all select t.typname from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where n.nspname in ('public', 'graphile_worker') and t.typowner <> current_user::regrole`;

test("the tests' databases, an external server's as well, are migrated and used by a role that is no superuser", async () => {
  // The server that `TEST_DATABASE_URL` names is the tester's own affair.
  const { connectionString, superuser } = inject("postgresServer");
  await using database = await testDatabase();
  const [role] = await query(database.connectionString, STANDING);
  expect(role).toMatchObject(connectionString === superuser ? { owner: true } : { ...PLAIN, owner: true });
});

test("the service's role owns its database and may do nothing beyond it; the superuser's password is told to nobody", async () => {
  await using dataDir = await temporaryDataDir();
  await using server = await startEmbeddedServer(dataDir.path, log, QUICK);
  expect(await query(server.connectionString, STANDING)).toEqual([{ ...PLAIN, owner: true }]);
  for (const statement of [
    "create role another superuser",
    "create database another",
    "select rolpassword from pg_authid",
    "select pg_read_file('PG_VERSION')",
    "copy (select 1) to program 'true'",
    "set role feedwright",
    "alter system set jit = 'on'",
  ])
    await expect(query(server.connectionString, statement), statement).rejects.toThrow(/permission denied/);
  const announced = await readFile(join(dataDir.path, "postgres.json"), "utf8");
  expect(announced).not.toContain(new URL(server.superuser).password);
  expect(announced).toContain(new URL(server.connectionString).password);
});

test("a data directory whose superuser did everything, as before, is the service role's at the next start", async () => {
  await using dataDir = await temporaryDataDir();
  {
    await using server = await startEmbeddedServer(dataDir.path, log, QUICK);
    await query(server.superuser, "alter database postgres owner to feedwright; drop role feedwright_service");
    await using before = openConnections(server.superuser, log, 2);
    await migrate(before.pool, log);
    await migrateJobs(before.pool);
    await before.pool.query("create type mood as enum ('well'); create domain short as text; create view seen as select 1 as n");
    await before.pool.query("insert into organizations (name) values ('Kept')");
  }
  for (const start of [1, 2]) {
    await using server = await startEmbeddedServer(dataDir.path, log, QUICK);
    expect(await query(server.connectionString, STANDING)).toEqual([{ ...PLAIN, owner: true }]);
    expect(await query(server.connectionString, NOT_OWNED)).toEqual([]);
    await using connections = openConnections(server.connectionString, log, 2);
    expect(await migrate(connections.pool, log)).toEqual([]);
    await migrateJobs(connections.pool);
    await connections.pool.query(`alter table organizations add column start_${start} integer; create table made_${start} (n integer)`);
    await connections.pool.query("insert into organizations (name) values ('New')");
    expect((await connections.pool.query("select name from organizations order by id")).rows).toHaveLength(start + 1);
  }
});
