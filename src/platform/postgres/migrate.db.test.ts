import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";
import { waitingForLocks } from "../../../test/harness/lock-waits.ts";
import { testDatabase } from "../../../test/harness/postgres-template.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { makeLogger } from "../telemetry/make-logger.ts";
import { describeSchema } from "./describe-schema.ts";
import { awaitMigrations, migrate, pendingMigrations } from "./migrate.ts";

const log = makeLogger({ level: "error" });

/** A folder of migrations of the test's own. */
async function migrationsFolder(files: Readonly<Record<string, string>>) {
  const folder = await mkdtempDisposable(join(tmpdir(), "feedwright-migrations-"));
  const write = async (more: Readonly<Record<string, string>>) => {
    for (const [name, sql] of Object.entries(more)) await writeFile(join(folder.path, name), sql);
  };
  await write(files);
  return { url: pathToFileURL(`${folder.path}/`), write, [Symbol.asyncDispose]: () => folder.remove() };
}

const FIRST = { "0001-first.sql": "create table first (id bigint primary key);" };
const SECOND = { "0002-second.sql": "alter table first add column name text;" };

describe("migrate", () => {
  test("applies the files that are missing, in order, and none twice", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder(FIRST);
    expect(await pendingMigrations(database.db, folder.url)).toEqual(["0001-first.sql"]);
    expect(await migrate(database.pool, log, folder.url)).toEqual(["0001-first.sql"]);
    await folder.write(SECOND);
    expect(await pendingMigrations(database.db, folder.url)).toEqual(["0002-second.sql"]);
    expect(await migrate(database.pool, log, folder.url)).toEqual(["0002-second.sql"]);
    expect(await migrate(database.pool, log, folder.url)).toEqual([]);
    expect(await pendingMigrations(database.db, folder.url)).toEqual([]);
  });

  test("logs one line however many files it applies, and none when there are none", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder({ ...FIRST, ...SECOND });
    const lines: string[] = [];
    const listening = makeLogger({ level: "info", write: (line) => void lines.push(line) });
    await migrate(database.pool, listening, folder.url);
    await migrate(database.pool, listening, folder.url);
    expect(lines.map((line) => members(parseJson(line))["msg"])).toEqual(["Prepared the database: 2 migrations"]);
  });

  test("of many at once exactly one applies each file", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder({ ...FIRST, ...SECOND });
    const answers = await Promise.all(Array.from({ length: 6 }, () => migrate(database.pool, log, folder.url)));
    expect(answers.flat().toSorted()).toEqual(["0001-first.sql", "0002-second.sql"]);
  });

  test("a file that fails leaves nothing behind, and what came before it stays", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder({ ...FIRST, "0002-second.sql": "create table second (id bigint); select 1 / 0;" });
    await expect(migrate(database.pool, log, folder.url)).rejects.toMatchObject({ name: "PlainError", code: "migration_failed" });
    const { rows } = await database.pool.query("select to_regclass('first') is not null as first, to_regclass('second') is null as second");
    expect(rows).toEqual([{ first: true, second: true }]);
    await folder.write(SECOND);
    expect(await migrate(database.pool, log, folder.url)).toEqual(["0002-second.sql"]);
  });

  test("a file that needs a table somebody works on lets others at it meanwhile, and is applied once the table is free", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder(FIRST);
    await migrate(database.pool, log, folder.url);
    await folder.write(SECOND);
    const working = await database.pool.connect();
    await working.query("begin; insert into first values (1)");
    const migrated = migrate(database.pool, log, folder.url);
    await expect.poll(() => waitingForLocks(database.db)).toBe(1);
    // This waits behind the migration, and would wait until the transaction ends if the migration kept its place.
    expect((await database.pool.query("select * from first")).rows).toEqual([]);
    await working.query("commit");
    working.release();
    expect(await migrated).toEqual(["0002-second.sql"]);
  });

  test("in a deadlock the migration gives way to the other transaction, and is applied afterwards", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder({ "0001-first.sql": "create table first (id bigint); create table second (id bigint);" });
    await migrate(database.pool, log, folder.url);
    await folder.write({ "0002-second.sql": "alter table second add column name text; alter table first add column name text;" });
    const working = await database.pool.connect();
    await working.query("begin; insert into first values (1)");
    const migrated = migrate(database.pool, log, folder.url);
    const holds = "select 1 from pg_locks where relation = 'second'::regclass and mode = 'AccessExclusiveLock' and granted";
    await vi.waitFor(async () => expect((await database.pool.query(holds)).rows).toHaveLength(1), { ...IN_TIME, interval: 5 });
    await working.query("insert into second values (1); commit");
    working.release();
    expect(await migrated).toEqual(["0002-second.sql"]);
    const { rows } = await database.pool.query("select first.id, second.name from first join second using (id)");
    expect(rows).toEqual([{ id: 1, name: null }]);
  });

  test("an applied file that was edited is refused, line ends of another system are not an edit", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder({ "0001-first.sql": "create table first (\n  id bigint\n);\n" });
    await migrate(database.pool, log, folder.url);
    await folder.write({ "0001-first.sql": "create table first (\r\n  id bigint\r\n);\r\n" });
    expect(await migrate(database.pool, log, folder.url)).toEqual([]);
    await folder.write({ "0001-first.sql": "create table first (id integer);" });
    await expect(migrate(database.pool, log, folder.url)).rejects.toMatchObject({ name: "PlainError", code: "migration_edited" });
  });

  test("a database that is newer is worked with, and is refused when a step took away what the code uses", async () => {
    await using database = await testDatabase("empty");
    await using newer = await migrationsFolder({ ...FIRST, ...SECOND });
    await using older = await migrationsFolder(FIRST);
    await migrate(database.pool, log, newer.url);
    expect(await migrate(database.pool, log, older.url)).toEqual([]);
    expect(await pendingMigrations(database.db, older.url)).toEqual([]);
    await newer.write({
      "0003-third.sql": "-- Nothing reads it.\n-- contract: unused since 1.2.0, schema 0002\nalter table first drop column name;",
    });
    await migrate(database.pool, log, newer.url);
    const refused = { name: "PlainError", code: "database_newer", message: expect.stringContaining("0003-third.sql removed what") };
    await expect(migrate(database.pool, log, older.url)).rejects.toMatchObject(refused);
    await expect(pendingMigrations(database.db, older.url)).rejects.toMatchObject(refused);
    await older.write(SECOND);
    expect(await pendingMigrations(database.db, older.url)).toEqual([]);
  });

  test("the table that an earlier version made is read, and gets the new column with the next migration", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder(FIRST);
    await migrate(database.pool, log, folder.url);
    await database.pool.query("alter table schema_migrations drop column needs");
    expect(await pendingMigrations(database.db, folder.url)).toEqual([]);
    await folder.write(SECOND);
    expect(await migrate(database.pool, log, folder.url)).toEqual(["0002-second.sql"]);
    const { rows } = await database.pool.query("select version, needs from schema_migrations order by version");
    expect(rows).toEqual([
      { version: 1, needs: 0 },
      { version: 2, needs: 0 },
    ]);
  });

  test("a process that may not migrate waits for whoever does", async () => {
    await using database = await testDatabase("empty");
    await using folder = await migrationsFolder(FIRST);
    const lines: string[] = [];
    const waiting = awaitMigrations(database.db, makeLogger({ level: "info", write: (line) => void lines.push(line) }), {
      folder: folder.url,
    });
    await vi.waitFor(() => expect(lines.join()).toContain("run feedwright migrate"), IN_TIME);
    await migrate(database.pool, log, folder.url);
    expect(await waiting).toBe(true);
    expect(lines).toHaveLength(1);
  });

  test.each([{ "0002-second.sql": "" }, { ...FIRST, "0003-third.sql": "" }, { "1-first.sql": "" }, { ...FIRST, "0001-other.sql": "" }])(
    "files out of line are refused: %j",
    async (files: Readonly<Record<string, string>>) => {
      await using database = await testDatabase("empty");
      await using folder = await migrationsFolder(files);
      await expect(migrate(database.pool, log, folder.url)).rejects.toThrow(/should be number/);
    },
  );
});

describe("our own migrations", () => {
  test("are all applied in the template that tests clone", async () => {
    await using database = await testDatabase();
    expect(await pendingMigrations(database.db)).toEqual([]);
    const { id } = await database.db.insertInto("organizations").values({ name: "A" }).returning("id").executeTakeFirstOrThrow();
    expect(id).toBe(1);
  });

  test("clones share nothing", async () => {
    await using one = await testDatabase();
    await using other = await testDatabase();
    await one.db.insertInto("workers").values({ id: "w" }).execute();
    expect(await other.db.selectFrom("workers").selectAll().execute()).toEqual([]);
  });
});

describe("describeSchema", () => {
  test("shows columns, constraints, indexes and functions, whatever order they were made in", async () => {
    await using database = await testDatabase("empty");
    await database.pool.query(`
      create table zebra (id bigint generated always as identity primary key, "Odd name" text not null default 'x', total integer generated always as (1 + 1) stored);
      create unlogged table yak (id integer) with (fillfactor = 50);
      create function graze() returns integer language sql return 1;
      create unique index zebra_name on zebra (lower("Odd name"));
      create table ant (id integer references zebra on delete cascade, check (id > 0), unique (id));
      alter table zebra drop column total;`);
    expect(await describeSchema(database.pool))
      .toBe(`-- Generated from the migrations: what they add up to. Change the schema with a new migration.

create table ant (
  id integer,
  constraint ant_id_key UNIQUE (id),
  constraint ant_id_check CHECK ((id > 0)),
  constraint ant_id_fkey FOREIGN KEY (id) REFERENCES zebra(id) ON DELETE CASCADE
);

create unlogged table yak (
  id integer
) with (fillfactor=50);

create table zebra (
  id bigint not null generated always as identity,
  "Odd name" text not null default 'x'::text,
  constraint zebra_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX zebra_name ON public.zebra USING btree (lower("Odd name"));

CREATE OR REPLACE FUNCTION public.graze()
 RETURNS integer
 LANGUAGE sql
RETURN 1;
`);
  });

  test("of our own schema names every table the queries know", async () => {
    await using database = await testDatabase();
    const text = await describeSchema(database.pool);
    for (const table of ["api_keys", "cells", "extracts", "feeds", "rules", "runs", "shops", "workers"])
      expect(text).toContain(`create table ${table} (`);
  });
});
