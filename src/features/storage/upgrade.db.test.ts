import { cp, mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/harness/postgres-template.ts";
import { migrate } from "../../platform/postgres/migrate.ts";
import { MIGRATIONS_FOLDER } from "../../platform/postgres/migration-files.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { recountRows, storageByKind } from "./storage-queries.ts";

const log = makeLogger({ level: "error" });

/** A migrated database as it was before shops had quotas, with a shop that keeps something of every kind that rows know. */
async function earlierDatabase() {
  const database = await testDatabase("empty");
  await using before = await mkdtempDisposable(join(tmpdir(), "feedwright-before-"));
  const names = (await readdir(MIGRATIONS_FOLDER)).toSorted();
  const earlier = names.slice(
    0,
    names.findIndex((name) => name.endsWith("-storage-quotas.sql")),
  );
  for (const name of earlier) await cp(fileURLToPath(new URL(name, MIGRATIONS_FOLDER)), join(before.path, name));
  await migrate(database.pool, log, pathToFileURL(`${before.path}/`));
  await sql`
    with shop as (
      insert into shops (domain, name, storefront, currency, country, feed_token)
      values ('old.example', 'Old', 'csv', 'USD', 'US', repeat('a', 20)) returning id
    ), feed as (
      insert into feeds (shop_id, feed_type, display_name, slug, file_name, target_country)
      select id, 'primary', 'Feed', 'feed', 'gmcfeed.txt', 'US' from shop returning id, shop_id
    ), version as (
      insert into feed_versions (feed_id, version, shop_id, summary, created_by, settings, mappings, extra_columns, tests, rules)
      select id, 2, shop_id, 'Changed', '{}', '{"seo": true}', '{}', '{}', '[]', '{1}' from feed
    ), state as (
      insert into rule_states (shop_id, feed_id, rule_id, active, definition, digest)
      select shop_id, id, 1, true, '{"value": "Spring"}', 'd' from feed
    ), changed as (
      insert into cell_changes (feed_id, version, shop_id, row_id, source_column, after)
      select id, 2, shop_id, 1, 'title', 'Coat' from feed
    ), tables as (
      insert into lookup_tables (shop_id, name, columns, row_count, size_bytes, object_prefix)
      select id, 'one', '{key}', 1, 4321, 'shops/1/lookups/one/1/' from shop
    )
    insert into idempotent_answers (shop_id, request_hash, fingerprint, sealed) select id, sha256('a'), sha256('b'), 'v1.old' from shop`.execute(
    database.db,
  );
  return database;
}

test("a shop from before quotas has its bytes as soon as the database is migrated, and every one of its rows", async () => {
  await using database = await earlierDatabase();
  await migrate(database.pool, log);
  const kept = async () =>
    database.db
      .selectFrom("shops")
      .select(["id", storageByKind.as("storage")])
      .executeTakeFirstOrThrow();
  const { id, storage } = await kept();
  expect(storage).toEqual({ versions: expect.any(Number), lookup_tables: 4321, stored_answers: expect.any(Number) });
  expect(storage.versions).toBeGreaterThan("Changed".length + '{"value": "Spring"}'.length + "titleCoat".length);
  await database.db.transaction().execute((transaction) => recountRows(transaction, id));
  expect((await kept()).storage).toEqual(storage);
  const { sealed } = await database.db.selectFrom("idempotent_answers").select("sealed").executeTakeFirstOrThrow();
  expect(sealed.toString()).toBe("v1.old");
});
