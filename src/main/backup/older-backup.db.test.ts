import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/postgres-template.ts";
import { migrate } from "../../platform/postgres/migrate.ts";
import { loadTables } from "../../platform/postgres/load-tables.ts";
import { MIGRATIONS_FOLDER } from "../../platform/postgres/migration-files.ts";
import { withSnapshot } from "../../platform/postgres/dump-tables.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { packLines, unpackLines } from "./packed-file.ts";
import { requireKnownSchema } from "./restore-backup.ts";

const log = makeLogger({ level: "error" });
/** Before channels were connected. */
const OLDER = 29;

/** A dump of a database that an earlier version made, with a shop whose live extract refers back to it. */
async function olderDump(folder: string) {
  await using older = await testDatabase("empty");
  await migrate(older.pool, log, MIGRATIONS_FOLDER, OLDER);
  await sql`
    with shop as (
      insert into shops (domain, name, storefront, currency, country, feed_token)
      values ('old.example', E'Old\n\\\\ "shop"', 'csv', 'USD', 'US', repeat('a', 20)) returning id
    )
    insert into extracts (shop_id, type, status) select id, 'full', 'completed' from shop`.execute(older.db);
  await older.db
    .updateTable("shops")
    .set({ live_extract_id: sql`(select id from extracts)` })
    .execute();
  return await withSnapshot(older.pool, async (snapshot) => {
    const tables = [];
    for (const table of snapshot.tables) tables.push({ ...table, ...(await packLines(snapshot.rows(table), join(folder, table.name))) });
    return { tables, sequences: await snapshot.sequences() };
  });
}

test("a backup of an earlier version is loaded into that version's schema and migrated, with its numbers and references", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-older-"));
  const { tables, sequences } = await olderDump(folder.path);
  await using database = await testDatabase("empty");
  await migrate(database.pool, log, MIGRATIONS_FOLDER, OLDER);
  const load = { tables: tables.map((table) => ({ ...table, open: () => unpackLines(join(folder.path, table.name)) })), sequences };
  await loadTables(database.pool, load);
  await migrate(database.pool, log);
  const shop = await database.db.selectFrom("shops").select(["id", "name", "live_extract_id"]).executeTakeFirstOrThrow();
  expect(shop).toEqual({ id: 1, name: 'Old\n\\ "shop"', live_extract_id: 1 });
  const { rows } = await database.pool.query<{ readonly last: number }>(
    "select nextval(pg_get_serial_sequence('shops', 'id'))::int as last",
  );
  expect(rows).toEqual([{ last: 2 }]);
  // References hold again.
  await expect(database.pool.query("insert into extracts (shop_id, type) values (99, 'full')")).rejects.toThrow("extracts_shop_id_fkey");
  await expect(loadTables(database.pool, load)).rejects.toThrow(/differ from the schema|isn't empty/);
});

test("rows that a transaction of a later number wrote are visible to streams after a restore", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-future-"));
  await using source = await testDatabase();
  await source.pool.query(
    "insert into shops (domain, name, storefront, currency, country, feed_token) values ('a.example', 'A', 'csv', 'USD', 'US', repeat('b', 20))",
  );
  const id = `evt_${"0".repeat(26)}`;
  await source.pool.query(
    "insert into events (id, shop_id, name, body, created_at, tx) select $1, id, 'x', '{}', now(), '99999999999'::xid8 from shops",
    [id],
  );
  const { tables, sequences } = await withSnapshot(source.pool, async (snapshot) => {
    const packed = [];
    for (const table of snapshot.tables)
      packed.push({ ...table, ...(await packLines(snapshot.rows(table), join(folder.path, table.name))) });
    return { tables: packed, sequences: await snapshot.sequences() };
  });
  await using database = await testDatabase();
  await loadTables(database.pool, {
    tables: tables.map((table) => ({ ...table, open: () => unpackLines(join(folder.path, table.name)) })),
    sequences,
  });
  const { rows } = await database.pool.query("select id from events where tx < pg_snapshot_xmin(pg_current_snapshot())");
  expect(rows).toEqual([{ id }]);
});

test("a backup of a newer version is refused, with the migration that isn't known", async () => {
  const schema = { version: 9_999, migrations: [{ version: 9_999, name: "9999-later.sql", checksum: "a" }] };
  const refused = requireKnownSchema({ schema, version: "9.0.0" });
  await expect(refused).rejects.toMatchObject({ code: "backup_newer" });
  await expect(refused).rejects.toThrow("9999-later.sql");
});
